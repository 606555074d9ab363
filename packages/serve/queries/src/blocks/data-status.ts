import { COUNT_GAPS, column, defineFileQuery } from '@tickscope/store';
import { rangeContents } from '../coverage/coverage.js';
import { readBlocks } from '../coverage/read-blocks.js';
import type { Database, QueryContext } from '../database.js';
import { readGaps } from './gaps-of-range.js';
import { slotStates } from './slot-states.js';
import { readStoredEnds, type StoredEnds } from './stored-ends.js';

/** The slots near the head that are looked at one by one: about a hundred seconds. */
const RECENT_SLOTS = 256;
const LISTED_GAPS = 20;

const NEWEST_DETECTED = defineFileQuery(import.meta.url, './newest-detected.sql', {
  row: { slot: column.integer },
});

/** Reads how current and how complete the stored data is. */
export async function readDataStatus(database: Database, context: QueryContext) {
  const ends = await readStoredEnds(database, context);
  const [counts, gaps, detected, recent] = await Promise.all([
    database.rows(COUNT_GAPS, {}, context),
    readGaps(database, { from: 0, to: Number.MAX_SAFE_INTEGER, rows: LISTED_GAPS }, context),
    database.rows(NEWEST_DETECTED, {}, context),
    ends === null ? null : readRecent(database, ends, context),
  ]);
  const totals = counts.filter(({ state }) => state !== 'repaired');
  const of = (state: string): number => totals.find((total) => total.state === state)?.ranges ?? 0;
  return {
    ends,
    gaps: {
      ...{ open: of('open'), repairing: of('repairing'), givenUp: of('given_up') },
      slots: totals.reduce((sum, { slots }) => sum + slots, 0),
      newest: gaps,
    },
    detectedTo: detected[0]?.slot ?? null,
    recent,
  };
}

async function readRecent(database: Database, { oldest, newest }: StoredEnds, context: QueryContext) {
  const to = newest.slot;
  const from = Math.max(oldest.slot, to - RECENT_SLOTS + 1);
  const [blocks, gaps] = await Promise.all([
    readBlocks(database, from, to, context),
    readGaps(database, { from, to, rows: RECENT_SLOTS }, context),
  ]);
  const states = slotStates({ from, to }, blocks, gaps, { oldest: oldest.slot, newest: to });
  const count = (state: string): number => states.filter((slot) => slot.state === state).length;
  return {
    ...{ fromSlot: from, toSlot: to },
    stored: count('stored'),
    skipped: count('skipped'),
    incomplete: count('incomplete'),
    missing: count('missing'),
    undetected: rangeContents(from, to, blocks).undetected.length,
  };
}
