import type { Address } from '@tickscope/chain';
import {
  type ApiFlags,
  apiOf,
  parseAddress,
  parseInteger,
  printAnswer,
  runJob,
  withApi,
} from '@tickscope/command-line';
import { Command } from 'commander';
import { describeScan } from '../scan/report.js';

interface ScanFlags extends ApiFlags {
  days: number;
  window: number;
  all?: boolean;
}

export function scanCommand(): Command {
  return withApi(
    new Command('scan')
      .description(
        'The trades of a wallet that were sandwiched: when, where, by whom, by how many PoH ticks before (front) and ' +
          'after (back) it, and at what cost. Asks the running API.',
      )
      .argument('<wallet>', 'its address', parseAddress)
      .option('--days <count>', 'days up to the newest stored block, 1 to 4', parseInteger(1, 4), 1)
      .option(
        '--window <slots>',
        'slots either side of a trade in which an attacker is looked for, 0 to 10',
        parseInteger(0, 10),
        4,
      )
      .option('--all', 'every trade, not only those that were sandwiched'),
  ).action(scan);
}

async function scan(wallet: Address, flags: ScanFlags): Promise<void> {
  const api = await apiOf(flags);
  const body = { wallet_address: wallet, time_range_days: flags.days, slot_window: flags.window };
  const result = await runJob(api, 'checkWallet', body);
  printAnswer(flags, result, (_, maxWidth) => describeScan(result, flags.all === true, maxWidth));
}
