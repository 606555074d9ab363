import type { Taken, Window, WindowState } from '@tickscope/accounts';
import { Recent } from '../caches/recent.js';

/** About 5 MB. A window that is forgotten is asked for again: nothing depends on its being here. */
const MOST_WINDOWS = 20_000;

/** When an answer was asked for and when it came, by this process' clock, in milliseconds. */
export interface Asked {
  sentAt: number;
  answeredAt: number;
}

/**
 * Windows that are known to be full. One that is full stays full to its end, for every process: no request is let out of
 * it again. So until then its refusal needs no question, and whoever goes on asking costs the database nothing more.
 *
 * The end is by the database's clock. It is this far from the moment at which the database decided, which lies between
 * question and answer: counted from the question the end cannot be late, so nobody is refused who would be let in.
 * (A crash of the database forgives counts; what was told to wait then waits to the end that it was told.)
 */
export interface KnownRefusals {
  /** The refusal of these windows; null: one has to ask. */
  find(windows: readonly Window[]): Taken | null;
  /** Learns from an answer, allowed or not. */
  note(windows: readonly Window[], taken: Taken, asked: Asked): void;
}

interface Full {
  resetAt: Date;
  /** The latest that it can end, by this process' clock. */
  endsBy: number;
}

/** @param now milliseconds of any clock that does not go back */
export function createKnownRefusals(now: () => number, most = MOST_WINDOWS): KnownRefusals {
  const full = new Recent<Full>({ most, now });
  return {
    find(windows) {
      const refusals = windows.flatMap((window) => {
        const known = full.get(keyOf(window));
        return known === undefined ? [] : [{ window, ...known }];
      });
      // As the database has it: whoever waits for the last need not wait for another.
      const [last] = refusals.sort((a, b) => b.resetAt.getTime() - a.resetAt.getTime());
      if (last === undefined) return null;
      const state: WindowState = {
        name: last.window.name,
        limit: last.window.limit,
        remaining: 0,
        resetAt: last.resetAt,
      };
      // The wait that is told must not be too short.
      const decidedAt = new Date(last.resetAt.getTime() - (last.endsBy - now()));
      return { allowed: false, windows: [state], refusedBy: state, now: decidedAt };
    },
    note(windows, taken, { sentAt, answeredAt }) {
      for (const [index, { remaining, resetAt }] of taken.windows.entries()) {
        const window = windows[index];
        if (window === undefined || remaining > 0) continue;
        const leftMs = resetAt.getTime() - taken.now.getTime();
        const forMs = leftMs - (answeredAt - sentAt);
        if (forMs > 0) full.set(keyOf(window), { resetAt, endsBy: answeredAt + leftMs }, forMs);
      }
    },
  };
}

/** With its limit: what is full for one plan is not for another. */
function keyOf({ name, subject, limit, seconds }: Window): string {
  return JSON.stringify([name, subject, limit, seconds]);
}
