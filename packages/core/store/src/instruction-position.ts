import type { InstructionPosition } from '@tickscope/dex';
import type { RowBuffer } from './writer/row-buffer.js';

/** The position columns of the tables, in the order of `encodePosition`. */
export const POSITION_COLUMNS = ['slot', 'block_index', 'outer_index', 'inner_index', 'part_index'] as const;
/** Their values in an answer. */
export type PositionColumns = [slot: string, blockIndex: number, outer: number, inner: number, part: number];

/** `inner_index` of an outer instruction in the tables. */
const OUTER_ITSELF = -1;

export function encodePosition(rows: RowBuffer, position: InstructionPosition): void {
  rows.uint53(position.slot);
  rows.uint32(position.blockIndex);
  rows.uint16(position.outerIndex);
  rows.int16(innerIndexColumn(position.innerIndex));
  rows.uint8(position.partIndex);
}

export function toPosition([slot, blockIndex, outer, inner, part]: PositionColumns): InstructionPosition {
  return {
    slot: Number(slot),
    blockIndex,
    outerIndex: outer,
    innerIndex: inner === OUTER_ITSELF ? null : inner,
    partIndex: part,
  };
}

/** The value of a column `inner_index` of the tables. */
export function innerIndexColumn(innerIndex: number | null): number {
  return innerIndex ?? OUTER_ITSELF;
}

/** Column `inner_index` of the tables, for `defineQuery`. */
export function innerIndex(value: number): number | null {
  return value === OUTER_ITSELF ? null : value;
}
