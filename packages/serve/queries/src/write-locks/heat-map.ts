import type { Address } from '@tickscope/chain';
import { column, defineFileQuery, param } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';
import { buckets, HEAT_RANGE, type HeatRange } from './heat-params.js';
import type { HotAccount } from './hot-accounts.js';
import { type RangePoint, readRangePoints, slotsPerPoint } from './range-points.js';

const HEAT_MAP = defineFileQuery(import.meta.url, './heat-map.sql', {
  params: {
    ...HEAT_RANGE,
    current: buckets,
    slots_per_point: param.integer,
    /** Hex, joined. */
    accounts: param.text,
  },
  row: { hex: column.text, point: column.integer, accessCount: column.integer, writeCount: column.integer },
});

const HEAT_MAP_ACCOUNTS = 20;
const HEAT_MAP_POINTS = 150;

export interface HeatCell {
  account: Address;
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
  range: HeatRange,
  accounts: readonly HotAccount[],
  context: QueryContext,
): Promise<HeatMap> {
  const { from: fromSlot, to: toSlot } = range;
  const perPoint = slotsPerPoint(fromSlot, toSlot, HEAT_MAP_POINTS);
  const shown = accounts.slice(0, HEAT_MAP_ACCOUNTS);
  const params = {
    ...range,
    slots_per_point: perPoint,
    accounts: shown.map(({ hex }) => hex).join(''),
  };
  const [points, rows] = await Promise.all([
    readRangePoints(database, { fromSlot, toSlot }, perPoint, context),
    shown.length === 0 ? [] : database.rows(HEAT_MAP, params, context),
  ]);
  const ranks = new Map(shown.map(({ hex, account }, rank) => [hex, { account, rank }]));
  const pointAt = new Map(points.map((point) => [point.point, point]));
  const cells = rows
    .map(({ hex, point, accessCount, writeCount }) => ({
      ...ranks.get(hex)!,
      slot: fromSlot + point * perPoint,
      timestamp: pointAt.get(point)?.timestamp ?? null,
      accessCount,
      writeCount,
    }))
    .sort((left, right) => left.rank - right.rank || left.slot - right.slot);
  return {
    slotsPerPoint: perPoint,
    points,
    cells: cells.map(({ rank: _, ...cell }): HeatCell => cell),
  };
}
