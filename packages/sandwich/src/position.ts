import type { InstructionPosition } from '@tickscope/dex';

/** A position as text, `slot.blockIndex.outerIndex.innerIndex.partIndex`; −1 for the outer instruction itself. */
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
