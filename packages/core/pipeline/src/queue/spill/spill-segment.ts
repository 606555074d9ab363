import { readFileSync, truncateSync } from 'node:fs';
import { decodeHead, HEAD_BYTES, MAGIC, type RecordHead } from './spill-record.js';

/** A record and the offset of its head in the segment's file. */
export interface PlacedRecord extends RecordHead {
  at: number;
}

/** A file of records. Its blocks are read in order; it is deleted once all of them are written. */
export interface Segment {
  sequence: number;
  path: string;
  bytes: number;
  records: PlacedRecord[];
  /** How many records were read, and how many of those are settled: written, or found to be damaged. */
  read: number;
  settled: number;
}

/** Unreadable bytes after the record with this index. */
export interface DamagedBytes {
  afterIndex: number;
}

/**
 * Reads what a previous run left in a segment. After a damaged head, continues at the next valid one. If the last
 * segment ends inside a record, because the process or machine died while writing it, it is cut there.
 */
export function scanSegment(
  path: string,
  sequence: number,
  isLast: boolean,
): { segment: Segment; damaged: DamagedBytes[] } {
  const bytes = readFileSync(path);
  const records: PlacedRecord[] = [];
  const damaged: DamagedBytes[] = [];
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
    // A record that reaches beyond the end hides nothing after it, unless its length is wrong and its CRC missed that.
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
