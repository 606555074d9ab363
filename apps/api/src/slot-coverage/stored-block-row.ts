import { toInteger, toIntegerOrNull } from '../database/integers.js';
import type { StoredBlock } from './coverage.js';
import { LINKS_KNOWN_VERSION } from './links-known.js';

/** The first columns of the SELECT list of every query for stored blocks. */
export type StoredBlockRow = [
  slot: string,
  parentSlot: string | null,
  content: StoredBlock['content'],
  isExpired: number,
  isDetected: number,
  version: number,
];

export function toStoredBlock([slot, parentSlot, content, isExpired, isDetected, version]: readonly [
  ...StoredBlockRow,
  ...unknown[],
]): StoredBlock {
  return {
    slot: toInteger(slot),
    parentSlot: toIntegerOrNull(parentSlot),
    content,
    isExpired: isExpired === 1,
    isDetected: isDetected === 1,
    areLinksKnown: version >= LINKS_KNOWN_VERSION,
  };
}
