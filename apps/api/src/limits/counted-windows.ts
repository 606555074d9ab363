import type { WindowState } from '@tickscope/accounts';
import { LRUCache } from 'lru-cache';

/** About 10 MB. Counting does not stop a client with more subjects than this. */
const MOST_SUBJECTS = 50_000;

/** Fixed rate windows in this process' memory, one per subject, starting at its first request. */
export interface CountedWindows {
  readonly limit: number;
  readonly seconds: number;
  state(subject: string): WindowState;
  /** Counts one; false where nothing is left. */
  take(subject: string): boolean;
  /** Undoes a `take` that did not need to count. */
  giveBack(subject: string): void;
}

interface Counted {
  used: number;
  endsAt: number;
}

/** @param options.now milliseconds */
export function createCountedWindows(options: {
  name: string;
  limit: number;
  seconds: number;
  now: () => number;
  most?: number;
}): CountedWindows {
  const { name, limit, seconds, now, most = MOST_SUBJECTS } = options;
  const counted = new LRUCache<string, Counted>({ max: most });

  function find(subject: string): Counted | null {
    const window = counted.get(subject);
    if (window === undefined) return null;
    if (window.endsAt > now()) return window;
    counted.delete(subject);
    return null;
  }

  function begin(subject: string): Counted {
    const window = { used: 0, endsAt: now() + seconds * 1_000 };
    counted.set(subject, window);
    return window;
  }

  return {
    limit,
    seconds,
    state(subject) {
      const window = find(subject);
      return {
        name,
        limit,
        remaining: limit - (window?.used ?? 0),
        resetAt: new Date(window?.endsAt ?? now() + seconds * 1_000),
      };
    },
    take(subject) {
      const window = find(subject) ?? begin(subject);
      if (window.used >= limit) return false;
      window.used += 1;
      return true;
    },
    giveBack(subject) {
      const window = find(subject);
      if (window === null) return;
      window.used -= 1;
      if (window.used <= 0) counted.delete(subject);
    },
  };
}
