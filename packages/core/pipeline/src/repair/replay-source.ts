import { type Block, ChainDataError, decodeGeyserUpdate, SlotAssembler } from '@tickscope/chain';
import {
  connect,
  firstAvailableSlot,
  type GeyserEndpoint,
  GeyserStream,
  type SubscriptionMode,
} from '../source/geyser-stream.js';
import { otherMode } from '../source/mode-choice.js';
import { mayRefuseMode } from '../source/refusal.js';
import type { RepairSource } from './repair-source.js';

export interface ReplaySourceOptions {
  name: string;
  endpoint: GeyserEndpoint;
  mode: SubscriptionMode;
  commitment: 'processed' | 'confirmed' | 'finalized';
  /** A replay without a message for this long has ended. */
  stallMs?: number;
}

/** Limit on blocks in memory, some 4 MB each. */
const MAX_SLOTS = 32;
const DEFAULT_STALL_MS = 5_000;
/** Deadline of a whole replay, in case the server only sends other slots. */
const MAX_REPLAY_MS = 60_000;

/**
 * Blocks from a Geyser server's memory (`from_slot`), including entries and so ticks. Reaches some minutes back. Some
 * servers replay no whole blocks, or refuse them: then single messages are asked for, and the other way round.
 */
export function replaySource(options: ReplaySourceOptions): RepairSource {
  let kept = new Map<number, Block>();
  let { mode } = options;
  return {
    name: options.name,
    async block(slot, downTo, signal) {
      const known = kept.get(slot);
      if (known !== undefined) return known;
      const fromSlot = Math.max(downTo, slot - MAX_SLOTS + 1);
      for (const tried of [mode, otherMode(mode)]) {
        const isLast = tried !== mode;
        kept = await replay({ ...options, mode: tried }, fromSlot, slot, signal).catch((error: Error) => {
          if (isLast || signal.aborted || !mayRefuseMode(error)) throw error;
          return new Map<number, Block>();
        });
        const found = kept.get(slot);
        if (found === undefined) continue;
        mode = tried;
        return found;
      }
      throw new Error('the replay ended without this slot, in both modes');
    },
    reset() {
      kept = new Map();
    },
  };
}

/** Returns the whole blocks of a range that a server replays. */
async function replay(
  { endpoint, mode, commitment, stallMs = DEFAULT_STALL_MS }: ReplaySourceOptions,
  fromSlot: number,
  toSlot: number,
  signal: AbortSignal,
): Promise<Map<number, Block>> {
  const client = await connect(endpoint);
  const first = await firstAvailableSlot(client);
  if (first !== null && first > toSlot) throw new Error(`the server replays from slot ${first} only`);
  const blocks = new Map<number, Block>();
  const assembler = new SlotAssembler({ source: 'geyser', expectTransactions: true, expectEntries: true });
  const stream = await GeyserStream.open(client, {
    mode,
    content: 'full',
    commitment,
    fromSlot: Math.max(fromSlot, first ?? 0),
  });
  const stop = (): void => stream.close();
  signal.addEventListener('abort', stop, { once: true });
  const deadline = performance.now() + MAX_REPLAY_MS;
  try {
    while (performance.now() < deadline) {
      const message = await stream.read(stallMs);
      if (message === null) break;
      let isPast = false;
      for (const outcome of outcomesOf(assembler, message)) {
        const slot = outcome.kind === 'block' ? outcome.block.slot : outcome.slot;
        if (outcome.kind === 'block' && slot >= fromSlot && slot <= toSlot) blocks.set(slot, outcome.block);
        isPast ||= slot > toSlot;
      }
      if (isPast || blocks.has(toSlot)) break;
    }
  } finally {
    signal.removeEventListener('abort', stop);
    stream.close();
  }
  return blocks;
}

/** Treats an unreadable message as not sent. */
function outcomesOf(assembler: SlotAssembler, message: Uint8Array): ReturnType<SlotAssembler['push']> {
  try {
    const update = decodeGeyserUpdate(message);
    return update.kind === 'ping' ? [] : assembler.push(update);
  } catch (error) {
    if (error instanceof ChainDataError) return [];
    throw error;
  }
}
