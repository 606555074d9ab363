import { sqlFile } from '@tickscope/store';
import type { Database } from '../../database/database.js';
import { toInteger } from '../../database/integers.js';
import { readSymbols } from '../../reference/token-symbols.js';
import type { QueryContext } from '../../request-context.js';
import { groupBy } from '../incidents.js';
import { compareCursors, type FeedCursor } from './feed-cursor.js';
import {
  type FeedEvent,
  type FeedLegRow,
  type FeedRow,
  type PageRow,
  positionOf,
  toFeedEvent,
} from './feed-rows.js';
import { type FeedFilter, isUnfiltered, passes } from './filter.js';

const query = (name: string) => ({ name, sql: sqlFile(import.meta.url, `./${name}.sql`) });
const HEAD = query('feed-head');
const PAGE = query('feed-page');
const PAGE_FILTERED = query('feed-page-filtered');
const ROWS = query('feed-rows');
const LEGS = query('feed-legs');

/** Ids are sent in the URL of a request: more than this are read in batches. */
export const PAGE_ROWS = 200;

/**
 * The longest time between the timestamp of an insert and its visibility: its sender gives up after two
 * minutes. Two copies of one revision, by writers that did not know of each other, are no further apart either.
 */
export const LATEST_MS = 600_000;

const NO_END: FeedCursor = { block: Number.MAX_SAFE_INTEGER, offset: 0, atMs: 0 };

export interface FeedHead {
  epoch: string;
  /** The position of the last row; block 0 in an empty feed. `atMs` is the database's time now. */
  position: FeedCursor;
}

export async function readHead(database: Database, context: QueryContext): Promise<FeedHead> {
  type Row = [epoch: string | null, block: string, offset: string, nowMs: string];
  const [row] = await database.rows<Row>(HEAD, {}, context);
  const [epoch, block, offset, nowMs] = row!;
  return {
    // A reader without the right to see the table's identity can still listen. It cannot detect that the table
    // was recreated.
    epoch: epoch ?? '00000000',
    position: { block: toInteger(block), offset: toInteger(offset), atMs: toInteger(nowMs) },
  };
}

export interface FeedPage {
  events: FeedEvent[];
  /** The position of the last row read, whether or not it is an event; null: no row was read. */
  readTo: FeedCursor | null;
  /** There may be more rows. */
  isFull: boolean;
}

/** Reads the next events after a position, up to another one, in the feed's order; each revision of a sandwich once. */
export async function readPage(
  database: Database,
  range: { after: FeedCursor; upTo: FeedCursor | null; filter: FeedFilter | null },
  context: QueryContext,
): Promise<FeedPage> {
  const { after, filter } = range;
  const upTo = range.upTo ?? NO_END;
  const bounds = {
    from_ms: Math.max(0, after.atMs - LATEST_MS),
    block: after.block,
    offset: after.offset,
    to_block: upTo.block,
    to_offset: upTo.offset,
    rows: PAGE_ROWS,
  };
  const page = await (filter === null || isUnfiltered(filter)
    ? database.rows<PageRow>(PAGE, bounds, context)
    : database.rows<PageRow>(PAGE_FILTERED, { ...bounds, ...namedParts(filter) }, context));
  const last = page.at(-1);
  if (last === undefined) return { events: [], readTo: null, isFull: false };
  const events = await readEvents(database, page, context);
  return {
    events: filter === null ? events : events.filter(({ facts }) => passes(facts, filter)),
    readTo: positionOf(last),
    isFull: page.length === PAGE_ROWS,
  };
}

function namedParts({ pool, dex, attacker, victim }: FeedFilter): Record<string, string> {
  return { pool: pool ?? '', dex: dex ?? '', attacker: attacker ?? '', victim: victim ?? '' };
}

async function readEvents(
  database: Database,
  page: readonly PageRow[],
  context: QueryContext,
): Promise<FeedEvent[]> {
  const arrivals = page.map(([, , arrivedMs]) => toInteger(arrivedMs));
  const revisions = page.map(([, , , , , revision]) => revision);
  const sandwiches = new Map(page.map(([, , , firstSlot, id]) => [id, toInteger(firstSlot)]));
  const [rows, legs] = await Promise.all([
    database.rows<FeedRow>(
      ROWS,
      {
        from_ms: Math.max(0, Math.min(...arrivals) - LATEST_MS),
        to_ms: Math.max(...arrivals) + LATEST_MS,
        ids: page.map(([, , , , id]) => id),
        revisions,
      },
      context,
    ),
    database.rows<FeedLegRow>(
      LEGS,
      {
        first_slots: [...sandwiches.values()],
        ids: [...sandwiches.keys()],
        // The previous revision is one or two below (packages/store, sandwich-writer.ts).
        revisions: [...new Set(revisions.flatMap((it) => [it, Math.max(0, it - 1), Math.max(0, it - 2)]))],
      },
      context,
    ),
  ]);
  const mints = rows.flatMap((row) => [row[21], row[22]]);
  const symbolOf = await readSymbols(database, mints, context);
  const legsOf = groupBy(legs, ([id]) => id);
  const [first, last] = [positionOf(page[0]!), positionOf(page.at(-1)!)];
  const seen = new Set<string>();
  const events: FeedEvent[] = [];
  for (const row of rows) {
    const key = `${row[3]}/${row[6]}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const position = positionOf(row);
    // A duplicate. The first copy was reported at its own position, which may be before this page.
    if (compareCursors(position, first) < 0 || compareCursors(position, last) > 0) continue;
    events.push(toFeedEvent(row, legsOf.get(row[3]) ?? [], symbolOf));
  }
  return events;
}
