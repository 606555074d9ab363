import { type ApiFlags, apiOf, printAnswer, withApi } from '@tickscope/command-line';
import { Command, InvalidArgumentError } from 'commander';
import { describeSandwich } from '../sandwiches/detail.js';

export function sandwichCommand(): Command {
  return withApi(
    new Command('sandwich')
      .description('One stored sandwich with its legs, failed attempts and victims. Asks the running API.')
      .argument('<id>', 'as "tickscope sandwiches" lists it', parseId),
  ).action(async (id: string, flags: ApiFlags) => {
    const { data } = await (await apiOf(flags)).call('getSandwich', { pathParameters: { id } });
    printAnswer(flags, data, describeSandwich);
  });
}

function parseId(text: string): string {
  if (!/^\d+(\.-?\d+){4}$/.test(text))
    throw new InvalidArgumentError('expected the id of a sandwich, such as 370537741.812.2.-1.0');
  return text;
}
