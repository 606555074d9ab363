import { setTimeout as sleep } from 'node:timers/promises';
import type { SlotRange } from '@tickscope/chain';
import { type BlockWriter, type ClickHouseClient, readLinks, type StoredLink } from '@tickscope/store';
import { readUnrecordedGaps, writeUnrecordedGaps } from '../assemble/unrecorded-gaps.js';
import { DEPTH_OF_PROOF, offChainBlocks } from './off-chain.js';

export interface ChainWatchEvents {
  /** A block is gone from all tables; its gap is open for repair. */
  removed(link: StoredLink, detail: string): void;
  /** Blocks are missing between stored ones, and no gap told of them; now one does. */
  missed(hole: SlotRange): void;
  failed(error: Error): void;
}

export interface ChainWatchOptions {
  client: ClickHouseClient;
  /** Its own: a writer does one thing at a time. */
  writer: Pick<BlockWriter, 'remove'>;
  newestSlot(): Promise<number | null>;
  on: ChainWatchEvents;
  everyMs?: number;
  depthOfProof?: number;
}

const EVERY_MS = 5_000;
/** Looked at in each round: what was looked at before may have changed, by repair or another ingester. */
const WINDOW_SLOTS = 1_024;

/**
 * Looks at the chain as it is stored, whoever wrote it (this ingester, one beside it, a server that lied). Blocks that
 * it does not go through are taken out, and their slots left to gap repair, which brings the block that the chain
 * names, or sees that the slot was skipped. Blocks that it goes through and that are not stored become gaps, whatever
 * it was that lost them.
 */
export class ChainWatch {
  readonly #options: ChainWatchOptions;
  readonly #stopping = new AbortController();
  /** Where the holes of the last round end: what is still missing in the next one is not just on its way. */
  #suspected: ReadonlySet<number> = new Set();

  constructor(options: ChainWatchOptions) {
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
    const newest = await this.#options.newestSlot();
    if (newest === null) return 0;
    const removed = await this.#removeOffChain(newest);
    await this.#recordHoles(newest);
    return removed;
  }

  async #removeOffChain(newest: number): Promise<number> {
    const { client, writer, on, depthOfProof = DEPTH_OF_PROOF } = this.#options;
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

  async #recordHoles(newest: number): Promise<void> {
    const holes = await readUnrecordedGaps(this.#options.client, newest);
    const missed = holes.filter(({ toSlot }) => this.#suspected.has(toSlot));
    this.#suspected = new Set(holes.map(({ toSlot }) => toSlot));
    await writeUnrecordedGaps(this.#options.client, missed, 'and no gap told of it');
    for (const hole of missed) this.#options.on.missed(hole);
  }
}
