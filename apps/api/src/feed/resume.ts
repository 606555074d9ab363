import { compareCursors, type FeedCursor, LATEST_MS, type ResumeToken } from '@tickscope/queries/feed';
import type { FeedRun } from './live-feed.js';

/** The events that a resuming listener misses, and why. */
export interface Gap {
  /** `too_old`: before the oldest time that is replayed. `unknown`: the id belongs to tables that no longer exist. */
  reason: 'too_old' | 'unknown';
  /** RFC 3339. Events recorded in this time are missing. */
  from: string;
  to: string;
}

export interface Start {
  /** The stream starts with the event after it. */
  position: FeedCursor;
  gap: Gap | null;
}

/**
 * Where a listener starts: now, or after the last event that it received. Throws `ReadError` where ClickHouse
 * does not answer.
 */
export async function startOf(run: FeedRun, token: ResumeToken | null): Promise<Start> {
  if (token === null) return { position: run.position, gap: null };
  const { position } = token;
  const isKnown =
    token.epoch === run.epoch &&
    (compareCursors(position, run.position) <= 0 ||
      // Another process may be a poll ahead of this one, but never ahead of the tables.
      compareCursors(position, (await run.readHead()).position) <= 0);
  if (!isKnown) return { position: run.position, gap: gapOf('unknown', position.atMs, run.nowMs) };
  const oldestMs = run.nowMs - run.settings.replayMs;
  if (position.atMs >= oldestMs || run.recent.numberAfter(position) !== null) return { position, gap: null };
  return {
    // A read starts earlier than its position's time, by as much as an insert may take.
    position: { ...position, atMs: oldestMs + LATEST_MS },
    gap: gapOf('too_old', position.atMs, oldestMs),
  };
}

function gapOf(reason: Gap['reason'], fromMs: number, toMs: number): Gap {
  const latest = Math.max(0, toMs);
  // A forged id may contain any time.
  const earliest = Math.min(Math.max(0, fromMs), latest);
  return { reason, from: new Date(earliest).toISOString(), to: new Date(latest).toISOString() };
}
