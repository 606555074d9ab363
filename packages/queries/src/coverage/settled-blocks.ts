import type { SlotRange } from '@tickscope/chain';
import { column, defineQuery, sqlFile } from '@tickscope/store';
import { perDatabase } from '../caches/per-database.js';
import { Recent } from '../caches/recent.js';
import { remembered } from '../caches/remembered.js';
import type { Database, QueryContext } from '../database.js';
import type { StoredBlock } from './coverage.js';

/** Must match the queries. */
const SLOTS_A_BUCKET = 256;
const CHANGED = { params: {}, row: { bucket: column.integer, digest: column.text }, isPointRead: true };
/** What changed, in statements of their own: one of all three costs twice as much. */
const CHANGES = [
  defineQuery({
    name: 'changed-blocks',
    sql: sqlFile(import.meta.url, './changed-blocks.sql'),
    ...CHANGED,
  }),
  defineQuery({
    name: 'changed-detection',
    sql: sqlFile(import.meta.url, './changed-detection.sql'),
    ...CHANGED,
  }),
  defineQuery({
    name: 'replaced-blocks',
    sql: sqlFile(import.meta.url, './replaced-blocks.sql'),
    ...CHANGED,
  }),
];
const NEWEST_SLOT = defineQuery({
  name: 'newest-slot',
  sql: sqlFile(import.meta.url, './newest-slot.sql'),
  params: {},
  row: { slot: column.integer },
  isPointRead: true,
});

/** How long it is known what changed. */
const CHECKED_MS = 1_000;
/** Who asks less often than this gains nothing: to ask what changed costs as much as to read a range. */
const OFTEN_MS = 250;
/** For changes without a time: rows that retention drops, a restored table. */
const KEPT_MS = 300_000;
/** 65,536 slots, some 10 MB. */
const MOST_BUCKETS = 256;
/** More than any fork is deep, and than detection waits: above, something changes with nearly each block. */
const UNSETTLED_SLOTS = 150;

/** A stored block, without what the clock changes. */
export interface DatedBlock extends Omit<StoredBlock, 'isExpired'> {
  /** When it was stored, on the clock of `performance.now()`, in seconds. */
  storedAt: number;
}

interface Changes {
  newestSlot: number;
  /** What changed in each bucket. Absent: nothing for ten minutes. */
  digests: ReadonlyMap<number, string>;
}

interface KnownBucket {
  blocks: readonly DatedBlock[];
  /** Of the changes that were known before the blocks were read. */
  digest: string | undefined;
}

/**
 * The blocks of short ranges well below the newest block, with whether detection has run over them, as they were read
 * before (docs/adr/0035). While ranges are asked often, it is looked up once a second which of them have changed: an
 * answer is at most a second behind when such a block is replaced, repaired or analysed again.
 */
class SettledBlocks {
  readonly #known = new Recent<KnownBucket>({ most: MOST_BUCKETS });
  readonly #changes = remembered<Changes>(1);
  #askedAt = Number.NEGATIVE_INFINITY;

  /**
   * Returns the blocks of a range in slot order. Null: they have to be read, because some of its slots are not settled, or
   * because ranges are asked rarely.
   *
   * @param asked.read reads the blocks of a range, in slot order
   */
  async read(
    database: Database,
    { range, read }: { range: SlotRange; read: (range: SlotRange) => Promise<DatedBlock[]> },
    context: QueryContext,
  ): Promise<DatedBlock[] | null> {
    const before = this.#askedAt;
    this.#askedAt = performance.now();
    if (this.#askedAt - before > OFTEN_MS) return null;
    const [first, last] = [bucketOf(range.fromSlot), bucketOf(range.toSlot)];
    const changes = await this.#current(database, context);
    if ((last + 1) * SLOTS_A_BUCKET > changes.newestSlot - UNSETTLED_SLOTS) return null;

    const buckets = this.#unchanged({ first, last }, changes);
    const unknown = [...buckets.keys()].filter((id) => buckets.get(id) === null);
    if (unknown.length > 0)
      for (const [id, blocks] of await readBuckets(unknown[0]!, unknown.at(-1)!, read)) {
        buckets.set(id, blocks);
        // A bucket without a block may be about to be filled.
        if (blocks.length > 0)
          this.#known.set(String(id), { blocks, digest: changes.digests.get(id) }, KEPT_MS);
      }
    return [...buckets.values()].flatMap((blocks) =>
      blocks!.filter(({ slot }) => slot >= range.fromSlot && slot <= range.toSlot),
    );
  }

  /** The blocks of some buckets, in order; null of those that are not known, or have changed. */
  #unchanged(
    { first, last }: { first: number; last: number },
    { digests }: Changes,
  ): Map<number, readonly DatedBlock[] | null> {
    const buckets = new Map<number, readonly DatedBlock[] | null>();
    for (let id = first; id <= last; id += 1) {
      const known = this.#known.get(String(id));
      buckets.set(id, known !== undefined && known.digest === digests.get(id) ? known.blocks : null);
    }
    return buckets;
  }

  #current(database: Database, context: QueryContext): Promise<Changes> {
    return this.#changes('', context.signal, async () => {
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

function bucketOf(slot: number): number {
  return Math.floor(slot / SLOTS_A_BUCKET);
}

async function readBuckets(
  first: number,
  last: number,
  read: (range: SlotRange) => Promise<DatedBlock[]>,
): Promise<Map<number, DatedBlock[]>> {
  const buckets = new Map<number, DatedBlock[]>();
  for (let id = first; id <= last; id += 1) buckets.set(id, []);
  const range = { fromSlot: first * SLOTS_A_BUCKET, toSlot: (last + 1) * SLOTS_A_BUCKET - 1 };
  for (const block of await read(range)) buckets.get(bucketOf(block.slot))!.push(block);
  return buckets;
}

/** The settled blocks of a database. */
export const settledBlocksOf = perDatabase(() => new SettledBlocks());
