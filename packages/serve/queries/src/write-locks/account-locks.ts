import type { Address } from '@tickscope/chain';
import { column, defineFileQuery, param, type RowOf } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';
import type { ComputeLimit } from './compute-limits.js';
import { HEAT_RANGE, heatParams } from './heat-params.js';
import { type RangePoint, readRangePoints, slotsPerPoint } from './range-points.js';

const ACCOUNT_POINTS = defineFileQuery(import.meta.url, './account-points.sql', {
  params: {
    account: param.address,
    from: param.integer,
    to: param.integer,
    slots_per_point: param.integer,
    limits: param.rows,
  },
  row: {
    point: column.integer,
    writeLocks: column.integer,
    conflictEvents: column.integer,
    mostWriteLocks: column.integer,
    /** The first slot with the most write locks. */
    hottestSlot: column.integer,
    conflictSlots: column.integer,
    utilizationSum: column.nullable(column.float),
  },
});
const ACCOUNT_SIGNERS = defineFileQuery(import.meta.url, './account-signers.sql', {
  params: { ...HEAT_RANGE, account: param.address },
  row: { uniqueSigners: column.integer },
});
const COMPETING_LOCKS = defineFileQuery(import.meta.url, './competing-locks.sql', {
  params: { account: param.address, from: param.integer, to: param.integer },
  row: { slot: column.integer, blockIndex: column.integer },
});
const COMPETING_TRANSACTIONS = defineFileQuery(import.meta.url, './competing-transactions.sql', {
  params: { positions: param.positions },
  row: {
    /** Base58. */
    signature: column.signature,
    slot: column.integer,
    /** Base58. */
    signer: column.address,
  },
});

const SERIES_POINTS = 1_000;
/** Must match competing-locks.sql. */
const COMPETING_SLOTS = 50;

/** A run of slots with at least one stored block. */
export interface AccountPoint extends RangePoint {
  writeLocks: number;
  conflictEvents: number;
  /** The slot with the most write locks, the first one among equals; null where the run has none. */
  hottest: { slot: number; writeLocks: number } | null;
  /** The sum over blocks of the account's compute units divided by its limit. */
  utilizationSum: number;
}

export type CompetingTransaction = RowOf<typeof COMPETING_TRANSACTIONS>;

export interface AccountLocks {
  slotsPerPoint: number;
  points: AccountPoint[];
  uniqueSigners: number;
  /** The newest 100, newest first. */
  competing: CompetingTransaction[];
}

/** Reads the write locks of an account (base58) in a range of slots, and the transactions competing for it. */
export async function readAccountLocks(
  database: Database,
  account: Address,
  range: { fromSlot: number; toSlot: number },
  limits: readonly ComputeLimit[],
  context: QueryContext,
): Promise<AccountLocks> {
  const perPoint = slotsPerPoint(range.fromSlot, range.toSlot, SERIES_POINTS);
  const params = { ...heatParams(range, limits), account };
  const points = database.rows(ACCOUNT_POINTS, { ...params, slots_per_point: perPoint }, context);
  const [stored, rows, signers, competing] = await Promise.all([
    readRangePoints(database, range, perPoint, context),
    points,
    database.rows(ACCOUNT_SIGNERS, params, context),
    points.then(async (found) => {
      const point = newestConflicts(found);
      if (point === null) return [];
      const asked = { account, from: range.fromSlot + point * perPoint, to: range.toSlot };
      const positions = await database.rows(COMPETING_LOCKS, asked, context);
      return positions.length === 0 ? [] : database.rows(COMPETING_TRANSACTIONS, { positions }, context);
    }),
  ]);
  const byPoint = new Map(rows.map((row) => [row.point, row]));
  return {
    slotsPerPoint: perPoint,
    points: stored.map((point) => accountPoint(point, byPoint.get(point.point))),
    uniqueSigners: signers[0]?.uniqueSigners ?? 0,
    competing,
  };
}

/** From which point on the conflicts lie of which an answer lists transactions: the newest ones. Null: there are none. */
function newestConflicts(rows: readonly RowOf<typeof ACCOUNT_POINTS>[]): number | null {
  let first: number | null = null;
  let slots = 0;
  for (const { point, conflictSlots } of rows.toReversed()) {
    if (slots >= COMPETING_SLOTS) break;
    if (conflictSlots > 0) first = point;
    slots += conflictSlots;
  }
  return first;
}

function accountPoint(point: RangePoint, row: RowOf<typeof ACCOUNT_POINTS> | undefined): AccountPoint {
  if (row === undefined)
    return { ...point, writeLocks: 0, conflictEvents: 0, hottest: null, utilizationSum: 0 };
  const { writeLocks, conflictEvents, mostWriteLocks, hottestSlot, utilizationSum } = row;
  return {
    ...point,
    writeLocks,
    conflictEvents,
    hottest: mostWriteLocks === 0 ? null : { slot: hottestSlot, writeLocks: mostWriteLocks },
    utilizationSum: utilizationSum ?? 0,
  };
}
