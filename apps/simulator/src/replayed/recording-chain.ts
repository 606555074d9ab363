import type { Logger } from 'pino';
import { type ChainEvent, SLOT_STATUS } from '../chain/chain.js';
import { FedChain } from '../chain/fed-chain.js';
import { pause } from '../chain/sleep.js';
import { contentEvents } from '../chain/slot-events.js';
import { wireField } from '../chain/wire.js';
import { parseUpdate } from './parse-update.js';
import { RecordedSlot } from './recorded-slot.js';
import { readRecording } from './recording-file.js';

export interface RecordingChainOptions {
  /** Files, played consecutively. */
  paths: readonly string[];
  /** 1: as recorded; 2: twice as fast; 0: as fast as the subscribers accept it. */
  speed: number;
  /** Slots kept for `from_slot`. */
  retentionSlots: number;
  log: Logger;
}

/** An unpaced chain checks for room after this many messages. */
const BATCH = 256;

/**
 * Replays a Geyser recording: every message unchanged and in order, to all clients whose filters match, regardless of
 * commitment. Adds what the recording lacks but implies: whole blocks if it has all single messages of a slot, single
 * messages if it has only blocks.
 */
export class RecordingChain extends FedChain {
  readonly #options: RecordingChainOptions;
  readonly #slots = new Map<number, RecordedSlot>();
  #holdsBlocks = false;

  constructor(options: RecordingChainOptions) {
    super(options.retentionSlots);
    this.#options = options;
  }

  /** A recording contains no leader schedule. */
  leaderAt(): null {
    return null;
  }

  *replay(fromSlot: number): Iterable<ChainEvent> {
    const slots = [...this.#slots.values()].filter(({ slot }) => slot >= fromSlot);
    const counts = slots.map(({ events }) => events.length);
    for (const [index, { events }] of slots.entries()) yield* events.slice(0, counts[index]);
  }

  protected async run(): Promise<void> {
    const { paths, speed, log } = this.#options;
    const { signal } = this.stopping;
    if (speed === 0) await this.feed.room(signal);
    let sent = 0;
    for (const path of paths) {
      const messages = readRecording(path, (missingBytes) =>
        log.warn({ path, missingBytes }, 'the recording is cut off'),
      );
      const clock = recordedClock(speed);
      for await (const message of messages) {
        if (signal.aborted) return;
        const event = this.#parse(message);
        if (event === null) continue;
        if (speed > 0) await pause(clock(event.createdAt), signal);
        this.feed.toAll(this.#take(event));
        sent += 1;
        if (speed === 0 && sent % BATCH === 0) await this.feed.room(signal);
      }
    }
    await this.feed.room(signal);
  }

  #parse(message: Buffer): ChainEvent | null {
    try {
      return parseUpdate(message);
    } catch (cause) {
      this.#options.log.warn({ cause }, 'a message of the recording cannot be read and is left out');
      return null;
    }
  }

  /** Keeps the event. Returns it together with the derived events. */
  #take(event: ChainEvent): ChainEvent[] {
    const recorded = this.#slotOf(event.slot);
    const events = event.type === 'block' ? this.#withSingles(event, recorded) : [event];
    // Already derived from the block.
    if (event.type === 'blockMeta' && recorded.isMetaDerived) return [];
    for (const item of events) recorded.add(item);
    if (event.type === 'slot') this.#follow(event);
    else if (event.type === 'blockMeta' || event.type === 'block' || recorded.isWhole) {
      const block = recorded.assemble();
      if (block !== null) this.ring.add(block);
      if (block !== null && recorded.isWhole && !recorded.hasBlock && !this.#holdsBlocks) {
        const derived: ChainEvent = { type: 'block', slot: event.slot, block, createdAt: event.createdAt };
        recorded.add(derived);
        if (event.type === 'blockMeta') events.unshift(derived);
        else events.push(derived);
      }
    }
    return events;
  }

  /** Adds a block's single messages and meta, unless the recording already had them. */
  #withSingles(event: Extract<ChainEvent, { type: 'block' }>, recorded: RecordedSlot): ChainEvent[] {
    this.#holdsBlocks = true;
    const { entries, transactions } = event.block;
    const singles = contentEvents(event.block, event.createdAt).filter(
      ({ type }) =>
        (type === 'entry' && recorded.entryCount < entries.length) ||
        (type === 'transaction' && recorded.transactionCount < transactions.length),
    );
    if (recorded.hasMeta) return [...singles, event];
    recorded.isMetaDerived = true;
    return [
      ...singles,
      event,
      { type: 'blockMeta', slot: event.slot, block: event.block, createdAt: event.createdAt },
    ];
  }

  #follow(event: Extract<ChainEvent, { type: 'slot' }>): void {
    if (event.status === SLOT_STATUS.confirmed) this.ring.reach(event.slot, 'confirmed');
    else if (event.status === SLOT_STATUS.finalized) this.ring.reach(event.slot, 'finalized');
  }

  #slotOf(slot: number): RecordedSlot {
    let recorded = this.#slots.get(slot);
    if (recorded === undefined) {
      recorded = new RecordedSlot(slot);
      this.#slots.set(slot, recorded);
      // Statuses of old slots occur too, so the earliest inserted slot is dropped, not the lowest number.
      while (this.#slots.size > this.#options.retentionSlots * 2)
        this.#slots.delete(this.#slots.keys().next().value!);
    }
    return recorded;
  }
}

/** Returns the wait before a message created at `createdAt`, so that the recording runs at `speed`. */
function recordedClock(speed: number): (createdAt: Uint8Array) => number {
  let first: { recordedMs: number; sentMs: number } | null = null;
  return (createdAt) => {
    const recordedMs =
      (wireField(createdAt, 1)?.value ?? 0) * 1000 + (wireField(createdAt, 2)?.value ?? 0) / 1e6;
    if (recordedMs === 0) return 0;
    first ??= { recordedMs, sentMs: performance.now() };
    return first.sentMs + (recordedMs - first.recordedMs) / speed - performance.now();
  };
}
