import { sqlFile } from '@tickscope/store';
import type { Database } from '../database/database.js';
import { toInteger } from '../database/integers.js';
import type { QueryContext } from '../request-context.js';
import { heatParams } from './heat-params.js';
import type { HotAccount } from './hot-accounts.js';
import { type RangePoint, readRangePoints, slotsPerPoint } from './range-points.js';

const HEAT_MAP = { name: 'heat-map', sql: sqlFile(import.meta.url, './heat-map.sql') };

export const HEAT_MAP_ACCOUNTS = 20;
export const HEAT_MAP_POINTS = 150;

export interface HeatCell {
  account: string;
  /** First slot of the point. */
  slot: number;
  timestamp: string | null;
  accessCount: number;
  writeCount: number;
}

export interface HeatMap {
  slotsPerPoint: number;
  points: RangePoint[];
  /** By account in the given order, then slot; only points in which the account was locked. */
  cells: HeatCell[];
}

/** Counts the locks of the first 20 accounts in each of at most 150 equal runs of slots. */
export async function readHeatMap(
  database: Database,
  range: { fromSlot: number; toSlot: number },
  accounts: readonly HotAccount[],
  context: QueryContext,
): Promise<HeatMap> {
  const perPoint = slotsPerPoint(range.fromSlot, range.toSlot, HEAT_MAP_POINTS);
  const shown = accounts.slice(0, HEAT_MAP_ACCOUNTS);
  const { limits: _, split_buckets: __, ...slots } = heatParams(range, []);
  const params = {
    ...slots,
    slots_per_point: perPoint,
    accounts: shown.map(({ hex }) => hex).join(''),
  };
  type Row = [account: string, point: string, accesses: number, writes: number];
  const [points, rows] = await Promise.all([
    readRangePoints(database, range, perPoint, context),
    shown.length === 0 ? [] : database.rows<Row>(HEAT_MAP, params, context),
  ]);
  const places = new Map(shown.map(({ hex, account }, place) => [hex, { account, place }]));
  const pointAt = new Map(points.map((point) => [point.point, point]));
  const cells = rows
    .map(([hex, pointText, accessCount, writeCount]) => {
      const point = pointAt.get(toInteger(pointText));
      return {
        place: places.get(hex)!.place,
        account: places.get(hex)!.account,
        slot: range.fromSlot + toInteger(pointText) * perPoint,
        timestamp: point?.timestamp ?? null,
        accessCount,
        writeCount,
      };
    })
    .sort((left, right) => left.place - right.place || left.slot - right.slot);
  return {
    slotsPerPoint: perPoint,
    points,
    cells: cells.map(({ place: _, ...cell }): HeatCell => cell),
  };
}
