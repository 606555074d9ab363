import type { RateDecision, Window, WindowState } from '@tickscope/accounts';
import { byClock } from '@tickscope/queries/caches';
import { LRUCache } from 'lru-cache';

/** About 5 MB. An evicted window is queried again: correctness does not depend on this cache. */
const MOST_WINDOWS = 20_000;

/** When a query was sent and when its answer came, by this process' clock, in milliseconds. */
export interface Asked {
  sentAt: number;
  answeredAt: number;
}

/**
 * Remembers rate windows that are known to be full. A full window stays full until it resets, in every process,
 * so until then a refusal needs no query, and further requests cost the database nothing.
 *
 *   The reset time is by the database's clock. The remaining time is counted from when the query was sent,
 * which is before the database decided: the local end is never late, so no admissible request is refused. (A
 * crash of the database may lose counts. Refusals that are remembered then still last until their end.)
 */
export interface KnownRefusals {
  /** The refusal of these windows; null where the database has to be queried. */
  find(windows: readonly Window[]): RateDecision | null;
  /** Records the result of a count, allowed or not. */
  note(windows: readonly Window[], decision: RateDecision, asked: Asked): void;
}

interface Full {
  resetAt: Date;
  /** The latest possible end, by this process' clock. */
  endsBy: number;
}

/** @param now milliseconds of a monotonic clock */
export function createKnownRefusals(now: () => number, most = MOST_WINDOWS): KnownRefusals {
  const full = new LRUCache<string, Full>({ max: most, ...byClock(now) });
  return {
    find(windows) {
      const refusals = windows.flatMap((window) => {
        const known = full.get(keyOf(window));
        return known === undefined ? [] : [{ window, ...known }];
      });
      // The window that resets last, as the database has it: when that one ends, the others have ended too.
      const [last] = refusals.sort((a, b) => b.resetAt.getTime() - a.resetAt.getTime());
      if (last === undefined) return null;
      const state: WindowState = {
        name: last.window.name,
        limit: last.window.limit,
        remaining: 0,
        resetAt: last.resetAt,
      };
      // The wait that is reported must not be too short.
      const decidedAt = new Date(last.resetAt.getTime() - (last.endsBy - now()));
      return { allowed: false, windows: [state], refusedBy: state, now: decidedAt };
    },
    note(windows, decision, { sentAt, answeredAt }) {
      for (const [index, { remaining, resetAt }] of decision.windows.entries()) {
        const window = windows[index];
        if (window === undefined || remaining > 0) continue;
        const leftMs = resetAt.getTime() - decision.now.getTime();
        // Below the time left, because the library keeps a value up to and including the end of its lifetime.
        const ttl = leftMs - 1;
        if (ttl > 0)
          full.set(keyOf(window), { resetAt, endsBy: answeredAt + leftMs }, { ttl, start: sentAt });
      }
    },
  };
}

/** The limit is part of the key: a window that is full for one plan is not for another. */
function keyOf({ name, subject, limit, seconds }: Window): string {
  return JSON.stringify([name, subject, limit, seconds]);
}
