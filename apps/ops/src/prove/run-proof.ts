import type { SlotRange } from '@tickscope/chain';
import {
  exitCodeOf,
  failureText,
  NotFoundError,
  print,
  printAndExit,
  printableJson,
  progressLine,
  type StoreFlags,
  UsageError,
} from '@tickscope/command-line';
import type { SubscriptionMode } from '@tickscope/pipeline';
import { exitCodeOfChecks } from '../doctor/check.js';
import { geyserEndpoint } from '../geyser-endpoint.js';
import { withStack } from '../stack.js';
import { describeProof } from './describe-proof.js';
import { proveEndpoint, proveStore } from './make-proof.js';
import type { Proof } from './proof.js';
import { newestRange } from './read-store.js';

/** The flags of `tickscope doctor` that `--prove` uses. */
export interface ProofFlags extends StoreFlags {
  geyser?: string;
  geyserTimeout: number;
  mode?: SubscriptionMode;
  slots?: number;
  fromSlot?: number;
  toSlot?: number;
  ingester?: string;
  threads: number;
}

export const ENDPOINT_SLOTS = 150;
export const STORE_BLOCKS = 1_000;
export const MOST_SLOTS = 100_000;
const MOST_ENDPOINT_SLOTS = 10_000;
/** At the head, blocks are still written and sandwiches still change. */
const SETTLE_SECONDS = 12;

/**
 * Stores slots of an endpoint in a temporary store and proves them, or proves what is stored already; prints the page or the
 * JSON. The exit code is 1 where something is wrong.
 */
export async function printProof(flags: ProofFlags): Promise<void> {
  const { geyser, fromSlot, toSlot, ingester } = flags;
  const isRange = fromSlot !== undefined || toSlot !== undefined;
  if (geyser !== undefined) {
    if (isRange || ingester !== undefined)
      throw new UsageError(
        '--geyser stores new slots: --from-slot, --to-slot and --ingester are for a store',
      );
    if ((flags.slots ?? 0) > MOST_ENDPOINT_SLOTS)
      throw new UsageError(`of an endpoint at most ${MOST_ENDPOINT_SLOTS} slots are stored`);
    return proveAndExit(geyser, flags);
  }
  if (flags.mode !== undefined) throw new UsageError('--mode is for --geyser');
  if (isRange && flags.slots !== undefined)
    throw new UsageError('name either a slot range or --slots, not both');
  await proveStored(flags);
}

/** The threads of the native gRPC client keep the process alive: ends it, also after a failure. */
async function proveAndExit(url: string, flags: ProofFlags): Promise<void> {
  const progress = progressLine();
  try {
    const proof = await proveEndpoint({
      endpoint: geyserEndpoint(validUrl('--geyser', url)),
      mode: flags.mode ?? null,
      slots: flags.slots ?? ENDPOINT_SLOTS,
      ...{ probeSeconds: flags.geyserTimeout, threads: flags.threads, show: progress.show },
    });
    progress.clear();
    printAndExit(textOf(proof, flags), exitCodeOfProof(proof));
  } catch (error) {
    progress.clear();
    process.stderr.write(failureText(error), () => process.exit(exitCodeOf(error)));
  }
}

async function proveStored(flags: ProofFlags): Promise<void> {
  const ingesterUrl = flags.ingester === undefined ? null : validUrl('--ingester', flags.ingester);
  const progress = progressLine();
  await withStack(flags, async ({ store: { read }, origin }) => {
    const newest = rangeOf(flags) === null ? await newestRange(read, flags.slots ?? STORE_BLOCKS) : null;
    const range = rangeOf(flags) ?? newest?.range;
    if (range === undefined) throw new NotFoundError('no block is stored; "tickscope doctor" shows what is');
    // Without an ingester nothing changes any more.
    const waitMs = origin === 'own' ? 0 : 1_000 * (SETTLE_SECONDS - (newest?.ageSeconds ?? SETTLE_SECONDS));
    const proof = await proveStore({
      ...{ read, range, waitMs, threads: flags.threads, ingesterUrl, show: progress.show },
    });
    progress.clear();
    if (proof.verified.slots.stored === 0)
      throw new NotFoundError(`no block of slots ${range.fromSlot} to ${range.toSlot} is stored`);
    print(textOf(proof, flags));
    process.exitCode = exitCodeOfProof(proof);
  }).finally(progress.clear);
}

function rangeOf({ fromSlot, toSlot }: ProofFlags): SlotRange | null {
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

function textOf(proof: Proof, { json }: ProofFlags): string {
  return json === true ? printableJson(proof) : describeProof(proof);
}

function exitCodeOfProof({ verified, endpoint }: Proof): number {
  return verified.isProven ? exitCodeOfChecks(endpoint?.checks ?? []) : 1;
}
