import { Recent } from '../caches/recent.js';

/** As the contract says: 48 hours. */
const KEPT_MS = 48 * 3_600_000;
/** What may still become known: a label, the meta of a block, the name of a token. */
const KEPT_UNFINISHED_MS = 300_000;
/** A row is about 1 KB. */
const MOST = 20_000;

interface CachedUntil {
  cached_until: string;
}

/** Rows of metadata that were told lately, by what they are about; in this process, of one database. */
export interface KeptMetadata<Row extends CachedUntil> {
  get(key: string): Row | undefined;
  /** Gives the row with the time until which it is told again. */
  keep(key: string, row: Omit<Row, 'cached_until'>, isFinished: boolean): Row;
}

export function keptMetadata<Row extends CachedUntil>(now: () => number = Date.now): KeptMetadata<Row> {
  const rows = new Recent<Row>({ most: MOST, now });
  return {
    get: (key) => rows.get(key),
    keep(key, row, isFinished) {
      const forMs = isFinished ? KEPT_MS : KEPT_UNFINISHED_MS;
      const kept = { ...row, cached_until: new Date(now() + forMs).toISOString() } as Row;
      rows.set(key, kept, forMs);
      return kept;
    },
  };
}
