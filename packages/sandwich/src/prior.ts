import { isPublicProgram, type Swap } from '@tickscope/dex';
import type { Bracket, Confidence, QuantityBasis } from './bracket.js';
import { positionId } from './position.js';

/** What a later detection needs to know of a final bracket. Survives JSON: amounts are decimal text. */
export interface PriorBracket {
  id: string;
  pool: string;
  mintIn: string;
  attackers: readonly string[];
  linkAddress: string;
  /** The private outer program that all legs were called by, if any. */
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
  /** Of the last slot, Unix seconds. */
  blockTime: number | null;
}

export function priorBracket(bracket: Bracket, blockTime: number | null): PriorBracket {
  const { id, pool, mintIn, attackers, linkAddress, confidence, basis, quantityRatio } = bracket;
  return {
    id,
    pool,
    mintIn,
    attackers,
    linkAddress,
    program: privateProgram([...bracket.fronts, ...bracket.backs]),
    fronts: bracket.fronts.map(positionId),
    backs: bracket.backs.map(positionId),
    confidence,
    basis,
    quantityRatio,
    gross: String(bracket.gross),
    net: bracket.net === null ? null : String(bracket.net),
    firstSlot: bracket.firstSlot,
    lastSlot: bracket.lastSlot,
    blockTime,
  };
}

/** The outer program that all the legs came through, where it is nobody's public one. */
export function privateProgram(legs: readonly Swap[]): string | null {
  const program = legs[0]?.outerProgramId ?? '';
  if (program === '' || isPublicProgram(program)) return null;
  return legs.every(({ outerProgramId }) => outerProgramId === program) ? program : null;
}
