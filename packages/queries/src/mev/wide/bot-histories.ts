import type { TradesOfBlock } from '@tickscope/dex';
import type { PayerSighting, PriorSandwich } from '@tickscope/sandwich';
import {
  column,
  defineQuery,
  HISTORY_SLOTS,
  PAYER_COLUMNS,
  PAYER_SLOTS,
  param,
  sqlFile,
} from '@tickscope/store';
import type { Database, QueryContext } from '../../database.js';
import type { PoolRange } from '../../trades/read-pool-trades.js';
import { poolRanges } from './pool-ranges.js';

const UNIT_HISTORY = defineQuery({
  name: 'unit-history',
  sql: sqlFile(import.meta.url, './unit-history.sql'),
  params: {
    ranges: poolRanges,
    from_times: param.integers,
    history: param.integer,
    history_from: param.integer,
    history_to: param.integer,
  },
  row: {
    /** Counted from 1. */
    rangeNumber: column.integer,
    address: column.text,
    proofs: column.list(
      column.tuple({
        pool: column.text,
        mintIn: column.text,
        gain: column.text,
        lastSlot: column.integer,
        blockTime: column.nullable(column.integer),
      }),
    ),
    /** The last slots of those that pass no rule. */
    unproven: column.list(column.integer),
  },
});
const UNIT_PAYERS = defineQuery({
  name: 'unit-payers',
  sql: sqlFile(import.meta.url, './unit-payers.sql'),
  params: { payers_from: param.integer, payers_to: param.integer, payers: param.texts },
  row: PAYER_COLUMNS,
});

/**
 * Reads the evidence for known bots among those who traded in some pools, each pool in its own slot range.
 * Results are in the order of the ranges. A sandwich is returned once for each address of its entity, because
 * the detector looks sandwiches up by address.
 */
export async function readHistories(
  database: Database,
  ranges: readonly PoolRange[],
  trades: readonly (readonly TradesOfBlock[])[],
  context: QueryContext,
): Promise<PriorSandwich[][]> {
  const params = {
    ranges,
    // The detector uses the blocks' times where they are known, else slots.
    from_times: trades.map((blocks) => blocks[0]?.blockTime ?? 0),
    history: HISTORY_SLOTS,
    history_from: Math.max(0, Math.min(...ranges.map(({ fromSlot }) => fromSlot)) - HISTORY_SLOTS),
    history_to: Math.max(...ranges.map(({ toSlot }) => toSlot)),
  };
  const histories = ranges.map((): PriorSandwich[] => []);
  for (const row of await database.rows(UNIT_HISTORY, params, context)) {
    const { rangeNumber, address, proofs, unproven } = row;
    const history = histories[rangeNumber - 1];
    if (history === undefined) continue;
    for (const { pool, mintIn, gain, lastSlot, blockTime } of proofs)
      history.push({
        ...sandwichOf(address, lastSlot),
        pool,
        mintIn,
        gross: gain,
        net: gain,
        blockTime,
      });
    for (const lastSlot of unproven)
      history.push({ ...sandwichOf(address, lastSlot), confidence: 'suspected', basis: null });
  }
  return histories;
}

/**
 * A prior sandwich as evidence for one address. It ends before the range or is of another pool, so none of its
 * legs is in the range.
 */
function sandwichOf(address: string, lastSlot: number): PriorSandwich {
  return {
    id: '',
    pool: '',
    mintIn: '',
    attackers: [address],
    linkAddress: address,
    program: null,
    fronts: [],
    backs: [],
    confidence: 'exact',
    basis: 'same_slot',
    quantityRatio: 1,
    gross: '0',
    net: null,
    firstSlot: lastSlot,
    lastSlot,
    blockTime: null,
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
