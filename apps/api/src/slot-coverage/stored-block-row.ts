import { toInteger, toIntegerOrNull } from '../database/integers.js';
import type { StoredBlock } from './coverage.js';

/** How every query for stored blocks begins its SELECT list. */
export type StoredBlockRow = [
  slot: string,
  parentSlot: string | null,
  content: StoredBlock['content'],
  isExpired: number,
  isDetected: number,
];

export function toStoredBlock([slot, parentSlot, content, isExpired, isDetected]: readonly [
  ...StoredBlockRow,
  ...unknown[],
]): StoredBlock {
  return {
    slot: toInteger(slot),
    parentSlot: toIntegerOrNull(parentSlot),
    content,
    isExpired: isExpired === 1,
    isDetected: isDetected === 1,
  };
}
