import type { Address, Signature } from '@tickscope/chain';
import type { SubscriptionMode } from '@tickscope/pipeline';
import { Command, Option } from 'commander';
import { type ApiFlags, findApi } from '../api/address.js';
import { openApi } from '../api/client.js';
import { API_HELP, withApiOptions } from '../api/options.js';
import { runJob } from '../api/run-job.js';
import { describeBackfill } from '../backfill/report.js';
import { backfillFromStream } from '../backfill/stream-range.js';
import { UsageError } from '../cli-error.js';
import { parseAddress, parseSignature } from '../parse-base58.js';
import { parseInteger } from '../parse-integer.js';
import { print } from '../print.js';
import { printableJson } from '../terminal-text.js';

interface BackfillFlags extends ApiFlags {
  account?: Address;
  slots: number;
  fromSlot?: number;
  toSlot?: number;
  endpoint?: string;
  mode: SubscriptionMode;
  dataDir?: string;
  json?: boolean;
}

const slot = parseInteger(0, Number.MAX_SAFE_INTEGER);

const RANGE_HELP = `
A slot range comes from the replay of a Geyser endpoint, with its ticks, however long the range is: some providers keep
hours or days. It is written by this command, not by the API. Interrupted, the same command takes it up:
  tickscope backfill --from-slot 370000000 --to-slot 370010000 --endpoint https://geyser.example:443
`;

export function backfillCommand(): Command {
  return withApiOptions(
    new Command('backfill')
      .description(
        "Store the block of a transaction and those around it, from the chain's node, so that check and scan know them " +
          '(asks the running API); or a slot range from a Geyser endpoint.',
      )
      .argument('[signature]', 'of the transaction', parseSignature)
      .option(
        '--account <address>',
        'count the transactions of this account (default: the system program)',
        parseAddress,
      )
      .option('--slots <count>', 'slots either side that are stored as well', parseInteger(1, 100), 2)
      .option('--from-slot <slot>', 'instead of a signature: first slot of a range', slot)
      .option('--to-slot <slot>', 'last slot of the range, inclusive', slot)
      .option('--endpoint <url>', 'of the range (default: GEYSER_ENDPOINT; its token: GEYSER_X_TOKEN)')
      .addOption(
        new Option('--mode <mode>', 'of the range: whole blocks or single messages')
          .choices(['blocks', 'messages'])
          .default('blocks'),
      ),
  )
    .addHelpText('after', `${RANGE_HELP}${API_HELP}`)
    .action(backfill);
}

/** The operation requires an account. Without one from the caller, this always existing account is used. */
const SYSTEM_PROGRAM = '11111111111111111111111111111111';

async function backfill(signature: Signature | undefined, flags: BackfillFlags): Promise<void> {
  const { fromSlot, toSlot } = flags;
  if (signature !== undefined) {
    if (fromSlot !== undefined || toSlot !== undefined)
      throw new UsageError('name either a signature or a slot range, not both');
    return backfillTransaction(signature, flags);
  }
  if (fromSlot === undefined || toSlot === undefined)
    throw new UsageError('name a signature, or a slot range with --from-slot and --to-slot');
  if (fromSlot > toSlot) throw new UsageError('--from-slot lies after --to-slot');
  const url = flags.endpoint ?? process.env['GEYSER_ENDPOINT'];
  if (url === undefined || url === '')
    throw new UsageError('name a server: --endpoint URL or GEYSER_ENDPOINT');
  await backfillFromStream({ fromSlot, toSlot }, url, flags);
}

async function backfillTransaction(signature: Signature, flags: BackfillFlags): Promise<void> {
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  const api = openApi(await findApi(flags), say);
  const body = { signature, account: flags.account ?? SYSTEM_PROGRAM, slotRange: flags.slots };
  const result = await runJob(api, 'backfillTransaction', body);
  print(flags.json === true ? printableJson(result) : describeBackfill(result, flags.account !== undefined));
}
