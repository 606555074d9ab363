import { column, defineFileQuery, defineQuery, param, sqlFile } from '../query/index.js';
import { poolRanges } from './pool-ranges.js';
import { toPoolEvent, toTip, toTokenLink, toTrades } from './trade-rows.js';

const SLOTS = { from_slot: param.integer, to_slot: param.integer };

const blocks = (name: string) =>
  defineQuery({
    name,
    sql: sqlFile(import.meta.url, './read-blocks.sql'),
    params: { ...SLOTS, ranges: param.ranges },
    row: { slot: column.integer, blockTime: column.nullable(column.integer) },
  });
const swaps = (name: string) =>
  defineQuery({
    name,
    sql: sqlFile(import.meta.url, './read-swaps.sql'),
    params: { ...SLOTS, ranges: poolRanges },
    rows: toTrades,
  });
const poolEvents = (name: string) =>
  defineQuery({
    name,
    sql: sqlFile(import.meta.url, './read-pool-events.sql'),
    params: { ...SLOTS, ranges: poolRanges },
    rows: (rows: readonly Parameters<typeof toPoolEvent>[0][]) => rows.map(toPoolEvent),
  });

const tips = (name: string) =>
  defineQuery({
    name,
    sql: sqlFile(import.meta.url, './read-tips.sql'),
    params: { ...SLOTS, ranges: poolRanges },
    rows: (rows: readonly Parameters<typeof toTip>[0][]) => rows.map(toTip),
  });

/** Queries of a slot range. The names appear in the metrics. */
export const READ_BLOCKS = blocks('read-blocks');
export const READ_SWAPS = swaps('read-swaps');
export const READ_POOL_EVENTS = poolEvents('read-pool-events');
export const READ_TIPS = tips('read-tips');
export const READ_TOKEN_LINKS = defineFileQuery(import.meta.url, './read-token-links.sql', {
  params: { ...SLOTS, mints: param.texts, bought_from_slot: param.integer },
  rows: (rows: readonly Parameters<typeof toTokenLink>[0][]) => rows.map(toTokenLink),
});

/** Queries of some pools, each in its own slot range. */
export const POOL_BLOCKS = blocks('pool-blocks');
export const POOL_SWAPS = swaps('pool-swaps');
export const POOL_EVENTS = poolEvents('pool-events');
export const POOL_TIPS = tips('pool-tips');
export const POOL_TOKEN_LINKS = defineFileQuery(import.meta.url, './pool-token-links.sql', {
  params: { ranges: poolRanges, mints: param.rows },
  rows: (rows: readonly Parameters<typeof toTokenLink>[0][]) => rows.map(toTokenLink),
});
