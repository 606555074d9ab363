import { Command, InvalidArgumentError } from 'commander';
import { type ApiFlags, findApi } from '../api/address.js';
import { openApi } from '../api/client.js';
import { API_HELP, withApiOptions } from '../api/options.js';
import { paintFor } from '../paint.js';
import { print } from '../print.js';
import { describeSandwich } from '../sandwiches/detail.js';
import { printableJson, terminalWidth } from '../terminal-text.js';

interface SandwichFlags extends ApiFlags {
  json?: boolean;
}

export function sandwichCommand(): Command {
  return withApiOptions(
    new Command('sandwich')
      .description('One stored sandwich with its legs, failed attempts and victims. Asks the running API.')
      .argument('<id>', 'as "tickscope sandwiches" lists it', parseId),
  )
    .addHelpText('after', API_HELP)
    .action(async (id: string, flags: SandwichFlags) => {
      const say = (line: string): void => void process.stderr.write(`${line}\n`);
      const api = openApi(await findApi(flags), say);
      const { data } = await api.call('getSandwich', { pathParameters: { id } });
      print(flags.json === true ? printableJson(data) : describeSandwich(data, terminalWidth(), paintFor()));
    });
}

function parseId(text: string): string {
  if (!/^\d+(\.-?\d+){4}$/.test(text))
    throw new InvalidArgumentError('expected the id of a sandwich, such as 370537741.812.2.-1.0');
  return text;
}
