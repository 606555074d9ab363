import { pubkeyFromBase58 } from '@tickscope/chain';
import { sqlFile } from '@tickscope/store';
import type { Database } from '../database/database.js';
import { toInteger } from '../database/integers.js';
import type { QueryContext } from '../request-context.js';
import type { ComputeLimit } from './compute-limits.js';
import { heatParams } from './heat-params.js';
import { type RangePoint, readRangePoints, slotsPerPoint } from './range-points.js';

const query = (name: string) => ({ name, sql: sqlFile(import.meta.url, `./${name}.sql`) });
const ACCOUNT_POINTS = query('account-points');
const ACCOUNT_SIGNERS = query('account-signers');
const COMPETING_LOCKS = query('competing-locks');
const COMPETING_TRANSACTIONS = query('competing-transactions');

export const SERIES_POINTS = 1_000;

/** A run of slots with at least one stored block. */
export interface AccountPoint extends RangePoint {
  writeLocks: number;
  conflictEvents: number;
  /** The slot with the most write locks, the first one among equals; null where the run has none. */
  hottest: { slot: number; writeLocks: number } | null;
  /** The sum over blocks of the account's compute units divided by its limit. */
  utilizationSum: number;
}

export interface CompetingTransaction {
  signature: string;
  slot: number;
  signer: string;
}

export interface AccountLocks {
  slotsPerPoint: number;
  points: AccountPoint[];
  uniqueSigners: number;
  /** The newest 100, newest first. */
  competing: CompetingTransaction[];
}

/** Reads the write locks of an account in a range of slots, and the transactions that competed for it. */
export async function readAccountLocks(
  database: Database,
  account: string,
  range: { fromSlot: number; toSlot: number },
  limits: readonly ComputeLimit[],
  context: QueryContext,
): Promise<AccountLocks> {
  const perPoint = slotsPerPoint(range.fromSlot, range.toSlot, SERIES_POINTS);
  const hex = Buffer.from(pubkeyFromBase58(account)).toString('hex');
  const { split_buckets: _, ...heat } = heatParams(range, limits);
  const slots = { account: hex, from: heat.from, to: heat.to };
  type PointRow = [...[string, number, number, number, string], utilization: number | null];
  const [stored, rows, signers, competing] = await Promise.all([
    readRangePoints(database, range, perPoint, context),
    database.rows<PointRow>(
      ACCOUNT_POINTS,
      { ...slots, slots_per_point: perPoint, limits: heat.limits },
      context,
    ),
    database.rows<[string]>(
      ACCOUNT_SIGNERS,
      { ...slots, from_bucket: heat.from_bucket, to_bucket: heat.to_bucket },
      context,
    ),
    readCompeting(database, slots, context),
  ]);
  const byPoint = new Map(rows.map((row) => [toInteger(row[0]), row]));
  return {
    slotsPerPoint: perPoint,
    points: stored.map((point) => accountPoint(point, byPoint.get(point.point))),
    uniqueSigners: toInteger(signers[0]?.[0] ?? 0),
    competing,
  };
}

function accountPoint(
  point: RangePoint,
  row: readonly [string, number, number, number, string, number | null] | undefined,
): AccountPoint {
  if (row === undefined)
    return { ...point, writeLocks: 0, conflictEvents: 0, hottest: null, utilizationSum: 0 };
  const [, writeLocks, conflictEvents, mostWrites, hottestSlot, utilization] = row;
  return {
    ...point,
    writeLocks,
    conflictEvents,
    hottest: mostWrites === 0 ? null : { slot: toInteger(hottestSlot), writeLocks: mostWrites },
    utilizationSum: utilization ?? 0,
  };
}

async function readCompeting(
  database: Database,
  slots: { account: string; from: number; to: number },
  context: QueryContext,
): Promise<CompetingTransaction[]> {
  const locks = await database.rows<[slot: string, blockIndex: number]>(COMPETING_LOCKS, slots, context);
  if (locks.length === 0) return [];
  const positions = `[${locks.map(([slot, index]) => `(${slot},${index})`).join(',')}]`;
  const rows = await database.rows<[signature: string, slot: string, signer: string]>(
    COMPETING_TRANSACTIONS,
    { positions },
    context,
  );
  return rows.map(([signature, slot, signer]) => ({ signature, slot: toInteger(slot), signer }));
}
