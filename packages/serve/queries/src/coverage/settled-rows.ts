import type { SlotRange } from '@tickscope/chain';
import { column, defineFileQuery } from '@tickscope/store';
import { LRUCache } from 'lru-cache';
import { perDatabase } from '../caches/per-database.js';
import { remembered } from '../caches/remembered.js';
import type { Database, QueryContext } from '../database.js';

/** Must match the queries. */
const SLOTS_A_BUCKET = 256;
const CHANGED = { row: { bucket: column.integer, digest: column.text }, isPointRead: true };
/** The three queries for what changed since a version. Apart, because one statement for all three costs twice as much. */
const CHANGES = [
  defineFileQuery(import.meta.url, './changed-blocks.sql', CHANGED),
  defineFileQuery(import.meta.url, './changed-detection.sql', CHANGED),
  defineFileQuery(import.meta.url, './replaced-blocks.sql', CHANGED),
];
const NEWEST_SLOT = defineFileQuery(import.meta.url, './newest-slot.sql', {
  row: { slot: column.integer },
  isPointRead: true,
});

/** How long it is known what changed. */
const CHECKED_MS = 1_000;
/** The longest time between requests that makes this worthwhile: asking what changed costs as much as reading a range. */
const OFTEN_MS = 250;
/** For changes without a time: rows that retention drops, a restored table. */
const KEPT_MS = 300_000;
const MOST_ASKED_ONCE = 4_096;
/** More than any fork is deep, and than detection waits: above, something changes with nearly each block. */
const UNSETTLED_SLOTS = 150;

/** Recent changes, as of a moment ago. */
export interface Changes {
  newestSlot: number;
  /** Digest of the changes in each bucket. Absent: nothing for ten minutes. */
  digests: ReadonlyMap<number, string>;
}

/** Looks up once a second what changed, while ranges are asked often. */
class ChangeWatch {
  readonly #changes = remembered<Changes>(1);
  #askedAt = Number.NEGATIVE_INFINITY;

  /** To be called once a request. Null: requests are rare. */
  async current(database: Database, context: QueryContext): Promise<Changes | null> {
    const before = this.#askedAt;
    this.#askedAt = performance.now();
    return this.#askedAt - before > OFTEN_MS ? null : this.#look(database, context);
  }

  #look(database: Database, context: QueryContext): Promise<Changes> {
    return this.#changes('', context, async () => {
      const askedAt = performance.now();
      const [newest, ...changed] = await Promise.all([
        database.rows(NEWEST_SLOT, {}, context),
        ...CHANGES.map((query) => database.rows(query, {}, context)),
      ]);
      const digests = new Map<number, string>();
      for (const [kind, rows] of changed.entries())
        for (const { bucket, digest } of rows)
          digests.set(bucket, `${digests.get(bucket) ?? ''} ${kind}:${digest}`);
      return {
        value: { newestSlot: newest[0]?.slot ?? 0, digests },
        forMs: CHECKED_MS - (performance.now() - askedAt),
      };
    });
  }
}

/** The changes of a database. */
export const changesOf = perDatabase(() => new ChangeWatch());

interface KnownBucket<Row> {
  rows: readonly Row[];
  /** Digest of the changes that were known before the rows were read. */
  digest: string;
}

/**
 * Rows of short ranges well below the newest block, as they were read before (docs/performance.md, "Settled slots"). An
 * answer is at most a second behind when such a block is replaced, repaired or analysed again.
 */
export class SettledRows<Row extends { slot: number }> {
  readonly #reach: number;
  readonly #keepsEmpty: boolean;
  readonly #known: LRUCache<number, KnownBucket<Row>>;
  /** Buckets that were asked for once lately. To read a whole one pays only for those that are asked for again. */
  readonly #asked = new LRUCache<number, true>({ max: MOST_ASKED_ONCE, ttl: KEPT_MS });

  /**
   * @param options.mostBuckets of 256 slots
   * @param options.reach how many buckets to each side a change may reach: what was found in one block has parts in others
   * @param options.keepsEmpty false: a bucket without a row may be about to be filled, by rows that are older than they look
   */
  constructor(options: { mostBuckets: number; reach: number; keepsEmpty: boolean }) {
    this.#known = new LRUCache({ max: options.mostBuckets, ttl: KEPT_MS });
    this.#reach = options.reach;
    this.#keepsEmpty = options.keepsEmpty;
  }

  /**
   * Returns the rows of a range in slot order. Null: they have to be read, because some of its slots are not settled, or
   * are asked for the first time.
   *
   * @param asked.read reads the rows of a range, in slot order
   */
  async read({
    range,
    changes,
    read,
  }: {
    range: SlotRange;
    changes: Changes;
    read: (range: SlotRange) => Promise<Row[]>;
  }): Promise<Row[] | null> {
    const [first, last] = [bucketOf(range.fromSlot), bucketOf(range.toSlot)];
    if ((last + 1) * SLOTS_A_BUCKET > changes.newestSlot - UNSETTLED_SLOTS) return null;
    const buckets = new Map<number, readonly Row[] | null>();
    for (let id = first; id <= last; id += 1) buckets.set(id, this.#unchanged(id, changes));
    const unknown = [...buckets.keys()].filter((id) => buckets.get(id) === null);
    if (!this.#wereAsked(unknown)) return null;

    if (unknown.length > 0)
      for (const [id, rows] of await readBuckets(unknown[0]!, unknown.at(-1)!, read)) {
        buckets.set(id, rows);
        if (rows.length > 0 || this.#keepsEmpty)
          this.#known.set(id, { rows, digest: this.#digestOf(id, changes) });
      }
    return [...buckets.values()].flatMap((rows) =>
      rows!.filter(({ slot }) => slot >= range.fromSlot && slot <= range.toSlot),
    );
  }

  #unchanged(id: number, changes: Changes): readonly Row[] | null {
    const known = this.#known.get(id);
    return known !== undefined && known.digest === this.#digestOf(id, changes) ? known.rows : null;
  }

  /** Whether all of some buckets were asked for before. They are from now on. */
  #wereAsked(ids: readonly number[]): boolean {
    const isNew = ids.filter((id) => this.#asked.get(id) === undefined);
    for (const id of isNew) this.#asked.set(id, true);
    return isNew.length === 0;
  }

  #digestOf(id: number, { digests }: Changes): string {
    const near = Array.from({ length: 2 * this.#reach + 1 }, (_, at) => id - this.#reach + at);
    return near.map((each) => digests.get(each) ?? '').join('/');
  }
}

function bucketOf(slot: number): number {
  return Math.floor(slot / SLOTS_A_BUCKET);
}

async function readBuckets<Row extends { slot: number }>(
  first: number,
  last: number,
  read: (range: SlotRange) => Promise<Row[]>,
): Promise<Map<number, Row[]>> {
  const buckets = new Map<number, Row[]>();
  for (let id = first; id <= last; id += 1) buckets.set(id, []);
  const range = { fromSlot: first * SLOTS_A_BUCKET, toSlot: (last + 1) * SLOTS_A_BUCKET - 1 };
  for (const row of await read(range)) buckets.get(bucketOf(row.slot))!.push(row);
  return buckets;
}
