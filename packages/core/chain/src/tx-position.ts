/** The position of a transaction in the chain. */
export interface TxPosition {
  slot: number;
  /** Index in its block. */
  blockIndex: number;
}

/** Returns `slot.blockIndex`, equal for equal positions. */
export function positionKey({ slot, blockIndex }: TxPosition): string {
  return `${slot}.${blockIndex}`;
}

/** Compares by chain order. */
export function comparePositions(left: TxPosition, right: TxPosition): number {
  return left.slot - right.slot || left.blockIndex - right.blockIndex;
}
