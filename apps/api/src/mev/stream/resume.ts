import { compareCursors, type FeedCursor, type ResumeToken } from './feed-cursor.js';
import { LATEST_MS } from './feed-reader.js';
import type { FeedRun } from './live-feed.js';

/** What a listener who resumes is not told, and why. */
export interface Gap {
  /** `too_old`: longer ago than is replayed. `unknown`: the id is of tables that are no longer there. */
  reason: 'too_old' | 'unknown';
  /** RFC 3339: what was recorded in this time is missing. */
  from: string;
  to: string;
}

export interface Start {
  /** The first event is the one after it. */
  position: FeedCursor;
  gap: Gap | null;
}

/** Where a listener begins: now, or after the last event that it had. Throws `ApiError` where ClickHouse is away. */
export async function startOf(run: FeedRun, token: ResumeToken | null): Promise<Start> {
  if (token === null) return { position: run.position, gap: null };
  const { position } = token;
  const isKnown =
    token.epoch === run.epoch &&
    (compareCursors(position, run.position) <= 0 ||
      // Another process may be a poll ahead of this one, never of the tables.
      compareCursors(position, (await run.readHead()).position) <= 0);
  if (!isKnown) return { position: run.position, gap: gapOf('unknown', position.atMs, run.nowMs) };
  const oldestMs = run.nowMs - run.settings.replayMs;
  if (position.atMs >= oldestMs || run.recent.numberAfter(position) !== null) return { position, gap: null };
  return {
    // Reading begins as much before a place's time as an insert may take.
    position: { ...position, atMs: oldestMs + LATEST_MS },
    gap: gapOf('too_old', position.atMs, oldestMs),
  };
}

function gapOf(reason: Gap['reason'], fromMs: number, toMs: number): Gap {
  const latest = Math.max(0, toMs);
  // An id that nobody gave may name any time.
  const earliest = Math.min(Math.max(0, fromMs), latest);
  return { reason, from: new Date(earliest).toISOString(), to: new Date(latest).toISOString() };
}
