import type { ReadConnection } from '../connection/read-connection.js';
import { column, defineFileQuery, param, runQuery } from '../query/index.js';
import { actorsOf, type ChangedActor } from './rejudge-actors.js';

const RECENT_ACTORS = defineFileQuery(import.meta.url, './recent-actors.sql', {
  params: { seconds: param.integer },
  row: {
    address: column.text,
    firstEnd: column.integer,
    lastEnd: column.integer,
    hasLost: column.flag,
    ageSeconds: column.integer,
  },
});
const CHANGED_ACTORS = defineFileQuery(import.meta.url, './changed-actors.sql', {
  params: { addresses: param.texts, seconds: param.integer },
  row: { address: column.text },
});
const QUERY_TIMEOUT_MS = 30_000;
/** Parameters travel in the URL of a request. */
const ADDRESSES_AT_ONCE = 1_000;

/** An actor whose record changed lately. */
export interface RecentActor extends ChangedActor {
  /** Since the last change was written. */
  ageSeconds: number;
}

/** Reads whose records changed in the last seconds before the newest change, whichever process wrote it. */
export async function recentActors(read: ReadConnection, seconds: number): Promise<RecentActor[]> {
  const rows = await runQuery(read, RECENT_ACTORS, { seconds }, { timeoutMs: QUERY_TIMEOUT_MS });
  return rows.flatMap(({ address, firstEnd, lastEnd, hasLost, ageSeconds }) => {
    const ends = [firstEnd, lastEnd].map((lastSlot) => ({ addresses: [address], lastSlot, isGone: hasLost }));
    return actorsOf(ends).map((actor) => ({ ...actor, ageSeconds }));
  });
}

/** Reads which of some addresses have records that changed in the last seconds. */
export async function changedActors(
  read: ReadConnection,
  addresses: readonly string[],
  seconds: number,
): Promise<string[]> {
  const changed: string[] = [];
  for (let at = 0; at < addresses.length; at += ADDRESSES_AT_ONCE) {
    const params = { addresses: addresses.slice(at, at + ADDRESSES_AT_ONCE), seconds };
    const rows = await runQuery(read, CHANGED_ACTORS, params, { timeoutMs: QUERY_TIMEOUT_MS });
    changed.push(...rows.map(({ address }) => address));
  }
  return changed;
}
