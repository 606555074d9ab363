import type { Address } from '@tickscope/chain';
import { Command } from 'commander';
import { type ApiFlags, findApi } from '../api/address.js';
import { openApi } from '../api/client.js';
import { API_HELP, withApiOptions } from '../api/options.js';
import { runJob } from '../api/run-job.js';
import { parseAddress } from '../parse-base58.js';
import { parseInteger } from '../parse-integer.js';
import { print } from '../print.js';
import { describeScan } from '../scan/report.js';
import { printableJson, terminalWidth } from '../terminal-text.js';

interface ScanFlags extends ApiFlags {
  days: number;
  window: number;
  all?: boolean;
  json?: boolean;
}

export function scanCommand(): Command {
  return withApiOptions(
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
  )
    .addHelpText('after', API_HELP)
    .action(scan);
}

async function scan(wallet: Address, flags: ScanFlags): Promise<void> {
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  const api = openApi(await findApi(flags), say);
  const body = { wallet_address: wallet, time_range_days: flags.days, slot_window: flags.window };
  const result = await runJob(api, 'checkWallet', body);
  const text =
    flags.json === true ? printableJson(result) : describeScan(result, flags.all === true, terminalWidth());
  print(text);
}
