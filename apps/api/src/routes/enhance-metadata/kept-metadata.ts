import { byClock } from '@tickscope/queries/caches';
import { LRUCache } from 'lru-cache';

/** 48 hours, as the API document says. */
const KEPT_MS = 48 * 3_600_000;
/** For rows that may still change: a label, the metadata of a block, the name of a token may yet arrive. */
const KEPT_UNFINISHED_MS = 300_000;
/** A row is about 1 KB. */
const MOST = 20_000;

interface CachedUntil {
  cached_until: string;
}

/** Caches rows of metadata by what they describe; in this process, for one database. */
export interface KeptMetadata<Row extends CachedUntil> {
  get(key: string): Row | undefined;
  /** Stores a row, and returns it with the time until which it is cached. */
  keep(key: string, row: Omit<Row, 'cached_until'>, isFinished: boolean): Row;
}

export function keptMetadata<Row extends CachedUntil>(now: () => number = Date.now): KeptMetadata<Row> {
  const rows = new LRUCache<string, Row>({ max: MOST, ...byClock(now) });
  return {
    get: (key) => rows.get(key),
    keep(key, row, isFinished) {
      const ttl = isFinished ? KEPT_MS : KEPT_UNFINISHED_MS;
      const kept = { ...row, cached_until: new Date(now() + ttl).toISOString() } as Row;
      rows.set(key, kept, { ttl });
      return kept;
    },
  };
}
