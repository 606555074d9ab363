import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ChainEvent, COMMITMENTS, type Commitment, SLOT_STATUS, type StoredBlock } from './chain.js';
import { FedChain } from './fed-chain.js';
import { packBlock } from './pack-block.js';
import { pause, sleep } from './sleep.js';
import { blockEvents, commitmentEvent, contentEvents, openingEvents, slotEvent } from './slot-events.js';
import { timestamp } from './wire.js';

/** One slot of a source: its block, or null if it was skipped. */
export interface SourceSlot {
  slot: number;
  block: StoredBlock | null;
}

export interface SlotSource {
  /** The next slot, in ascending order; `null` at the end. */
  next(): SourceSlot | null | Promise<SourceSlot | null>;
  /** Base58; null if unknown. */
  leaderAt(slot: number): string | null;
}

export interface LiveChainOptions {
  /** Duration of a slot in milliseconds; 0: as fast as the subscribers accept it. */
  slotMs: number;
  /** Blocks kept for `from_slot`. */
  retentionSlots: number;
  /** Slots until a block is confirmed, and until it is finalized. */
  confirmedDelaySlots: number;
  finalizedDelaySlots: number;
  /** Slots before the chain's start, which `from_slot` can reach immediately. */
  historySlots: number;
  /** Slots generated (not sent) before the chain starts, so that serving does not compete for CPU. */
  pregenerateSlots: number;
}

export const DEFAULT_LIVE_CHAIN_OPTIONS: LiveChainOptions = {
  slotMs: 400,
  retentionSlots: 300,
  confirmedDelaySlots: 1,
  finalizedDelaySlots: 31,
  historySlots: 0,
  pregenerateSlots: 0,
};

/** Number of portions over which the messages of a slot are spread in real time. */
const PORTIONS = 8;

/**
 * The portion in which the next slot is generated. That blocks the process for a while. Between the previous block and
 * this one, it delays neither.
 */
const QUIET_PORTION = 3;
const LONGEST_DELAY_MS = 5_000;

/** A chain that grows block by block from a source, at a set pace, with commitments following behind. */
export class LiveChain extends FedChain {
  readonly #source: SlotSource;
  readonly #options: LiveChainOptions;
  readonly #ready: SourceSlot[] = [];
  /** Creation time of a block's messages, which is repeated in replays. */
  readonly #createdAt = new WeakMap<StoredBlock, Uint8Array>();
  /** Blocks that are not finalized yet, oldest first. */
  #unfinished: { block: StoredBlock; confirmed: boolean }[] = [];

  constructor(source: SlotSource, options: Partial<LiveChainOptions> = {}) {
    const all = { ...DEFAULT_LIVE_CHAIN_OPTIONS, ...options };
    super(all.retentionSlots);
    this.#source = source;
    this.#options = all;
  }

  leaderAt(slot: number): string | null {
    return this.#source.leaderAt(slot);
  }

  /** Block by block: single messages, block, block meta, and the statuses it has reached. */
  *replay(fromSlot: number, commitment: Commitment): Iterable<ChainEvent> {
    const blocks = this.ring
      .between(fromSlot, Number.MAX_SAFE_INTEGER)
      .filter(({ slot }) => this.ring.hasReached(slot, commitment));
    // Includes the statuses reached so far; later ones are delivered live.
    const reached = blocks.map(({ slot }) =>
      COMMITMENTS.filter((level) => this.ring.hasReached(slot, level)),
    );
    const now = timestamp(Date.now());
    for (const [index, block] of blocks.entries()) {
      const createdAt = this.#createdAt.get(block) ?? now;
      yield* contentEvents(block, createdAt);
      yield* blockEvents(block, createdAt);
      for (const level of reached[index]!) yield commitmentEvent(block, level, now);
    }
  }

  /** Generates the history and the slots made in advance. Call it once, before `start`. */
  async prepare(): Promise<void> {
    for (let count = 0; count < this.#options.historySlots; count += 1) {
      const next = await this.#next();
      if (next === null) return;
      if (next.block === null) this.ring.skip(next.slot);
      else this.#keep(next.block);
      this.#advance(next.slot);
      await nextTurn();
    }
    while (this.#ready.length < this.#options.pregenerateSlots) {
      const slot = await this.#next();
      if (slot === null) return;
      this.#ready.push(slot);
      await nextTurn();
    }
  }

  protected async run(): Promise<void> {
    const { signal } = this.stopping;
    const { slotMs } = this.#options;
    // Not the machine's clock, which may be set: the chain would stand still until it has caught up.
    let due = performance.now();
    if (slotMs === 0) await this.feed.room(signal);
    while (!signal.aborted) {
      const next = this.#ready.shift() ?? (await this.#next());
      if (next === null) break;
      // After a long pause (a stopped process), continues from now instead of catching up.
      due = Math.max(due, performance.now() - LONGEST_DELAY_MS) + slotMs;
      if (next.block === null) this.ring.skip(next.slot);
      else await this.#send(next.block, due);
      this.#advance(next.slot);
      if (slotMs === 0) await this.feed.room(signal);
      else await pause(due - performance.now(), signal);
    }
    if (!signal.aborted) this.#advance(Number.MAX_SAFE_INTEGER);
    if (!signal.aborted) await this.feed.room(signal);
  }

  /** Sends the messages of one block, spread over the time until it is due, by `performance.now()`. */
  async #send(block: StoredBlock, due: number): Promise<void> {
    const { signal } = this.stopping;
    const { slotMs } = this.#options;
    const now = (): Uint8Array => timestamp(Date.now());
    this.feed.toAll(openingEvents(block, now()));
    const portions = slotMs === 0 ? 1 : PORTIONS;
    const content = contentEvents(block, now());
    content.splice(-1, 0, slotEvent(block.slot, SLOT_STATUS.completed, null, now()));
    const size = Math.ceil(content.length / portions);
    for (let portion = 0; portion < portions; portion += 1) {
      // A block ends slightly before its slot does, so that the next leader starts on time.
      if (slotMs > 0)
        await sleep(due - slotMs + (portion + 0.5) * (slotMs / portions) - performance.now(), signal);
      if (signal.aborted) return;
      if (portion === QUIET_PORTION) await this.#prefetch();
      const createdAt = now();
      const part = content.slice(portion * size, (portion + 1) * size);
      for (const event of part) event.createdAt = createdAt;
      this.feed.to('processed', () => part);
    }
    // The lifecycle status goes to every commitment.
    const completed = slotEvent(block.slot, SLOT_STATUS.completed, null, now());
    this.feed.to('confirmed', () => [completed]);
    this.feed.to('finalized', () => [completed]);
    this.#keep(block);
    this.feed.to('processed', () => blockEvents(block, now()));
    this.feed.toAll([commitmentEvent(block, 'processed', now())]);
  }

  /** Packs the block immediately: slots may be generated long before they are sent, and are kept long afterwards. */
  async #next(): Promise<SourceSlot | null> {
    const next = await this.#source.next();
    return next === null || next.block === null ? next : { ...next, block: packBlock(next.block) };
  }

  async #prefetch(): Promise<void> {
    if (this.#ready.length > 0) return;
    const next = await this.#next();
    if (next !== null) this.#ready.push(next);
  }

  #keep(block: StoredBlock): void {
    this.ring.add(block);
    this.#createdAt.set(block, timestamp(Date.now()));
    this.#unfinished.push({ block, confirmed: false });
  }

  /** Confirms and finalises the blocks that are old enough once `slot` is over. */
  #advance(slot: number): void {
    const { confirmedDelaySlots, finalizedDelaySlots } = this.#options;
    for (const item of this.#unfinished)
      if (!item.confirmed && slot - item.block.slot >= confirmedDelaySlots) {
        item.confirmed = true;
        this.#commit(item.block, 'confirmed');
      }
    while (
      this.#unfinished[0] !== undefined &&
      slot - this.#unfinished[0].block.slot >= finalizedDelaySlots
    ) {
      this.#commit(this.#unfinished[0].block, 'finalized');
      this.#unfinished.shift();
    }
  }

  #commit(block: StoredBlock, commitment: 'confirmed' | 'finalized'): void {
    this.ring.reach(block.slot, commitment);
    const now = timestamp(Date.now());
    const createdAt = this.#createdAt.get(block) ?? now;
    this.feed.to(commitment, () => [...contentEvents(block, createdAt), ...blockEvents(block, createdAt)]);
    this.feed.toAll([commitmentEvent(block, commitment, now)]);
  }
}
