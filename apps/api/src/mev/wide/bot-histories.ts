import type { TradesOfBlock } from '@tickscope/dex';
import type { PayerSighting, PriorSandwich } from '@tickscope/sandwich';
import {
  HISTORY_SLOTS,
  PAYER_SLOTS,
  type PayerRow,
  type PoolRange,
  sqlFile,
  toPayerSighting,
} from '@tickscope/store';
import type { Database } from '../../database/database.js';
import { toInteger } from '../../database/integers.js';
import type { QueryContext } from '../../request-context.js';
import { rangesParameter } from './ranges-parameter.js';

const query = (name: string) => ({ name, sql: sqlFile(import.meta.url, `./${name}.sql`) });
const UNIT_HISTORY = query('unit-history');
const UNIT_PAYERS = query('unit-payers');

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
  type Row = [
    number: number,
    address: string,
    proofs: [pool: string, mintIn: string, gain: string, lastSlot: string, blockTime: number | null][],
    others: string[],
  ];
  const params = {
    ranges: rangesParameter(ranges),
    // The detector uses the blocks' times where they are known, else slots.
    from_times: trades.map((blocks) => blocks[0]?.blockTime ?? 0),
    history: HISTORY_SLOTS,
    history_from: Math.max(0, Math.min(...ranges.map(({ fromSlot }) => fromSlot)) - HISTORY_SLOTS),
    history_to: Math.max(...ranges.map(({ toSlot }) => toSlot)),
  };
  const histories = ranges.map((): PriorSandwich[] => []);
  for (const [number, address, proofs, others] of await database.rows<Row>(UNIT_HISTORY, params, context)) {
    const history = histories[number - 1];
    if (history === undefined) continue;
    for (const [pool, mintIn, gain, lastSlot, blockTime] of proofs)
      history.push({
        ...sandwichOf(address, toInteger(lastSlot)),
        pool,
        mintIn,
        gross: gain,
        net: gain,
        blockTime,
      });
    for (const lastSlot of others)
      history.push({ ...sandwichOf(address, toInteger(lastSlot)), confidence: 'suspected', basis: null });
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
    const rows = await database.rows<PayerRow>(UNIT_PAYERS, params, context);
    found.push(...rows.map(toPayerSighting));
  }
  return found;
}
