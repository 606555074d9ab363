import { isPublicProgram, type Swap } from '@tickscope/dex';
import { positionId } from '../position.js';
import type { Confidence, QuantityBasis, Sandwich } from '../sandwich.js';

/** The fields of a final sandwich that later detection needs. Serialises to JSON: amounts are decimal text. */
export interface PriorSandwich {
  id: string;
  pool: string;
  mintIn: string;
  attackers: readonly string[];
  linkAddress: string;
  /** The private outer program that called all legs, if any. */
  program: string | null;
  /** Positions of the legs (`positionId`). */
  fronts: readonly string[];
  backs: readonly string[];
  confidence: Confidence;
  basis: QuantityBasis | null;
  quantityRatio: number;
  gross: string;
  net: string | null;
  firstSlot: number;
  lastSlot: number;
  /** Block time of the last slot, Unix seconds. */
  blockTime: number | null;
}

export function priorSandwich(sandwich: Sandwich, blockTime: number | null): PriorSandwich {
  const { id, pool, mintIn, attackers, linkAddress, confidence, basis, quantityRatio } = sandwich;
  return {
    id,
    pool,
    mintIn,
    attackers,
    linkAddress,
    program: privateProgram([...sandwich.fronts, ...sandwich.backs]),
    fronts: sandwich.fronts.map(positionId),
    backs: sandwich.backs.map(positionId),
    confidence,
    basis,
    quantityRatio,
    gross: String(sandwich.gross),
    net: sandwich.net === null ? null : String(sandwich.net),
    firstSlot: sandwich.firstSlot,
    lastSlot: sandwich.lastSlot,
    blockTime,
  };
}

/** The outer program that called all legs, if it is not a public one. */
export function privateProgram(legs: readonly Swap[]): string | null {
  const program = legs[0]?.outerProgramId ?? '';
  if (program === '' || isPublicProgram(program)) return null;
  return legs.every(({ outerProgramId }) => outerProgramId === program) ? program : null;
}
