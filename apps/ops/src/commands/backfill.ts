import type { Address, Signature } from '@tickscope/chain';
import {
  type ApiFlags,
  apiOf,
  parseAddress,
  parseInteger,
  parseSignature,
  parseSlot,
  printAnswer,
  runJob,
  UsageError,
  withApi,
} from '@tickscope/command-line';
import type { SubscriptionMode } from '@tickscope/pipeline';
import { Command, Option } from 'commander';
import { describeBackfill } from '../backfill/report.js';
import { backfillFromStream } from '../backfill/stream-range.js';
import { chosenEndpoint } from '../geyser-endpoint.js';

interface BackfillFlags extends ApiFlags {
  account?: Address;
  slots: number;
  fromSlot?: number;
  toSlot?: number;
  endpoint?: string;
  mode: SubscriptionMode;
}

const RANGE_HELP = `
A slot range comes from the replay of a Geyser endpoint, with its ticks, however long the range is: some providers keep
hours or days. It is written by this command, not by the API. Interrupted, the same command takes it up:
  tickscope backfill --from-slot 370000000 --to-slot 370010000 --endpoint https://geyser.example:443
`;

export function backfillCommand(): Command {
  return withApi(
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
      .option('--from-slot <slot>', 'instead of a signature: first slot of a range', parseSlot)
      .option('--to-slot <slot>', 'last slot of the range, inclusive', parseSlot)
      .option('--endpoint <url>', 'of the range (default: GEYSER_ENDPOINT; its token: GEYSER_X_TOKEN)')
      .addOption(
        new Option('--mode <mode>', 'of the range: whole blocks or single messages')
          .choices(['blocks', 'messages'])
          .default('blocks'),
      ),
    RANGE_HELP,
  ).action(backfill);
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
  await backfillFromStream({ fromSlot, toSlot }, chosenEndpoint(flags.endpoint), flags);
}

async function backfillTransaction(signature: Signature, flags: BackfillFlags): Promise<void> {
  const body = { signature, account: flags.account ?? SYSTEM_PROGRAM, slotRange: flags.slots };
  const result = await runJob(await apiOf(flags), 'backfillTransaction', body);
  printAnswer(flags, result, () => describeBackfill(result, flags.account !== undefined));
}
