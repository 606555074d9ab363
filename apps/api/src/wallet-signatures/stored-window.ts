import type { components } from '@tickscope/schemas';
import { sqlFile } from '@tickscope/store';
import { type AskTogether, askedTogether } from '../caches/asked-together.js';
import { Recent } from '../caches/recent.js';
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

interface Kept {
  windows: Recent<StoredWindow>;
  together: AskTogether<StoredWindow>;
}
const keptOf = new WeakMap<Database, Kept>();

/** Throws `ApiError` `validation_failed` for a window that cannot be. */
export async function readStoredWindow(
  database: Database,
  asked: { start_time?: number; end_time?: number },
  context: QueryContext,
): Promise<StoredWindow> {
  const kept = keptOf.get(database) ?? { windows: new Recent({ most: MOST }), together: askedTogether() };
  keptOf.set(database, kept);
  const key = `${asked.start_time ?? ''}/${asked.end_time ?? ''}`;
  const known = kept.windows.get(key);
  if (known !== undefined) return known;
  return kept.together(key, context.signal, async () => {
    const found = await lookUp(database, asked, context);
    kept.windows.set(key, found, KEPT_MS);
    return found;
  });
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
