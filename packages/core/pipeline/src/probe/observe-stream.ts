import {
  type Block,
  ChainDataError,
  decodeGeyserUpdate,
  type PohModel,
  SlotAssembler,
} from '@tickscope/chain';
import { textOfFailure } from '../source/disconnect-cause.js';
import {
  connect,
  type GeyserEndpoint,
  GeyserStream,
  type SubscriptionMode,
  type SubscriptionOptions,
} from '../source/geyser-stream.js';
import { mayRefuseMode } from '../source/refusal.js';

/** Observations of a subscription. Counts are of distinct slots unless stated otherwise. */
export interface StreamObservation {
  mode: SubscriptionMode;
  fromSlot: number | null;
  /** The server's text, if it refused the subscription because of what was asked; null: accepted. */
  refusal: string | null;
  /** Whole blocks or block metas. */
  blocks: number;
  firstSlot: number | null;
  lastSlot: number | null;
  /** Blocks that were complete with entries, and complete but for them. */
  whole: number;
  withoutEntries: number;
  /** Messages. */
  entries: number;
  transactions: number;
  votes: number;
  v1Transactions: number;
  /** Messages with a bank id. */
  bankIds: number;
  models: PohModel[];
  largestMessageBytes: number;
  /** Why it ended: enough was seen, the server ended it, an error, or no time was left. */
  endedBy: 'enough' | 'server' | 'error' | 'deadline';
  error: string | null;
}

export interface ObserveOptions
  extends Pick<SubscriptionOptions, 'mode' | 'fromSlot' | 'accounts' | 'commitment'> {
  endpoint: GeyserEndpoint;
  /** Ends after this many blocks, or once this slot has come. */
  enough: { blocks: number; slot: number | null };
  deadlineMs: number;
  signal?: AbortSignal;
}

/** Subscribes, reads until enough was seen, and returns what came. Faults of the server are in the result, not thrown. */
export async function observeStream(options: ObserveOptions): Promise<StreamObservation> {
  const observation: StreamObservation = {
    ...{ mode: options.mode, fromSlot: options.fromSlot, refusal: null, error: null, endedBy: 'deadline' },
    ...{
      blocks: 0,
      firstSlot: null,
      lastSlot: null,
      whole: 0,
      withoutEntries: 0,
      entries: 0,
      transactions: 0,
    },
    ...{ votes: 0, v1Transactions: 0, bankIds: 0, models: [], largestMessageBytes: 0 },
  };
  try {
    await read(options, observation);
  } catch (error) {
    options.signal?.throwIfAborted();
    observation.error = textOfFailure(error as Error);
    if (observation.blocks === 0 && mayRefuseMode(error as Error)) observation.refusal = observation.error;
    // Our own deadline, while nothing came.
    const isSilence = (error as Error).name === 'GeyserTimeoutError';
    observation.endedBy = isSilence ? 'deadline' : 'error';
  }
  return observation;
}

async function read(options: ObserveOptions, seen: StreamObservation): Promise<void> {
  const { endpoint, enough, deadlineMs, signal, ...wanted } = options;
  const deadline = performance.now() + deadlineMs;
  const stream = await GeyserStream.open(await connect(endpoint), { ...wanted, content: 'full' });
  const stop = (): void => stream.close();
  signal?.addEventListener('abort', stop, { once: true });
  const slots = new Slots(seen);
  try {
    for (;;) {
      const leftMs = deadline - performance.now();
      if (leftMs <= 0) return;
      const message = await stream.read(leftMs);
      signal?.throwIfAborted();
      if (message === null) {
        seen.endedBy = 'server';
        return;
      }
      seen.largestMessageBytes = Math.max(seen.largestMessageBytes, message.length);
      if (slots.add(message)) await stream.pong();
      const isAtSlot = enough.slot !== null && seen.lastSlot !== null && seen.lastSlot >= enough.slot;
      if (isAtSlot || seen.blocks >= enough.blocks) {
        seen.endedBy = 'enough';
        return;
      }
    }
  } finally {
    signal?.removeEventListener('abort', stop);
    stream.close();
  }
}

/** Counts what messages carry. */
class Slots {
  readonly #seen: StreamObservation;
  readonly #slots = new Set<number>();
  readonly #assembler = new SlotAssembler({ source: 'geyser', expectTransactions: true });

  constructor(seen: StreamObservation) {
    this.#seen = seen;
  }

  /** Returns true for a ping, which wants an answer. */
  add(message: Uint8Array): boolean {
    const seen = this.#seen;
    try {
      const update = decodeGeyserUpdate(message);
      if (update.kind === 'ping') return true;
      if (update.kind === 'entry') {
        seen.entries += 1;
        if (update.entry.bankId !== null) seen.bankIds += 1;
      } else if (update.kind === 'transaction') {
        if (update.bankId !== null) seen.bankIds += 1;
      } else if (update.kind === 'block') {
        this.#block(update.block.slot);
        seen.entries += update.block.entries.length;
        if (update.block.entries.some(({ bankId }) => bankId !== null)) seen.bankIds += 1;
      } else if (update.kind === 'block_meta') this.#block(update.meta.slot);
      for (const outcome of this.#assembler.push(update))
        if (outcome.kind === 'block') this.#whole(outcome.block);
    } catch (error) {
      if (!(error instanceof ChainDataError)) throw error;
    }
    return false;
  }

  #block(slot: number): void {
    const seen = this.#seen;
    this.#slots.add(slot);
    seen.blocks = this.#slots.size;
    seen.firstSlot = Math.min(seen.firstSlot ?? slot, slot);
    seen.lastSlot = Math.max(seen.lastSlot ?? slot, slot);
  }

  #whole({ content, model, transactions }: Block): void {
    const seen = this.#seen;
    if (content === 'full') seen.whole += 1;
    else seen.withoutEntries += 1;
    if (model !== null && !seen.models.includes(model)) seen.models.push(model);
    for (const { isVote, version } of transactions) {
      seen.transactions += 1;
      if (isVote) seen.votes += 1;
      if (version === 1) seen.v1Transactions += 1;
    }
  }
}
