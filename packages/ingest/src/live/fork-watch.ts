import { setTimeout as sleep } from 'node:timers/promises';
import { type BlockWriter, type ClickHouseClient, readLinks, type StoredLink } from '@tickscope/store';
import { DEPTH_OF_PROOF, offChainBlocks } from './off-chain.js';

export interface ForkWatchEvents {
  /** A block is gone from all tables; its gap is open for repair. */
  removed(link: StoredLink, detail: string): void;
  failed(error: Error): void;
}

export interface ForkWatchOptions {
  client: ClickHouseClient;
  /** Its own: a writer does one thing at a time. */
  writer: Pick<BlockWriter, 'remove'>;
  newestSlot(): Promise<number | null>;
  on: ForkWatchEvents;
  everyMs?: number;
  depthOfProof?: number;
}

const EVERY_MS = 5_000;
/** Looked at in each round: what was looked at before may have changed, by repair or another ingester. */
const WINDOW_SLOTS = 1_024;

/**
 * Looks at the chain as it is stored: blocks that it does not go through are taken out, whoever wrote them (this
 * ingester, one beside it, a server that lied), and their slots left to gap repair, which brings the block that the
 * chain names, or sees that the slot was skipped.
 */
export class ForkWatch {
  readonly #options: ForkWatchOptions;
  readonly #stopping = new AbortController();

  constructor(options: ForkWatchOptions) {
    this.#options = options;
  }

  /** Runs until `stop`. */
  async run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.round().catch((error: Error) => {
        if (!signal.aborted) this.#options.on.failed(error);
      });
      await sleep(this.#options.everyMs ?? EVERY_MS, undefined, { signal }).catch(() => {});
    }
  }

  stop(): void {
    this.#stopping.abort();
  }

  /** Looks once; gives how many blocks it took out. */
  async round(): Promise<number> {
    const { client, writer, newestSlot, on, depthOfProof = DEPTH_OF_PROOF } = this.#options;
    const newest = await newestSlot();
    if (newest === null) return 0;
    const links = await readLinks(client, Math.max(0, newest - WINDOW_SLOTS), newest);
    let removed = 0;
    for (const { link, witness } of offChainBlocks(links, depthOfProof)) {
      if (this.#stopping.signal.aborted) break;
      const detail =
        witness.parentSlot === link.slot
          ? `slot ${witness.slot} builds on another block of this slot`
          : `slot ${witness.slot} builds on slot ${witness.parentSlot}: the chain skipped this one`;
      if (!(await writer.remove(link.slot, Buffer.from(link.blockhash, 'hex'), detail))) continue;
      removed += 1;
      on.removed(link, detail);
    }
    return removed;
  }
}
