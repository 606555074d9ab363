import type { TradesOfBlock } from '@tickscope/dex';
import {
  type ActorHour,
  DEFAULT_THRESHOLDS,
  FINAL_AFTER_SLOTS,
  type PayerSighting,
  type PriorSandwich,
  SLOTS_PER_HOUR,
} from '@tickscope/sandwich';
import {
  ACTOR_HOUR_COLUMNS,
  column,
  defineFileQuery,
  PAYER_COLUMNS,
  PAYER_SLOTS,
  param,
  RECORD_SLOTS,
  type RowOf,
} from '@tickscope/store';
import { type PoolRange, poolRanges } from '@tickscope/store/trades';
import type { Database, QueryContext } from '../../database.js';

const RECENT_TRIP = {
  pool: column.text,
  lastSlot: column.integer,
  isGain: column.flag,
  isAimed: column.flag,
};
const UNIT_HISTORY = defineFileQuery(import.meta.url, './unit-history.sql', {
  params: {
    ranges: poolRanges,
    history_from: param.integer,
    history_to: param.integer,
    record_slots: param.integer,
    slots_per_hour: param.integer,
    final_after: param.integer,
    trip_quantity: param.float,
  },
  row: {
    /** Counted from 1. */
    rangeNumber: column.integer,
    ...ACTOR_HOUR_COLUMNS,
    /** Trips that were not final before the range. */
    recent: column.list(column.tuple(RECENT_TRIP)),
  },
});
const UNIT_PAYERS = defineFileQuery(import.meta.url, './unit-payers.sql', {
  params: { payers_from: param.integer, payers_to: param.integer, payers: param.texts },
  row: PAYER_COLUMNS,
});

/** Knowledge of the detector about the actors of a range before it pushes the first block. */
export interface ActorHistory {
  records: ActorHour[];
  prior: PriorSandwich[];
}

/**
 * Reads the records of those who traded in some pools, each pool in its own slot range. Results are in the order of the
 * ranges. A trip is returned once for each address of its entity, because the detector looks records up by address.
 */
export async function readHistories(
  database: Database,
  ranges: readonly PoolRange[],
  context: QueryContext,
): Promise<ActorHistory[]> {
  const params = {
    ranges,
    history_from: Math.max(0, Math.min(...ranges.map(({ fromSlot }) => fromSlot)) - RECORD_SLOTS),
    history_to: Math.max(...ranges.map(({ toSlot }) => toSlot)),
    record_slots: RECORD_SLOTS,
    slots_per_hour: SLOTS_PER_HOUR,
    final_after: FINAL_AFTER_SLOTS,
    trip_quantity: DEFAULT_THRESHOLDS.tripQuantity,
  };
  const histories = ranges.map((): ActorHistory => ({ records: [], prior: [] }));
  for (const { rangeNumber, recent, ...hour } of await database.rows(UNIT_HISTORY, params, context)) {
    const history = histories[rangeNumber - 1];
    if (history === undefined) continue;
    if (hour.trips > 0) history.records.push(hour);
    for (const trip of recent) history.prior.push(priorOf(hour.address, trip));
  }
  return histories;
}

/** A round trip as evidence for one address. It is of another pool or ends before the range, and claims no legs in it. */
function priorOf(
  address: string,
  { pool, lastSlot, isGain, isAimed }: RowOf<typeof RECENT_TRIP>,
): PriorSandwich {
  return {
    pool,
    backPool: pool,
    attackers: [address],
    linkAddress: address,
    program: null,
    fronts: [],
    backs: [],
    isPassing: false,
    isAimed,
    quantityRatio: 1,
    gross: isGain ? '1' : '0',
    net: null,
    lastSlot,
  };
}

/**
 * For the fee payers of others' swaps in each range, reads whom they paid for in the hour before. In the order
 * of the ranges.
 */
export async function readPayers(
  database: Database,
  ranges: readonly PoolRange[],
  trades: readonly (readonly TradesOfBlock[])[],
  context: QueryContext,
): Promise<PayerSighting[][]> {
  const sightings: PayerSighting[][] = [];
  for (const [at, { fromSlot }] of ranges.entries()) {
    const swaps = trades[at]!.flatMap((block) => block.swaps);
    const payers = new Set(swaps.flatMap(({ feePayer, trader }) => (feePayer === trader ? [] : [feePayer])));
    sightings.push(await readSightings(database, [...payers], fromSlot, context));
  }
  return sightings;
}

/** Parameters go in the URL. */
const PAYERS_A_QUERY = 5_000;

async function readSightings(
  database: Database,
  payers: readonly string[],
  fromSlot: number,
  context: QueryContext,
): Promise<PayerSighting[]> {
  const found: PayerSighting[] = [];
  if (fromSlot === 0) return found;
  const slots = { payers_from: Math.max(0, fromSlot - PAYER_SLOTS), payers_to: fromSlot - 1 };
  for (let at = 0; at < payers.length; at += PAYERS_A_QUERY) {
    const params = { ...slots, payers: payers.slice(at, at + PAYERS_A_QUERY) };
    found.push(...(await database.rows(UNIT_PAYERS, params, context)));
  }
  return found;
}
