import { isPublicProgram, type Swap } from '@tickscope/dex';
import { positionId } from './position.js';
import type { Sandwich } from './sandwich.js';

/** The fields of a final sandwich that later detection needs. Serialises to JSON: amounts are decimal text. */
export interface PriorSandwich {
  pool: string;
  backPool: string;
  attackers: readonly string[];
  linkAddress: string;
  /** The private outer program that called all legs, if any. */
  program: string | null;
  /** Positions of the legs (`positionId`). */
  fronts: readonly string[];
  backs: readonly string[];
  /** See `Sandwich`. */
  isPassing: boolean;
  isAimed: boolean;
  quantityRatio: number;
  gross: string;
  net: string | null;
  lastSlot: number;
}

export function priorSandwich(sandwich: Sandwich): PriorSandwich {
  const { pool, backPool, attackers, linkAddress, isPassing, isAimed, quantityRatio, gross, net, lastSlot } =
    sandwich;
  return {
    pool,
    backPool,
    attackers,
    linkAddress,
    program: privateProgram([...sandwich.fronts, ...sandwich.backs]),
    fronts: sandwich.fronts.map(positionId),
    backs: sandwich.backs.map(positionId),
    isPassing,
    isAimed,
    quantityRatio,
    gross: String(gross),
    net: net === null ? null : String(net),
    lastSlot,
  };
}

/** The outer program that called all legs, if it is not a public one. */
export function privateProgram(legs: readonly Swap[]): string | null {
  const program = legs[0]?.outerProgramId ?? '';
  if (program === '' || isPublicProgram(program)) return null;
  return legs.every(({ outerProgramId }) => outerProgramId === program) ? program : null;
}
