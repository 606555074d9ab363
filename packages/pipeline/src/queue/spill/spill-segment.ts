import { readFileSync, truncateSync } from 'node:fs';
import { decodeHead, HEAD_BYTES, MAGIC, type RecordHead } from './spill-record.js';

/** A record and where its head begins in the segment's file. */
export interface PlacedRecord extends RecordHead {
  at: number;
}

/** A file of records. Its blocks are read in order; it is deleted when all of them are written. */
export interface Segment {
  sequence: number;
  path: string;
  bytes: number;
  records: PlacedRecord[];
  /** How many of them were read, and how many of these are settled: written, or found to be damaged. */
  read: number;
  settled: number;
}

/** Between two records (by index) something could not be read. */
export interface DamagedPlace {
  afterIndex: number;
}

/**
 * What a former run left in a segment. Where a head is damaged, reading goes on at the next one that is not. A last
 * segment that ends inside a record (the process or the machine died while writing it) is cut there.
 */
export function scanSegment(
  path: string,
  sequence: number,
  isLast: boolean,
): { segment: Segment; damaged: DamagedPlace[] } {
  const bytes = readFileSync(path);
  const records: PlacedRecord[] = [];
  const damaged: DamagedPlace[] = [];
  let at = 0;
  let wholeTo = 0;
  while (at < bytes.length) {
    const head = decodeHead(bytes, at);
    const end = head === null ? Number.POSITIVE_INFINITY : at + HEAD_BYTES + head.payloadBytes;
    if (head !== null && end <= bytes.length) {
      records.push({ ...head, at });
      at = end;
      wholeTo = end;
      continue;
    }
    // A record that reaches beyond the end hides nothing behind it, unless its length is a lie that its CRC missed.
    const next = head === null ? nextHead(bytes, at + 1) : null;
    if (next === null) {
      if (!isLast) damaged.push({ afterIndex: records.length - 1 });
      break;
    }
    damaged.push({ afterIndex: records.length - 1 });
    at = next;
  }
  if (isLast && wholeTo < bytes.length) truncateSync(path, wholeTo);
  return {
    segment: {
      sequence,
      path,
      bytes: isLast ? wholeTo : bytes.length,
      records,
      read: 0,
      settled: 0,
    },
    damaged,
  };
}

function nextHead(bytes: Buffer, from: number): number | null {
  for (let at = bytes.indexOf(MAGIC, from); at !== -1; at = bytes.indexOf(MAGIC, at + 1))
    if (decodeHead(bytes, at) !== null) return at;
  return null;
}
