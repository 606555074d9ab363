import type { components } from '@tickscope/schemas';
import { COUNT_GAPS, column, defineFileQuery } from '@tickscope/store';
import { rangeContents } from '../coverage/coverage.js';
import { readBlocks } from '../coverage/read-blocks.js';
import type { Database, QueryContext } from '../database.js';
import { readGaps, type UnrepairedGap } from './gaps-of-range.js';
import { slotStates } from './slot-states.js';
import { readStoredEnds, type StoredEnd, type StoredEnds } from './stored-ends.js';

type DataStatus = components['schemas']['DataStatus'];

/** The slots near the head that are looked at one by one: about a hundred seconds. */
const RECENT_SLOTS = 256;
const LISTED_GAPS = 20;

const NEWEST_DETECTED = defineFileQuery(import.meta.url, './newest-detected.sql', {
  row: { slot: column.integer },
});

/** Reads how current and how complete the stored data is. */
export async function readDataStatus(database: Database, context: QueryContext): Promise<DataStatus> {
  const ends = await readStoredEnds(database, context);
  const [counts, gaps, detected, recent] = await Promise.all([
    database.rows(COUNT_GAPS, {}, context),
    readGaps(database, { from: 0, to: Number.MAX_SAFE_INTEGER, rows: LISTED_GAPS }, context),
    database.rows(NEWEST_DETECTED, {}, context),
    ends === null ? null : readRecent(database, ends, context),
  ]);
  const totals = counts.filter(({ state }) => state !== 'repaired');
  const head = ends?.head ?? null;
  const detectedTo = detected[0]?.slot ?? null;
  const of = (state: string): number => totals.find((total) => total.state === state)?.ranges ?? 0;
  return {
    head: head === null ? null : headOf(head),
    stored: ends === null ? null : storedOf(ends),
    gaps: {
      open: of('open'),
      repairing: of('repairing'),
      given_up: of('given_up'),
      slot_count: totals.reduce((sum, { slots }) => sum + slots, 0),
      newest: gaps.map(toGap),
    },
    detection: {
      to_slot: detectedTo,
      lag_slots: head === null || detectedTo === null ? null : Math.max(0, head.slot - detectedTo),
    },
    recent,
  };
}

function headOf({ slot, blockTime, storedAt, now }: StoredEnd): NonNullable<DataStatus['head']> {
  return {
    slot,
    block_time: blockTime,
    age_seconds: blockTime === null ? null : Math.max(0, now - blockTime),
    stored_at: new Date(storedAt * 1_000).toISOString(),
    lag_seconds: blockTime === null ? null : Math.max(0, storedAt - blockTime),
  };
}

function storedOf({ oldest, newest }: StoredEnds): NonNullable<DataStatus['stored']> {
  return {
    ...{ from_slot: oldest.slot, to_slot: newest.slot },
    ...{ from_time: oldest.blockTime, to_time: newest.blockTime },
  };
}

function toGap({
  fromSlot,
  toSlot,
  cause,
  state,
  tries,
}: UnrepairedGap): DataStatus['gaps']['newest'][number] {
  return { from_slot: fromSlot, to_slot: toSlot, cause, state, tries };
}

async function readRecent(
  database: Database,
  { oldest, newest }: StoredEnds,
  context: QueryContext,
): Promise<NonNullable<DataStatus['recent']>> {
  const to = newest.slot;
  const from = Math.max(oldest.slot, to - RECENT_SLOTS + 1);
  const [blocks, gaps] = await Promise.all([
    readBlocks(database, from, to, context),
    readGaps(database, { from, to, rows: RECENT_SLOTS }, context),
  ]);
  const states = slotStates({ from, to }, blocks, gaps, { oldest: oldest.slot, newest: to });
  const count = (state: string): number => states.filter((slot) => slot.state === state).length;
  return {
    ...{ from_slot: from, to_slot: to },
    stored_count: count('stored'),
    skipped_count: count('skipped'),
    incomplete_count: count('incomplete'),
    missing_count: count('missing'),
    undetected_count: rangeContents(from, to, blocks).undetected.length,
  };
}
