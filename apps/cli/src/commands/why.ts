import { type ApiFlags, apiOf, parseSignature, printAnswer, withApi } from '@tickscope/command-line';
import { Command } from 'commander';
import { describeExplanation } from '../why/report.js';

export function whyCommand(): Command {
  return withApi(
    new Command('why')
      .description(
        'Why a transaction failed: which program raised the error, what it calls it, and of which kind it is.\n' +
          'Asks the running API.',
      )
      .argument('<signature>', "of a transaction, or an explorer's URL of it", parseSignature),
  ).action(async (signature: string, flags: ApiFlags) => {
    const { data } = await (await apiOf(flags)).call('getExplanation', { pathParameters: { signature } });
    printAnswer(flags, data, describeExplanation);
  });
}
