import { groupBy } from '@tickscope/chain';
import { defineFileQuery, param } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';
import {
  FEED_COLUMNS,
  FEED_LEG_COLUMNS,
  type FeedLegRow,
  type FeedRow,
  type SandwichEvent,
  toFeedEvent,
} from '../feed/feed-rows.js';
import { legSlots } from '../mev/stored-sandwiches.js';
import { readTokensOf } from '../reference/token-symbols.js';

const STORED_ROWS = defineFileQuery(import.meta.url, './stored-rows.sql', {
  name: 'stored-sandwich-rows',
  params: { first_slots: param.integers, ids: param.texts },
  row: FEED_COLUMNS,
});
const STORED_LEGS = defineFileQuery(import.meta.url, './stored-legs.sql', {
  name: 'stored-sandwich-legs',
  params: { slots: param.integers, ids: param.texts },
  isPointRead: true,
  row: FEED_LEG_COLUMNS,
});

/** The key of a stored sandwich. */
export interface SandwichKey {
  firstSlot: number;
  sandwichId: string;
}

/** Reads some sandwiches as they are stored and as of now, newest first. Leaves out those that were retracted. */
export async function readSandwiches(
  database: Database,
  keys: readonly SandwichKey[],
  context: QueryContext,
): Promise<SandwichEvent[]> {
  if (keys.length === 0) return [];
  const ids = keys.map(({ sandwichId }) => sandwichId);
  const firstSlots = [...new Set(keys.map(({ firstSlot }) => firstSlot))];
  const rows = await database.rows(STORED_ROWS, { first_slots: firstSlots, ids }, context);
  const [legs, tokenOf] = await Promise.all([
    database.rows(STORED_LEGS, { slots: legSlots(rows), ids }, context),
    readTokensOf(database, rows, context),
  ]);
  const legsOf = groupBy(legs, ({ sandwichId }) => sandwichId);
  return rows.map((row) => {
    const own = legsOf.get(row.sandwichId) ?? [];
    const known = { said: null, legs: ofRevision(own, row), tokenOf };
    return toFeedEvent(row, known).event;
  });
}

/** A leg that no later revision changed is stored with the revision that changed it last. */
function ofRevision(legs: readonly FeedLegRow[], { revision }: FeedRow): FeedLegRow[] {
  return legs.map((leg) => ({ ...leg, revision }));
}
