import type { components } from '@tickscope/schemas';
import { sqlFile } from '@tickscope/store';
import { perDatabase } from '../caches/per-database.js';
import { remembered } from '../caches/remembered.js';
import type { Database } from '../database/database.js';
import type { QueryContext } from '../request-context.js';
import { coverageOfPart, readStoredPart, type StoredPart } from './stored-part.js';
import { type TimeWindow, timeWindowOf } from './time-window.js';

const NEWEST_BLOCK = {
  name: 'newest-block',
  sql: sqlFile(import.meta.url, '../slot-coverage/newest-block.sql'),
};

/** A window and what of it is stored: the same for every wallet. */
export interface StoredWindow {
  window: TimeWindow;
  /** Null: nothing of it is stored. */
  part: StoredPart | null;
  coverage: components['schemas']['RangeCoverage'] | null;
}

/** It costs a row a slot of the window, twice, and a page next to nothing: told again to whoever asks within this time. */
const KEPT_MS = 5_000;
const MOST = 200;

const keptOf = perDatabase(() => remembered<StoredWindow>(MOST));

/** Throws `ApiError` `validation_failed` for a window that cannot be. */
export async function readStoredWindow(
  database: Database,
  asked: { start_time?: number; end_time?: number },
  context: QueryContext,
): Promise<StoredWindow> {
  const key = `${asked.start_time ?? ''}/${asked.end_time ?? ''}`;
  return keptOf(database)(key, context.signal, async () => ({
    value: await lookUp(database, asked, context),
    forMs: KEPT_MS,
  }));
}

async function lookUp(
  database: Database,
  asked: { start_time?: number; end_time?: number },
  context: QueryContext,
): Promise<StoredWindow> {
  const [newest] = await database.rows<[string, number]>(NEWEST_BLOCK, {}, context);
  const window = timeWindowOf(asked, newest?.[1] ?? null, Math.floor(Date.now() / 1_000));
  const part = await readStoredPart(database, window, context);
  const coverage = part === null ? null : (await coverageOfPart(database, part, window, context)).coverage;
  return { window, part, coverage };
}
