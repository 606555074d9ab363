import type { InstructionPosition } from '@tickscope/dex';

/**
 * A position as text, `slot.blockIndex.outerIndex.innerIndex.partIndex`; −1 for the outer instruction itself.
 *
 * @example
 * ```ts
 * import { positionId } from '@tickscope/sandwich';
 *
 * const position = { slot: 370_537_741, blockIndex: 812, outerIndex: 2, innerIndex: null, partIndex: 0 };
 * positionId(position); // => '370537741.812.2.-1.0'
 * ```
 */
export function positionId(position: InstructionPosition): string {
  const { slot, blockIndex, outerIndex, innerIndex, partIndex } = position;
  return `${slot}.${blockIndex}.${outerIndex}.${innerIndex ?? -1}.${partIndex}`;
}

/** Negative if `left` ran before `right`. */
export function compareInstructions(left: InstructionPosition, right: InstructionPosition): number {
  return (
    left.slot - right.slot ||
    left.blockIndex - right.blockIndex ||
    left.outerIndex - right.outerIndex ||
    (left.innerIndex ?? -1) - (right.innerIndex ?? -1) ||
    left.partIndex - right.partIndex
  );
}

export function isSameTransaction(left: InstructionPosition, right: InstructionPosition): boolean {
  return left.blockIndex === right.blockIndex && left.slot === right.slot;
}
