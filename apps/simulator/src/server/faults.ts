import type { ChainEvent } from '../chain/chain.js';
import { Random } from '../synthetic/random.js';
import type { OutMessage } from './filters.js';

/**
 * Faults on demand. Message numbers count from 1 over everything that the server sends except pings and pongs. A fault
 * of a given message or slot occurs once, so that a client that reconnects and asks again gets the correct data; shares
 * are drawn per message.
 */
export interface FaultOptions {
  seed: string;
  /** After these messages the stream ends with UNAVAILABLE. */
  disconnectAt: readonly number[];
  /** The same after every this many messages; 0: never. */
  disconnectEvery: number;
  /** Before these messages nothing is sent for `stallMs`. */
  stallAt: readonly number[];
  stallMs: number;
  duplicateAt: readonly number[];
  duplicateShare: number;
  dropAt: readonly number[];
  dropShare: number;
  /** Messages are reordered within a window of this size; 0 or 1: not at all. */
  reorderWindow: number;
  /** These messages are replaced by undecodable bytes. */
  garbageAt: readonly number[];
  garbageShare: number;
  /** These messages are truncated at a random point. */
  truncateAt: readonly number[];
  truncateShare: number;
  /** In these messages one bit is flipped: they may still decode, to something wrong. */
  flipAt: readonly number[];
  flipShare: number;
  /** For these slots only the first half of entries and transactions is sent. */
  halfSlots: readonly number[];
  halfSlotShare: number;
  /** Blocks and block metas of these slots report one transaction or entry too many. */
  wrongCountSlots: readonly number[];
  wrongCountShare: number;
  /**
   * For these slots another block is sent too, with another hash and half of the transactions, as by an equivocating
   * leader or a server on a fork. Only in subscriptions to whole blocks.
   */
  forkSlots: readonly number[];
  forkShare: number;
  /** When the other block is sent: before the true one, after it, or instead of it. */
  forkPlace: 'before' | 'after' | 'instead';
}

export const NO_FAULTS: FaultOptions = {
  seed: 'faults',
  disconnectAt: [],
  disconnectEvery: 0,
  stallAt: [],
  stallMs: 0,
  duplicateAt: [],
  duplicateShare: 0,
  dropAt: [],
  dropShare: 0,
  reorderWindow: 0,
  garbageAt: [],
  garbageShare: 0,
  truncateAt: [],
  truncateShare: 0,
  flipAt: [],
  flipShare: 0,
  halfSlots: [],
  halfSlotShare: 0,
  wrongCountSlots: [],
  wrongCountShare: 0,
  forkSlots: [],
  forkShare: 0,
  forkPlace: 'before',
};

/** The outcome for one message. */
export interface Outcome {
  copies: number;
  stallMs: number;
  isGarbage: boolean;
  isTruncated: boolean;
  isFlipped: boolean;
  wrongCounts: boolean;
  half: boolean;
  /** When its fork is sent; null if it has none. */
  fork: FaultOptions['forkPlace'] | null;
  disconnectAfter: boolean;
}

/** Counts messages and decides on faults. One per server, shared by its streams. */
export class FaultInjector {
  readonly options: FaultOptions;
  readonly random: Random;
  /** Whether any fault is configured; if not, streams skip the bookkeeping. */
  readonly isActive: boolean;
  #count = 0;
  /** The pass that a fault of a slot hit, by both; null: none. */
  readonly #hits = new Map<string, object | null>();

  constructor(options: Partial<FaultOptions> = {}) {
    this.options = { ...NO_FAULTS, ...options };
    this.random = new Random(`${this.options.seed}/faults`);
    this.isActive = Object.entries(this.options).some(
      ([name, value]) => !SETTINGS.has(name) && (typeof value === 'number' ? value > 0 : value.length > 0),
    );
  }

  /** `pass` identifies one pass of a stream over the chain: a new pass gets every slot whole. */
  decide(message: Exclude<OutMessage, { type: 'ping' | 'pong' }>, pass: object): Outcome {
    const { options, random } = this;
    this.#count += 1;
    const number = this.#count;
    const { event } = message;
    const draw = (share: number): boolean => share > 0 && random.chance(share);
    const isDropped =
      options.dropAt.includes(number) || draw(options.dropShare) || this.#isInLostHalf(message, pass);
    const isDoubled = options.duplicateAt.includes(number) || draw(options.duplicateShare);
    return {
      copies: isDropped ? 0 : isDoubled ? 2 : 1,
      stallMs: options.stallAt.includes(number) ? options.stallMs : 0,
      isGarbage: options.garbageAt.includes(number) || draw(options.garbageShare),
      isTruncated: options.truncateAt.includes(number) || draw(options.truncateShare),
      isFlipped: options.flipAt.includes(number) || draw(options.flipShare),
      wrongCounts: this.#isMiscounted(event, pass),
      half: event.type === 'block' && this.#isHalved(event.slot, pass),
      fork: event.type === 'block' && this.#isForked(event.slot, pass) ? options.forkPlace : null,
      disconnectAfter:
        options.disconnectAt.includes(number) ||
        (options.disconnectEvery > 0 && number % options.disconnectEvery === 0),
    };
  }

  #isInLostHalf({ event }: Exclude<OutMessage, { type: 'ping' | 'pong' }>, pass: object): boolean {
    return (
      (event.type === 'entry' || event.type === 'transaction') &&
      event.isSecondHalf &&
      this.#isHalved(event.slot, pass)
    );
  }

  #isMiscounted({ type, slot }: ChainEvent, pass: object): boolean {
    const { wrongCountSlots, wrongCountShare } = this.options;
    if (type !== 'block' && type !== 'blockMeta') return false;
    return this.#isHit(`count of ${type}`, slot, pass, wrongCountSlots, wrongCountShare);
  }

  #isHalved(slot: number, pass: object): boolean {
    return this.#isHit('half', slot, pass, this.options.halfSlots, this.options.halfSlotShare);
  }

  #isForked(slot: number, pass: object): boolean {
    return this.#isHit('fork', slot, pass, this.options.forkSlots, this.options.forkShare);
  }

  /** Draws once for each fault and slot whether it happens: to the pass that asks first, and to no other. */
  #isHit(fault: string, slot: number, pass: object, slots: readonly number[], share: number): boolean {
    if (slots.length === 0 && share === 0) return false;
    const key = `${fault} ${slot}`;
    const hits = this.#hits;
    if (!hits.has(key))
      hits.set(key, slots.includes(slot) || (share > 0 && this.random.chance(share)) ? pass : null);
    if (hits.size > LONGEST_MEMORY) hits.delete(hits.keys().next().value!);
    return hits.get(key) === pass;
  }

  /** Applies the outcome to the message's true bytes. */
  distort(bytes: Buffer, { isGarbage, isTruncated, isFlipped }: Outcome): Buffer {
    if (isGarbage) return this.#garbage();
    if (isTruncated) return bytes.subarray(0, this.random.below(bytes.length));
    if (isFlipped) bytes[this.random.below(bytes.length)]! ^= 1 << this.random.below(8);
    return bytes;
  }

  /** Bytes that begin with an endless varint. */
  #garbage(): Buffer {
    const bytes = this.random.bytes(200);
    bytes.fill(0xff, 0, 16);
    return bytes;
  }
}

/** Options that are not faults by themselves. */
const SETTINGS: ReadonlySet<string> = new Set(['seed', 'stallMs', 'forkPlace']);
const LONGEST_MEMORY = 100_000;
