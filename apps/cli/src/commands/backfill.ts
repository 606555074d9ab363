import type { Address, Signature } from '@tickscope/chain';
import { Command } from 'commander';
import { type ApiFlags, findApi } from '../api/address.js';
import { openApi } from '../api/client.js';
import { API_HELP, withApiOptions } from '../api/options.js';
import { runJob } from '../api/run-job.js';
import { describeBackfill } from '../backfill/report.js';
import { parseAddress, parseSignature } from '../parse-base58.js';
import { parseInteger } from '../parse-integer.js';
import { print } from '../print.js';
import { printableJson } from '../terminal-text.js';

interface BackfillFlags extends ApiFlags {
  account?: Address;
  slots: number;
  json?: boolean;
}

export function backfillCommand(): Command {
  return withApiOptions(
    new Command('backfill')
      .description(
        "Store the block of a transaction and those around it, from the chain's node, so that check and scan know them. " +
          'Asks the running API.',
      )
      .argument('<signature>', 'of the transaction', parseSignature)
      .option(
        '--account <address>',
        'count the transactions of this account (default: the system program)',
        parseAddress,
      )
      .option('--slots <count>', 'slots either side that are stored as well', parseInteger(1, 100), 2),
  )
    .addHelpText('after', API_HELP)
    .action(backfill);
}

/** The operation requires an account. Without one from the caller, this always existing account is used. */
const SYSTEM_PROGRAM = '11111111111111111111111111111111';

async function backfill(signature: Signature, flags: BackfillFlags): Promise<void> {
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  const api = openApi(await findApi(flags), say);
  const body = { signature, account: flags.account ?? SYSTEM_PROGRAM, slotRange: flags.slots };
  const result = await runJob(api, 'backfillTransaction', body);
  print(flags.json === true ? printableJson(result) : describeBackfill(result, flags.account !== undefined));
}
