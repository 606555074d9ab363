import type { SlotRange } from '@tickscope/chain';
import { column, defineFileQuery, param } from '@tickscope/store';
import { perDatabase } from '../caches/per-database.js';
import type { Database, QueryContext } from '../database.js';
import { type Bucket, SLOTS, SLOTS_A_BUCKET } from './buckets.js';

const CHANGED_BUCKETS = defineFileQuery(import.meta.url, './changed-buckets.sql', {
  params: { ...SLOTS, since: param.integer },
  row: {
    /** Unix seconds. */
    now: column.integer,
    storedRows: column.integer,
    detectedRows: column.integer,
    changed: column.list(column.integer),
  },
});

/**
 * A row may become visible this much later than its own time: its sender gives up after two minutes. And a request may
 * add a bucket that it read a while ago.
 */
const LATE_SECONDS = 600;
/** Some four months of slots. */
const MOST_BUCKETS = 8_192;

/** A whole bucket as it is stored, and whether all its blocks are detected, with all token links. */
export interface KnownBucket {
  bucket: Bucket;
  isDetected: boolean;
}

export interface KnownBuckets {
  /** By bucket. */
  all: ReadonlyMap<number, KnownBucket>;
  /** The server's time when they were checked, in Unix seconds. */
  now: number;
}

/**
 * Buckets of slots that were read before. Old ones nearly never change, and reading a month of them is most of the cost
 * of an answer about a month. One is forgotten when a block of it was stored, or detection has run over one, since it was
 * read: both have an indexed time. A block that is removed without another in its place is noticed when detection has
 * run over its slot, which follows within seconds; rows that are removed in masses, by their number.
 */
class Buckets {
  readonly #known = new Map<number, KnownBucket>();
  #since = 0;

  /** Returns what is still known, by what was stored and detected since. */
  async current(database: Database, context: QueryContext): Promise<KnownBuckets> {
    const slots = this.#slots();
    const asked = [...this.#known.values()];
    const [row] = await database.rows(
      CHANGED_BUCKETS,
      { from: slots.fromSlot, to: slots.toSlot, since: this.#since },
      context,
    );
    if (row === undefined) throw new Error('CHANGED_BUCKETS returned no row, though it has no GROUP BY');
    const { now, storedRows, detectedRows, changed } = row;
    const rowsOf = (some: readonly KnownBucket[]): number =>
      some.reduce((sum, { bucket }) => sum + bucket.slots, 0);
    const isRemoved =
      storedRows < rowsOf(asked) || detectedRows < rowsOf(asked.filter(({ isDetected }) => isDetected));
    if (isRemoved) this.#known.clear();
    for (const id of changed) this.#known.delete(id);
    this.#since = Math.max(this.#since, now - LATE_SECONDS);
    return { all: new Map(this.#known), now };
  }

  /** Adds whole buckets, read after `current`, in which nothing is missing or incomplete. */
  add(buckets: readonly KnownBucket[]): void {
    for (const known of buckets) this.#known.set(known.bucket.id, known);
    const ids = [...this.#known.keys()].sort((left, right) => left - right);
    for (const id of ids.slice(0, -MOST_BUCKETS)) this.#known.delete(id);
  }

  /** From the first to the last of them; an empty range where none is known. */
  #slots(): SlotRange {
    let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const id of this.#known.keys()) {
      first = Math.min(first, id);
      last = Math.max(last, id);
    }
    if (first > last) return { fromSlot: 1, toSlot: 0 };
    return { fromSlot: first * SLOTS_A_BUCKET, toSlot: (last + 1) * SLOTS_A_BUCKET - 1 };
  }
}

/** The known buckets of a database. */
export const knownBucketsOf = perDatabase(() => new Buckets());
