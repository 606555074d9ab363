import type { Accounts } from '../accounts.js';
import { sqlFile } from '../sql-file.js';
import type { ClockOptions } from '../subscriptions/types.js';
import type { RateDecision, Window, WindowState } from './types.js';

const TAKE = sqlFile(import.meta.url, './take.sql');
const CLEAN = sqlFile(import.meta.url, './clean.sql');

const MAX_INTEGER = 2 ** 31 - 1;
/**
 * For a name and its subject together, because index entries are limited in size. An account of 255 characters
 * fits.
 */
const MAX_TEXT_BYTES = 2_000;
/** NUL, which Postgres does not support, and lone surrogates, which it would all store as the same character. */
const UNSTORABLE = /\0|\p{Cs}/u;
const CLEANED_AT_ONCE = 5_000;

/** A row of `tickscope.take_windows`. */
export interface RateDecisionRow {
  taken_at: Date;
  is_allowed: boolean;
  used: number[];
  ends_at: Date[];
}

/** Parameters: names, subjects, limits and lengths. */
export type WindowColumns = [string[], string[], number[], number[]];

/**
 * Counts one request in all of these windows, or in none if one of them is full. It is one statement, and exact
 * over any number of processes. Windows are fixed: each begins with its first request and ends after its
 * length, by the database's clock, to the millisecond, the end excluded. Without windows every request is
 * allowed.
 * @param now overrides the database's clock, for tests
 * @throws AccountsUnavailableError; TypeError for an invalid or repeated window
 */
export async function takeWindows(
  accounts: Accounts,
  windows: readonly Window[],
  now?: Date,
): Promise<RateDecision> {
  const [row] = await accounts.query<RateDecisionRow>(TAKE, [...columnsOf(windows), now ?? null]);
  if (row === undefined) throw new Error('Postgres returned no row for windows');
  return decisionOf(windows, row);
}

/** @throws TypeError for an invalid or repeated window */
export function columnsOf(windows: readonly Window[]): WindowColumns {
  assertWindows(windows);
  return [
    windows.map(({ name }) => name),
    windows.map(({ subject }) => subject),
    windows.map(({ limit }) => limit),
    windows.map(({ seconds }) => seconds),
  ];
}

export function decisionOf(windows: readonly Window[], row: RateDecisionRow): RateDecision {
  const states = windows.map(({ name, limit }, index) => ({
    name,
    limit,
    // Negative where a plan's limit was lowered within a window.
    remaining: Math.max(0, limit - (row.used[index] ?? 0)),
    resetAt: row.ends_at[index]!,
  }));
  return {
    allowed: row.is_allowed,
    windows: states,
    refusedBy: row.is_allowed ? null : lastToEnd(states.filter(({ remaining }) => remaining === 0)),
    now: row.taken_at,
  };
}

/**
 * Deletes expired windows, and returns how many. They count for nothing; this keeps the table small. @throws
 * AccountsUnavailableError
 */
export async function cleanWindows(accounts: Accounts, options: ClockOptions = {}): Promise<number> {
  for (let cleaned = 0; ; ) {
    // In batches, each well within a statement's deadline.
    const [row] = await accounts.query<{ windows: number }>(CLEAN, [CLEANED_AT_ONCE, options.now ?? null]);
    cleaned += row?.windows ?? 0;
    if ((row?.windows ?? 0) < CLEANED_AT_ONCE) return cleaned;
  }
}

/** When this window ends, the others have ended too. */
function lastToEnd(states: readonly WindowState[]): WindowState | null {
  return states.reduce<WindowState | null>(
    (last, state) => (last === null || state.resetAt > last.resetAt ? state : last),
    null,
  );
}

function assertWindows(windows: readonly Window[]): void {
  const seen = new Set<string>();
  for (const { name, subject, limit, seconds } of windows) {
    const text = `${name}${subject}`;
    if (name === '' || subject === '' || Buffer.byteLength(text) > MAX_TEXT_BYTES || UNSTORABLE.test(text))
      throw new TypeError(
        `a window's name and subject are text, of ${MAX_TEXT_BYTES} bytes together at most`,
      );
    for (const number of [limit, seconds])
      if (!Number.isInteger(number) || number < 1 || number > MAX_INTEGER)
        throw new TypeError("a window's limit and seconds are whole numbers above 0");
    const key = JSON.stringify([name, subject, seconds]);
    if (seen.has(key)) throw new TypeError(`the window ${name} is there twice`);
    seen.add(key);
  }
}
