import { setTimeout as sleep } from 'node:timers/promises';
import type { Block } from '@tickscope/chain';
import {
  type BlockWriter,
  closeGap,
  countGaps,
  type Gap,
  type ReadWrite,
  readDueGaps,
  readLinks,
  readNextLink,
  writeGap,
} from '@tickscope/store';
import type { StoredBlocks } from '../write/stored-blocks.js';
import { type RangeOutcome, repairRange } from './repair-range.js';
import type { RepairSource } from './repair-source.js';

/** Events for monitoring. Called synchronously; handlers must not throw. */
export interface RepairEvents {
  /** Number of ranges and slots per state; states without gaps are absent. */
  gaps(slotsByState: ReadonlyMap<Gap['state'], { ranges: number; slots: number }>): void;
  /** A missing block was stored. */
  repaired(block: Block, source: string): void;
  /** A gap changed its state. */
  settled(gap: Gap): void;
  failed(error: Error): void;
}

export interface RepairLimits {
  /** Interval between two rounds. */
  everyMs: number;
  firstWaitSeconds: number;
  longestWaitSeconds: number;
  /** Failed tries, after which only an operator can restart it (by setting its state to `open`). */
  maxTries: number;
  /** Blocks fetched for one gap before the next gap is tried. */
  blocksAtOnce: number;
}

const DEFAULT_LIMITS: RepairLimits = {
  everyMs: 2_000,
  firstWaitSeconds: 2,
  longestWaitSeconds: 3_600,
  // About two days: enough for a node that is down over a weekend.
  maxTries: 60,
  blocksAtOnce: 64,
};

const GAPS_AT_ONCE = 50;
/** If the next stored block is farther away, the gap is at the end of what is stored. */
const LINK_WITHIN_SLOTS = 432_000;
const MAX_DETAIL = 400;

/**
 * Closes gaps in the background, beside the live stream. Takes the gaps that are due, newest first, walks each along
 * the chain of parents and fetches missing blocks from the sources in their order. State, tries and cause of every gap
 * are in `gaps`, so a restart or another ingester continues where this one stopped.
 */
export class GapRepair {
  readonly #store: ReadWrite;
  readonly #writer: Pick<BlockWriter, 'write'>;
  readonly #sources: readonly RepairSource[];
  readonly #storedBlocks: StoredBlocks | undefined;
  readonly #on: RepairEvents;
  readonly #limits: RepairLimits;
  readonly #stopping = new AbortController();

  constructor(options: {
    store: ReadWrite;
    /** Not shared: a writer handles one call at a time. */
    writer: Pick<BlockWriter, 'write'>;
    /** In the order in which they are tried. Without any, gaps that were filled otherwise are still closed. */
    sources: readonly RepairSource[];
    /** Fetched blocks are published here. */
    storedBlocks?: StoredBlocks;
    on: RepairEvents;
    limits?: Partial<RepairLimits>;
  }) {
    this.#store = options.store;
    this.#writer = options.writer;
    this.#sources = options.sources;
    this.#storedBlocks = options.storedBlocks;
    this.#on = options.on;
    this.#limits = { ...DEFAULT_LIMITS, ...options.limits };
  }

  /** Runs until `stop`. */
  async run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const isDone = await this.round().catch((error: Error) => {
        if (!signal.aborted) this.#on.failed(error);
        return true;
      });
      if (isDone) await sleep(this.#limits.everyMs, undefined, { signal }).catch(() => {});
    }
  }

  stop(): void {
    this.#stopping.abort();
  }

  /** Tries each due gap once. Returns true if none of them can continue immediately. */
  async round(): Promise<boolean> {
    const { firstWaitSeconds, longestWaitSeconds } = this.#limits;
    const counts = await countGaps(this.#store.read);
    this.#on.gaps(counts);
    const isSomeOpen = counts.has('open') || counts.has('repairing');
    const due = isSomeOpen
      ? await readDueGaps(this.#store.read, { firstWaitSeconds, longestWaitSeconds, limit: GAPS_AT_ONCE })
      : [];
    let isDone = true;
    for (const gap of due) {
      if (this.#stopping.signal.aborted) return true;
      if (!(await this.#repair(gap))) isDone = false;
    }
    for (const source of this.#sources) source.reset?.();
    return isDone;
  }

  /** Returns false if the gap can continue immediately. */
  async #repair(gap: Required<Gap>): Promise<boolean> {
    const written = new Map<string, number>();
    const outcome = await repairRange(
      { fromSlot: gap.fromSlot, toSlot: gap.toSlot, trustStored: gap.cause !== 'replaced' },
      {
        nextLink: (slot) => readNextLink(this.#store.read, slot, LINK_WITHIN_SLOTS),
        links: (fromSlot, toSlot) => readLinks(this.#store.read, fromSlot, toSlot),
        sources: this.#sources,
        signal: this.#stopping.signal,
        maxBlocks: this.#limits.blocksAtOnce,
        write: async (block, source) => {
          await this.#writer.write([block]);
          written.set(source.name, (written.get(source.name) ?? 0) + 1);
          this.#storedBlocks?.stored([block]);
          this.#on.repaired(block, source.name);
        },
      },
    );
    await this.#settle(gap, this.#nextState(gap, outcome, written));
    return outcome.kind !== 'unfinished';
  }

  #nextState(
    gap: Required<Gap>,
    outcome: RangeOutcome,
    written: ReadonlyMap<string, number>,
  ): Pick<Required<Gap>, 'state' | 'detail' | 'tries'> {
    const from = [...written].map(([name, count]) => `${count} by ${name}`).join(', ');
    switch (outcome.kind) {
      case 'whole': {
        const skipped =
          outcome.skippedSlots === 0 ? '' : `; ${outcome.skippedSlots} slots were skipped by the chain`;
        return {
          state: 'repaired',
          detail: `${from === '' ? 'was stored meanwhile' : `blocks fetched: ${from}`}${skipped}`,
          tries: gap.tries,
        };
      }
      case 'unfinished':
        // A try that made progress is not a failure: no wait.
        return { state: 'repairing', detail: `continues; fetched in the last batch: ${from}`, tries: 0 };
      case 'failed': {
        // If nothing newer is stored, no source was tried: such a try only affects the wait.
        const tries =
          outcome.fetched > 0 ? 1 : outcome.slot === null ? Math.max(1, gap.tries) : gap.tries + 1;
        const where = outcome.slot === null ? '' : `slot ${outcome.slot}: `;
        return {
          state: tries >= this.#limits.maxTries ? 'given_up' : 'open',
          detail: `${where}${outcome.reason}`.slice(0, MAX_DETAIL),
          tries,
        };
      }
    }
  }

  async #settle(
    former: Required<Gap>,
    next: Pick<Required<Gap>, 'state' | 'detail' | 'tries'>,
  ): Promise<void> {
    const { updatedAtUs, ...range } = former;
    const gap: Gap = { ...range, ...next };
    if (gap.state === 'repaired') await closeGap(this.#store.write, { ...gap, updatedAtUs });
    else await writeGap(this.#store.write, gap);
    if (gap.state !== former.state || gap.state === 'repairing') this.#on.settled(gap);
  }
}
