import type { Caller, ExpectedCaller, Plans, SeenCaller, Taken, Window } from '@tickscope/accounts';
import { Recent } from '../caches/recent.js';
import type { Asked, KnownRefusals } from '../limits/known-refusals.js';
import { windowsOf } from '../limits/windows-of.js';

/** A caller that is forgotten costs its next request a statement more. */
const MOST_REMEMBERED = 10_000;
const REMEMBERED_MS = 600_000;

/**
 * Who came with which key lately. Whoever comes again is most likely the same: the statement that finds the owner of a key
 * is given the windows of the one that is expected, and counts the request in them if that is who it is. Who is let in, and
 * counted in what, is decided by that statement alone.
 */
export interface ExpectedCallers {
  /**
   * Whom to expect; null: nobody, or one who is refused, or whose windows are known to be full.
   * @param digest of the key
   * @param mayAsk whether a caller is not to be refused before it is counted
   */
  of(digest: string, operationId: string, mayAsk: (caller: Caller) => boolean): ExpectedCaller | null;
  /** @param seen null: the key is nobody's */
  note(digest: string, seen: SeenCaller | null): void;
  /** Learns from a count, so that windows that are full are not asked for again. */
  noteTaken(windows: readonly Window[], taken: Taken, asked: Asked): void;
}

/** @param now milliseconds of any clock that does not go back */
export function createExpectedCallers(
  plans: Plans,
  refusals: KnownRefusals,
  now: () => number,
): ExpectedCallers {
  const seen = new Recent<SeenCaller>({ most: MOST_REMEMBERED, now });
  return {
    of(digest, operationId, mayAsk) {
      const last = seen.get(digest);
      if (last === undefined || !mayAsk(last.caller)) return null;
      const windows = windowsOf(plans, last.caller, operationId);
      return refusals.find(windows) === null ? { ...last, windows } : null;
    },
    note(digest, found) {
      if (found === null) seen.delete(digest);
      else seen.set(digest, found, REMEMBERED_MS);
    },
    noteTaken: (windows, taken, asked) => refusals.note(windows, taken, asked),
  };
}
