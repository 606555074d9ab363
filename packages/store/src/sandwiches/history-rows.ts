import type { Confidence, PayerSighting, PriorSandwich, QuantityBasis } from '@tickscope/sandwich';

/** More than a day at 200 ms per slot, the shortest slot time planned. The detector itself goes by block times. */
export const HISTORY_SLOTS = 450_000;
/** More than an hour, likewise. */
export const PAYER_SLOTS = 18_000;

/** SELECT list of the queries that load earlier sandwiches for the detector. */
export type PriorSandwichRow = [
  id: string,
  pool: string,
  mintIn: string,
  attackers: string[],
  linkAddress: string,
  program: string | null,
  confidence: Confidence,
  basis: QuantityBasis | null,
  quantityRatio: number,
  gross: string,
  net: string | null,
  firstSlot: string,
  lastSlot: string,
  blockTime: number | null,
];

/** @param legs positions of the legs that may still claim swaps */
export function toPriorSandwich(
  row: PriorSandwichRow,
  legs: Pick<PriorSandwich, 'fronts' | 'backs'> = { fronts: [], backs: [] },
): PriorSandwich {
  const [id, pool, mintIn, attackers, linkAddress, program, confidence, basis, quantityRatio] = row;
  return {
    id,
    pool,
    mintIn,
    attackers,
    linkAddress,
    program,
    fronts: legs.fronts,
    backs: legs.backs,
    confidence,
    basis,
    quantityRatio,
    gross: row[9],
    net: row[10],
    firstSlot: Number(row[11]),
    lastSlot: Number(row[12]),
    blockTime: row[13],
  };
}

/** SELECT list of the queries that load fee payers and the authorities they paid for. */
export type PayerRow = [payer: string, authority: string, slot: string, blockTime: number | null];

export function toPayerSighting([payer, authority, slot, blockTime]: PayerRow): PayerSighting {
  return { payer, authority, slot: Number(slot), blockTime };
}
