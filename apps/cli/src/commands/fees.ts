import type { Address } from '@tickscope/chain';
import {
  type ApiFlags,
  apiOf,
  parseAddress,
  parseInteger,
  printAnswer,
  UsageError,
  withApi,
} from '@tickscope/command-line';
import { Command } from 'commander';
import { describeFees } from '../fees/report.js';

interface FeesFlags extends ApiFlags {
  slots: number;
}

const MOST_ACCOUNTS = 64;

export function feesCommand(): Command {
  return withApi(
    new Command('fees')
      .description(
        'What successful transactions that wrote some accounts paid for a compute unit, in the newest slots.\n' +
          'Failed ones, and those that only read the accounts, do not count. Asks the running API.',
      )
      .argument(
        '<accounts...>',
        `those that the transaction would write, 1 to ${MOST_ACCOUNTS}`,
        (text: string, before: Address[] | undefined) => [...(before ?? []), parseAddress(text)],
      )
      .option('--slots <count>', 'slots up to the newest block, 1 to 300', parseInteger(1, 300), 50),
  ).action(async (accounts: Address[], flags: FeesFlags) => {
    if (accounts.length > MOST_ACCOUNTS)
      throw new UsageError(`expected at most ${MOST_ACCOUNTS} accounts (see --help)`);
    const { data } = await (await apiOf(flags)).call('estimateFees', {
      body: { accounts, slots: flags.slots },
    });
    printAnswer(flags, data, describeFees);
  });
}
