import type { ChainEvent, ChainSubscriber, Commitment, SlotRecord, StoredBlock } from './chain.js';
import { Feed } from './feed.js';
import { SlotRing } from './slot-ring.js';

/**
 * The chain that a simulator serves, from any source: subscribers, the kept slots, and a life from start to end. Read by
 * the gRPC server and by other servers (JSON-RPC) of the same process.
 */
export abstract class FedChain {
  /** Resolves when the source has ended and everything was delivered to the subscribers. */
  readonly ended: Promise<void>;
  protected readonly feed = new Feed();
  protected readonly ring: SlotRing;
  protected readonly stopping = new AbortController();
  #isStarted = false;
  #settle!: { end: () => void; fail: (cause: unknown) => void };

  /** @param retentionSlots slots kept for `from_slot` */
  constructor(retentionSlots: number) {
    this.ring = new SlotRing(retentionSlots);
    this.ended = new Promise((end, fail) => {
      this.#settle = { end, fail };
    });
    // Callers that wait for the end get the error; without one, it must not end the process as an unhandled rejection.
    this.ended.catch(() => undefined);
  }

  /** Base58 identity of a slot's leader; null if the chain does not know it. */
  abstract leaderAt(slot: number): string | null;
  /** The events that a client with `from_slot` gets before the live ones, oldest first. */
  abstract replay(fromSlot: number, commitment: Commitment): Iterable<ChainEvent>;
  /** Sends everything that the source has, until it ends or the chain is stopped. */
  protected abstract run(): Promise<void>;

  /** Delivers events from now on. The listener must not throw. */
  subscribe(subscriber: ChainSubscriber): () => void {
    return this.feed.subscribe(subscriber);
  }

  /** The highest block that has reached a commitment; `null` before the first. */
  head(commitment: Commitment): StoredBlock | null {
    return this.ring.head(commitment);
  }

  /** The oldest block that can still be replayed; `null` before the first. */
  firstAvailableSlot(): number | null {
    return this.ring.firstSlot();
  }

  /** The record of a slot; null if it lies ahead or is no longer kept. */
  slotAt(slot: number): SlotRecord | null {
    return this.ring.slotAt(slot);
  }

  blockAt(slot: number): StoredBlock | null {
    return this.ring.blockAt(slot);
  }

  /** Returns the kept blocks of a slot range, in slot order. */
  blocksBetween(first: number, last: number): StoredBlock[] {
    return this.ring.between(first, last);
  }

  /** Finds the kept block with this hash (base58), if it has at least this commitment. */
  findBlockhash(blockhash: string, commitment: Commitment): StoredBlock | null {
    return this.ring.findBlockhash(blockhash, commitment);
  }

  /** Lets the chain advance until its source ends or it is stopped. */
  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.run().then(this.#settle.end, this.#settle.fail);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    if (this.#isStarted) await this.ended.catch(() => undefined);
    else this.#settle.end();
  }
}
