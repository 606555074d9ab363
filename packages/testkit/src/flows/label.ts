import type { InstructionPosition } from '@tickscope/dex';
import type { SuspicionReason } from '@tickscope/sandwich';

/**
 * The verdict that the definition gives a planted scene. `open`: its text is ambiguous for this case, so the scene is
 * planted but not scored.
 */
export type ExpectedClass = 'exact' | 'loose' | 'suspected' | 'none' | 'open';

export interface LabelledVictim {
  id: string;
  wallet: string;
  /** How much more the pool would have paid it without the attacker's legs, by the pool's own arithmetic. */
  trueLoss: bigint;
  /** How much of the room that its limit left was taken, 0 to 1; null if it has no limit made before the front. */
  use: number | null;
  /** Its size relative to all fronts together; at least 0.001 by the definition. */
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
  /** The rule behind the verdict, in words. */
  why: string;
  /** The expected reason of a suspected sandwich, if the definition names one. */
  reason: SuspicionReason | null;
  quantityRatio: number;
  gross: bigint;
  /** Null if the profit is not in SOL. */
  net: bigint | null;
  firstSlot: number;
  lastSlot: number;
}

/** The id of an instruction in the format of a sandwich's `id`; −1 for an outer instruction itself. */
export function idOf({ slot, blockIndex, outerIndex, innerIndex, partIndex }: InstructionPosition): string {
  return `${slot}.${blockIndex}.${outerIndex}.${innerIndex ?? -1}.${partIndex}`;
}

export const isCounted = (expected: ExpectedClass): boolean => expected === 'exact' || expected === 'loose';
