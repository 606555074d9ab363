import type { Caller, ExpectedCaller, Plans, RateDecision, SeenCaller, Window } from '@tickscope/accounts';
import { byClock } from '@tickscope/queries/caches';
import { LRUCache } from 'lru-cache';
import type { Asked, KnownRefusals } from '../limits/known-refusals.js';
import { windowsOf } from '../limits/windows-of.js';

/** Forgetting a caller costs its next request one more statement. */
const MOST_REMEMBERED = 10_000;
const REMEMBERED_MS = 600_000;

/**
 * Remembers which caller last used each key. The statement that looks up a key gets the rate windows of the
 * expected caller, and counts the request in them if the key is really that caller's. Only this statement
 * decides who is admitted and which windows count the request.
 */
export interface ExpectedCallers {
  /**
   * The caller to expect; null if none is remembered, if it is to be refused, or if its windows are known to be
   * full.
   * @param digest of the key
   * @param mayAsk whether the caller may call the operation, so that it is not refused before it is counted
   */
  of(digest: string, operationId: string, mayAsk: (caller: Caller) => boolean): ExpectedCaller | null;
  /** @param seen null: the key is unknown, revoked or expired */
  note(digest: string, seen: SeenCaller | null): void;
  /** Records the result of a count, so that full windows are not queried again. */
  noteDecision(windows: readonly Window[], decision: RateDecision, asked: Asked): void;
}

/** @param now milliseconds of a monotonic clock */
export function createExpectedCallers(
  plans: Plans,
  refusals: KnownRefusals,
  now: () => number,
): ExpectedCallers {
  const seen = new LRUCache<string, SeenCaller>({
    max: MOST_REMEMBERED,
    ttl: REMEMBERED_MS,
    ...byClock(now),
  });
  return {
    of(digest, operationId, mayAsk) {
      const last = seen.get(digest);
      if (last === undefined || !mayAsk(last.caller)) return null;
      const windows = windowsOf(plans, last.caller, operationId);
      return refusals.find(windows) === null ? { ...last, windows } : null;
    },
    note(digest, found) {
      if (found === null) seen.delete(digest);
      else seen.set(digest, found);
    },
    noteDecision: (windows, decision, asked) => refusals.note(windows, decision, asked),
  };
}
