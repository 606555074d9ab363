import { groupBy } from '@tickscope/chain';
import { column, defineFileQuery, LONGEST_REVISION_STEP, param, type RowOf } from '@tickscope/store';
import type { TokenOf } from '../amounts/token-amount.js';
import type { Database, QueryContext } from '../database.js';
import { readTokensOf } from '../reference/token-symbols.js';
import { compareCursors, type FeedCursor } from './feed-cursor.js';
import {
  FEED_COLUMNS,
  FEED_LEG_COLUMNS,
  type FeedEvent,
  type FeedLegRow,
  type FeedRow,
  POSITION_COLUMNS,
  positionOf,
  revisionLoss,
  toFeedEvent,
} from './feed-rows.js';
import { type FeedFilter, isUnfiltered, passes, type Said } from './filter.js';

const HEAD = defineFileQuery(import.meta.url, './feed-head.sql', {
  row: {
    epoch: column.nullable(column.text),
    block: column.integer,
    offset: column.integer,
    nowMs: column.integer,
  },
});
const PAGE_BOUNDS = {
  from_ms: param.integer,
  block: param.integer,
  offset: param.integer,
  to_block: param.integer,
  to_offset: param.integer,
  rows: param.integer,
};
const PAGE_COLUMNS = {
  ...POSITION_COLUMNS,
  firstSlot: column.integer,
  sandwichId: column.text,
  revision: column.integer,
};
const PAGE = defineFileQuery(import.meta.url, './feed-page.sql', {
  params: PAGE_BOUNDS,
  row: PAGE_COLUMNS,
});
const PAGE_FILTERED = defineFileQuery(import.meta.url, './feed-page-filtered.sql', {
  params: {
    ...PAGE_BOUNDS,
    pool: param.text,
    mint: param.text,
    dex: param.text,
    attacker: param.text,
    victim: param.text,
    final_only: param.flag,
  },
  row: PAGE_COLUMNS,
});
const ROWS = defineFileQuery(import.meta.url, './feed-rows.sql', {
  params: { from_ms: param.integer, to_ms: param.integer, ids: param.texts, revisions: param.integers },
  row: FEED_COLUMNS,
});
const LEGS = defineFileQuery(import.meta.url, './feed-legs.sql', {
  params: { first_slots: param.integers, ids: param.texts, revisions: param.integers },
  row: FEED_LEG_COLUMNS,
});

/** Ids are sent in the URL of a request: more than this are read in batches. */
export const PAGE_ROWS = 200;

/**
 * The longest time between the timestamp of an insert and its visibility: its sender gives up after two
 * minutes. Two rows of one revision, by writers that did not know of each other, are no further apart
 * either.
 */
export const LATEST_MS = 600_000;

const STEPS = Array.from({ length: LONGEST_REVISION_STEP + 1 }, (_, below) => below);

const NO_END: FeedCursor = { block: Number.MAX_SAFE_INTEGER, offset: 0, atMs: 0 };

export interface FeedHead {
  epoch: string;
  /** The position of the last row; block 0 in an empty feed. `atMs` is the database's time now. */
  position: FeedCursor;
}

export async function readHead(database: Database, context: QueryContext): Promise<FeedHead> {
  const [row] = await database.rows(HEAD, {}, context);
  const { epoch, block, offset, nowMs } = row!;
  return {
    // A reader without the right to see the table's identity can still listen. It cannot detect that the table
    // was recreated.
    epoch: epoch ?? '00000000',
    position: { block, offset, atMs: nowMs },
  };
}

export interface FeedPage {
  events: FeedEvent[];
  /** The position of the last row read, whether or not it is an event; null: no row was read. */
  readTo: FeedCursor | null;
  /** There may be more rows. */
  isFull: boolean;
}

/**
 * Reads the next events after a position, up to another one, in the feed's order. Each revision of a sandwich
 * is read once.
 */
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
    ? database.rows(PAGE, bounds, context)
    : database.rows(PAGE_FILTERED, { ...bounds, ...filterParameters(filter) }, context));
  const last = page.at(-1);
  if (last === undefined) return { events: [], readTo: null, isFull: false };
  const events = await readEvents(database, page, context);
  return {
    events: filter === null ? events : events.filter(({ facts }) => passes(facts, filter)),
    readTo: positionOf(last),
    isFull: page.length === PAGE_ROWS,
  };
}

function filterParameters({ pool, mint, dex, attacker, victim, isFinal }: FeedFilter) {
  return {
    ...{ pool: pool ?? '', mint: mint ?? '', dex: dex ?? '', attacker: attacker ?? '', victim: victim ?? '' },
    final_only: isFinal,
  };
}

async function readEvents(
  database: Database,
  page: readonly RowOf<typeof PAGE_COLUMNS>[],
  context: QueryContext,
): Promise<FeedEvent[]> {
  const arrivals = page.map(({ atMs }) => atMs);
  const revisions = page.map(({ revision }) => revision);
  const withFormer = page.flatMap(({ sandwichId, revision }) =>
    revisionsUpTo(revision).map((it) => ({ sandwichId, revision: it })),
  );
  const firstSlots = new Map(page.map(({ sandwichId, firstSlot }) => [sandwichId, firstSlot]));
  const [rows, legs] = await Promise.all([
    database.rows(
      ROWS,
      {
        from_ms: Math.max(0, Math.min(...arrivals) - LATEST_MS),
        to_ms: Math.max(...arrivals) + LATEST_MS,
        ids: withFormer.map(({ sandwichId }) => sandwichId),
        revisions: withFormer.map(({ revision }) => revision),
      },
      context,
    ),
    database.rows(
      LEGS,
      {
        first_slots: [...firstSlots.values()],
        ids: [...firstSlots.keys()],
        revisions: [...new Set(revisions.flatMap(revisionsUpTo))],
      },
      context,
    ),
  ]);
  const tokenOf = await readTokensOf(database, rows, context);
  const legsOf = groupBy(legs, ({ sandwichId }) => sandwichId);
  const [first, last] = [page[0]!, page.at(-1)!];
  const asked = new Set(page.map(({ sandwichId, revision }) => `${sandwichId}/${revision}`));
  const seen = new Set<string>();
  const events: FeedEvent[] = [];
  for (const row of rows) {
    const key = `${row.sandwichId}/${row.revision}`;
    if (seen.has(key) || !asked.has(key)) continue;
    seen.add(key);
    // A duplicate. The first row was reported at its own position, which may be before this page.
    if (compareCursors(row, first) < 0 || compareCursors(row, last) > 0) continue;
    const own = legsOf.get(row.sandwichId) ?? [];
    const said = saidOf(row, { rows, legs: own, tokenOf });
    events.push(toFeedEvent(row, { said, legs: own, tokenOf }));
  }
  return events;
}

/** The numbers that a revision and the one before may have. */
function revisionsUpTo(revision: number): number[] {
  return STEPS.map((below) => revision - below).filter((it) => it > 0);
}

interface Revisions {
  rows: readonly FeedRow[];
  /** Legs of the sandwich. */
  legs: readonly FeedLegRow[];
  tokenOf: TokenOf;
}

/**
 * Joins what a revision and the one before say, and what was said by the record before alone. Null if that one was not
 * read.
 */
function saidOf(row: FeedRow, { rows, legs, tokenOf }: Revisions): Said | null {
  const { sandwichId, revision, confidenceBefore, intentBefore } = row;
  const numbers = revisionsUpTo(revision);
  const read = rows.filter((it) => it.sandwichId === sandwichId && numbers.includes(it.revision));
  const former = Math.max(0, ...read.flatMap((it) => (it.revision < revision ? [it.revision] : [])));
  const own = read.filter((it) => it.revision === revision || it.revision === former);
  // A sandwich begins with revision 1, or 2 where it is final at once. One of another standing names what was said before.
  const isFormerKnown = revision <= 2 || confidenceBefore !== null || former > 0;
  if (!isFormerKnown) return null;
  return {
    confidences: new Set([
      ...own.flatMap(({ confidence, confidenceThen }) => [confidence, confidenceThen]),
      ...(confidenceBefore === null ? [] : [confidenceBefore]),
    ]),
    intents: new Set([
      ...own.flatMap(({ intent, intentThen }) => [intent, intentThen]),
      ...(intentBefore === null ? [] : [intentBefore]),
    ]),
    losses: own.flatMap((it) => {
      const sol = revisionLoss(it, legs, tokenOf)?.sol ?? null;
      return sol === null ? [] : [Number(sol)];
    }),
  };
}
