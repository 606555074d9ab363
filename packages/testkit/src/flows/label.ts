import type { InstructionPosition } from '@tickscope/dex';
import type { SuspicionReason } from '@tickscope/sandwich';

/**
 * What the definition says of a planted scene. `open`: a case in which its text can be read in two ways, so that it
 * is planted as surroundings and scored for nobody.
 */
export type ExpectedClass = 'exact' | 'loose' | 'suspected' | 'none' | 'open';

export interface LabelledVictim {
  id: string;
  wallet: string;
  /** What the pool would have given it more without the attacker's legs, by the pool's own arithmetic. */
  trueLoss: bigint;
  /** Its size over that of the fronts together; by the definition at least 0.001. */
  sizeShare: number;
}

export interface Label {
  kind: string;
  pool: string;
  attackers: readonly string[];
  /** Positions, `slot.blockIndex.outerIndex.innerIndex.partIndex`. */
  fronts: readonly string[];
  backs: readonly string[];
  victims: readonly LabelledVictim[];
  failedFronts: readonly string[];
  failedBacks: readonly string[];
  expected: ExpectedClass;
  /** Which rule says so, in words. */
  why: string;
  /** The reason that a suspected one is to be stored with, where the definition names one. */
  reason: SuspicionReason | null;
  quantityRatio: number;
  gross: bigint;
  /** `null` where the money is not SOL. */
  net: bigint | null;
  firstSlot: number;
  lastSlot: number;
}

/** The id of an instruction, as in a sandwich's `id`: −1 for an outer instruction itself. */
export function idOf({ slot, blockIndex, outerIndex, innerIndex, partIndex }: InstructionPosition): string {
  return `${slot}.${blockIndex}.${outerIndex}.${innerIndex ?? -1}.${partIndex}`;
}

export const isCounted = (expected: ExpectedClass): boolean => expected === 'exact' || expected === 'loose';
