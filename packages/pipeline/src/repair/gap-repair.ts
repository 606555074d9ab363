import { setTimeout as sleep } from 'node:timers/promises';
import type { Block } from '@tickscope/chain';
import {
  type BlockWriter,
  type ClickHouseClient,
  closeGap,
  countGaps,
  type Gap,
  readDueGaps,
  readLinks,
  readNextLink,
  writeGap,
} from '@tickscope/store';
import type { StoredBlocks } from '../write/stored-blocks.js';
import { type RangeOutcome, repairRange } from './repair-range.js';
import type { RepairSource } from './repair-source.js';

/** What an operator watches. All are called synchronously; none may throw. */
export interface RepairEvents {
  /** How many slots are in each state; absent: none. */
  gaps(slotsByState: ReadonlyMap<Gap['state'], { ranges: number; slots: number }>): void;
  /** A block is stored that was missing. */
  repaired(block: Block, source: string): void;
  /** A gap changed its state. */
  settled(gap: Gap): void;
  failed(error: Error): void;
}

export interface RepairLimits {
  /** Between two looks at the gaps. */
  everyMs: number;
  firstWaitSeconds: number;
  longestWaitSeconds: number;
  /** Failed tries, after which only a person starts it again (by setting its state to `open`). */
  maxTries: number;
  /** Of one gap before the next has its turn. */
  blocksAtOnce: number;
}

const DEFAULT_LIMITS: RepairLimits = {
  everyMs: 2_000,
  firstWaitSeconds: 2,
  longestWaitSeconds: 3_600,
  // Some two days: a node that is away over a weekend is the usual worst.
  maxTries: 60,
  blocksAtOnce: 64,
};

const GAPS_AT_ONCE = 50;
/** A gap whose next stored block is farther away is at the end of what is stored. */
const LINK_WITHIN_SLOTS = 432_000;
const MAX_DETAIL = 400;

/**
 * Closes gaps in the background, beside the live stream: takes those that are due, newest first, walks each by the
 * chain of parents and fetches what is missing from the sources in their order. State, tries and cause of every gap are
 * in `gaps`; so a restart, or another ingester, goes on where this one was.
 */
export class GapRepair {
  readonly #client: ClickHouseClient;
  readonly #writer: Pick<BlockWriter, 'write'>;
  readonly #sources: readonly RepairSource[];
  readonly #storedBlocks: StoredBlocks | undefined;
  readonly #on: RepairEvents;
  readonly #limits: RepairLimits;
  readonly #stopping = new AbortController();

  constructor(options: {
    client: ClickHouseClient;
    /** Its own: a writer does one thing at a time. */
    writer: Pick<BlockWriter, 'write'>;
    /** In the order in which they are asked. None: gaps that were filled otherwise are still closed. */
    sources: readonly RepairSource[];
    /** Where fetched blocks are published. */
    storedBlocks?: StoredBlocks;
    on: RepairEvents;
    limits?: Partial<RepairLimits>;
  }) {
    this.#client = options.client;
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

  /** Gives each gap that is due one turn. True when none of them could go on at once. */
  async round(): Promise<boolean> {
    const { firstWaitSeconds, longestWaitSeconds } = this.#limits;
    this.#on.gaps(await countGaps(this.#client));
    const due = await readDueGaps(this.#client, {
      firstWaitSeconds,
      longestWaitSeconds,
      limit: GAPS_AT_ONCE,
    });
    let isDone = true;
    for (const gap of due) {
      if (this.#stopping.signal.aborted) return true;
      if (!(await this.#repair(gap))) isDone = false;
    }
    for (const source of this.#sources) source.reset?.();
    return isDone;
  }

  /** False when there is more to do at once. */
  async #repair(gap: Required<Gap>): Promise<boolean> {
    const written = new Map<string, number>();
    const outcome = await repairRange(
      { fromSlot: gap.fromSlot, toSlot: gap.toSlot, trustStored: gap.cause !== 'replaced' },
      {
        nextLink: (slot) => readNextLink(this.#client, slot, LINK_WITHIN_SLOTS),
        links: (fromSlot, toSlot) => readLinks(this.#client, fromSlot, toSlot),
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
        // A try that got on is not a failed one: no waiting.
        return { state: 'repairing', detail: `goes on; fetched in the last turn: ${from}`, tries: 0 };
      case 'failed': {
        // Where nothing newer is stored, nobody was asked: such a try counts for nothing but the wait.
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
    if (gap.state === 'repaired') await closeGap(this.#client, { ...gap, updatedAtUs });
    else await writeGap(this.#client, gap);
    if (gap.state !== former.state || gap.state === 'repairing') this.#on.settled(gap);
  }
}
