import { availableParallelism } from 'node:os';
import type { SlotRange } from '@tickscope/chain';
import type { SubscriptionMode } from '@tickscope/pipeline';
import { Command, Option } from 'commander';
import { NotFoundError, UsageError } from '../cli-error.js';
import { exitCodeOf, failureText } from '../failure.js';
import { parseInteger } from '../parse-integer.js';
import { progressLine } from '../progress-line.js';
import { describeProof } from '../prove/describe-proof.js';
import { proveEndpoint, proveStore } from '../prove/make-proof.js';
import type { Proof } from '../prove/proof.js';
import { newestRange } from '../prove/read-store.js';
import { dataDirOf, openStack } from '../stack.js';
import { printableJson } from '../terminal-text.js';

interface ProveFlags {
  endpoint?: string;
  mode?: SubscriptionMode;
  slots?: number;
  probeSeconds: number;
  fromSlot?: number;
  toSlot?: number;
  ingester?: string;
  threads: number;
  json?: boolean;
  dataDir?: string;
}

const ENDPOINT_SLOTS = 150;
const STORE_BLOCKS = 1_000;
const MOST_SLOTS = 100_000;
const MOST_ENDPOINT_SLOTS = 10_000;
const MOST_THREADS = 64;
/** At the head, blocks are still written and sandwiches still change. */
const SETTLE_SECONDS = 12;

const slot = parseInteger(0, Number.MAX_SAFE_INTEGER);

const HELP = `
With --endpoint: what the endpoint gives is asked for, some slots of it are stored in a temporary store (TMPDIR; some
4 MB a slot of mainnet before compression; removed at the end), and lag and CPU are measured while they come. Without it, what is
stored already is read: that of CLICKHOUSE_URL or of the data folder.

The JSON holds no URL, token or path; read it before you send it all the same.

  GEYSER_X_TOKEN=… tickscope prove --endpoint https://geyser.example:443 --slots 300 --json > proof.json
  tickscope prove --slots 5000                                     the newest of the running stack
  tickscope prove --from-slot 400 --to-slot 900 --ingester http://127.0.0.1:8788

Exit code: 0 when nothing is wrong, 1 when something is, 4 when a server does not answer.`;

export function proveCommand(): Command {
  return new Command('prove')
    .description(
      'What an endpoint or a store holds up to, as one page or one JSON to send: slots complete, PoH recomputed, lag and CPU, ' +
        'swaps decoded and not, sandwiches by DEX.',
    )
    .option('--endpoint <url>', 'a Yellowstone server to store slots from (its token: GEYSER_X_TOKEN)')
    .option(
      '--slots <count>',
      `how many slots of the endpoint (default: ${ENDPOINT_SLOTS}), or of the newest stored blocks (default: 1,000)`,
      parseInteger(1, MOST_SLOTS),
    )
    .addOption(
      new Option(
        '--mode <mode>',
        'with --endpoint: whole blocks or single messages (default: what it gives)',
      ).choices(['blocks', 'messages']),
    )
    .option(
      '--probe-seconds <seconds>',
      'with --endpoint: how long each subscription of the probe is read',
      parseInteger(1, 3_600),
      15,
    )
    .option('--from-slot <slot>', 'of a store: first slot', slot)
    .option('--to-slot <slot>', 'of a store: last slot, inclusive', slot)
    .option('--ingester <url>', 'of a store: the running ingester, whose metrics give lag and CPU')
    .option(
      '--threads <number>',
      'threads for the hash chain',
      parseInteger(1, MOST_THREADS),
      Math.min(MOST_THREADS, availableParallelism()),
    )
    .option('--json', 'print one JSON object')
    .option('--data-dir <dir>', 'data folder of the embedded servers (default: .tickscope)')
    .addHelpText('after', HELP)
    .action(prove);
}

async function prove(flags: ProveFlags): Promise<void> {
  const { endpoint, fromSlot, toSlot, ingester } = flags;
  const isRange = fromSlot !== undefined || toSlot !== undefined;
  if (endpoint !== undefined) {
    if (isRange || ingester !== undefined)
      throw new UsageError(
        '--endpoint stores new slots: --from-slot, --to-slot and --ingester are for a store',
      );
    if ((flags.slots ?? 0) > MOST_ENDPOINT_SLOTS)
      throw new UsageError(`of an endpoint at most ${MOST_ENDPOINT_SLOTS} slots are stored`);
    return proveAndExit(endpoint, flags);
  }
  if (flags.mode !== undefined) throw new UsageError('--mode is for --endpoint');
  if (isRange && flags.slots !== undefined)
    throw new UsageError('name either a slot range or --slots, not both');
  await proveStored(flags);
}

/** The threads of the native gRPC client keep the process alive: ends it, also after a failure. */
async function proveAndExit(url: string, flags: ProveFlags): Promise<void> {
  const progress = progressLine();
  try {
    const proof = await proveEndpoint({
      endpoint: {
        url: validUrl('--endpoint', url),
        xToken: process.env['GEYSER_X_TOKEN'] || null,
        compression: 'none',
      },
      mode: flags.mode ?? null,
      slots: flags.slots ?? ENDPOINT_SLOTS,
      ...{ probeSeconds: flags.probeSeconds, threads: flags.threads, show: progress.show },
    });
    progress.clear();
    const code = exitCodeOfProof(proof);
    process.stdout.write(`${textOf(proof, flags)}\n`, () => process.exit(code));
  } catch (error) {
    progress.clear();
    process.stderr.write(failureText(error), () => process.exit(exitCodeOf(error)));
  }
}

async function proveStored(flags: ProveFlags): Promise<void> {
  const ingesterUrl = flags.ingester === undefined ? null : validUrl('--ingester', flags.ingester);
  const stack = await openStack({
    dataDir: dataDirOf(flags.dataDir),
    startIfNone: true,
    say: (line) => process.stderr.write(`${line}\n`),
  });
  const progress = progressLine();
  try {
    const { read } = stack.store;
    const newest = rangeOf(flags) === null ? await newestRange(read, flags.slots ?? STORE_BLOCKS) : null;
    const range = rangeOf(flags) ?? newest?.range;
    if (range === undefined) throw new NotFoundError('no block is stored; "tickscope doctor" shows what is');
    // Without an ingester nothing changes any more.
    const waitMs =
      stack.origin === 'own' ? 0 : 1_000 * (SETTLE_SECONDS - (newest?.ageSeconds ?? SETTLE_SECONDS));
    const proof = await proveStore({
      ...{ read, range, waitMs, threads: flags.threads, ingesterUrl, show: progress.show },
    });
    progress.clear();
    if (proof.verified.slots.stored === 0)
      throw new NotFoundError(`no block of slots ${range.fromSlot} to ${range.toSlot} is stored`);
    process.stdout.write(`${textOf(proof, flags)}\n`);
    process.exitCode = exitCodeOfProof(proof);
  } finally {
    progress.clear();
    await stack.close();
  }
}

function rangeOf({ fromSlot, toSlot }: ProveFlags): SlotRange | null {
  if (fromSlot === undefined && toSlot === undefined) return null;
  if (fromSlot === undefined || toSlot === undefined)
    throw new UsageError('a slot range needs both --from-slot and --to-slot');
  if (fromSlot > toSlot) throw new UsageError('--from-slot lies after --to-slot');
  if (toSlot - fromSlot >= MOST_SLOTS) throw new UsageError(`at most ${MOST_SLOTS} slots are proven at once`);
  return { fromSlot, toSlot };
}

/** @throws UsageError without the URL, which may hold a token */
function validUrl(flag: string, text: string): string {
  const isHttp = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  if (!isHttp) throw new UsageError(`${flag} needs a URL that begins with http:// or https://`);
  return text;
}

function textOf(proof: Proof, { json }: ProveFlags): string {
  return json === true ? printableJson(proof) : describeProof(proof);
}

function exitCodeOfProof({ verified, endpoint }: Proof): number {
  const isBad = endpoint?.checks.some(({ state }) => state === 'bad') ?? false;
  return verified.isProven && !isBad ? 0 : 1;
}
