import { sqlFile } from '@tickscope/store';
import type { Database } from '../database/database.js';
import { toInteger, toIntegerOrNull } from '../database/integers.js';
import type { QueryContext } from '../request-context.js';
import {
  type Coverage,
  coverageOf,
  type RangeContents,
  rangeContents,
  type StoredBlock,
} from './coverage.js';

const STORED_BLOCKS = { name: 'stored-blocks', sql: sqlFile(import.meta.url, './stored-blocks.sql') };
const OPEN_GAPS = { name: 'open-gaps', sql: sqlFile(import.meta.url, './open-gaps.sql') };

export interface StoredRange {
  contents: RangeContents;
  /** A block of the range was stored so lately that reads begun before may have missed its rows. */
  isFresh: boolean;
}

/** What is stored of a slot range, ends included; wide ranges cost a row a slot. */
export async function readStoredRange(
  database: Database,
  from: number,
  to: number,
  context: QueryContext,
): Promise<StoredRange> {
  type Row = [
    slot: string,
    parentSlot: string | null,
    content: StoredBlock['content'],
    isExpired: number,
    isFresh: number,
  ];
  const rows = await database.rows<Row>(STORED_BLOCKS, { from, to }, context);
  const blocks = rows.map(([slot, parentSlot, content, isExpired]) => ({
    slot: toInteger(slot),
    parentSlot: toIntegerOrNull(parentSlot),
    content,
    isExpired: isExpired === 1,
  }));
  return { contents: rangeContents(from, to, blocks), isFresh: rows.some(([, , , , fresh]) => fresh === 1) };
}

/** Which slots of a range are missing or incomplete. */
export async function readCoverage(
  database: Database,
  from: number,
  to: number,
  contents: RangeContents,
  context: QueryContext,
): Promise<Coverage> {
  if (contents.notStored.length === 0) return coverageOf(contents, []);
  const rows = await database.rows<[string, string]>(OPEN_GAPS, { from, to }, context);
  return coverageOf(
    contents,
    rows.map(([first, last]) => [toInteger(first), toInteger(last)]),
  );
}
