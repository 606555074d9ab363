import type { Accounts } from '../accounts.js';
import { sqlFile } from '../sql-file.js';
import { pause } from './listener.js';
import type { Notices } from './notices.js';
import { CHANGED_CHANNEL } from './steps.js';
import type { JobState } from './types.js';

const STATES = sqlFile(import.meta.url, './states.sql');
const POLL_MS = 200;

/** Waits for changes of jobs' states. */
export interface JobChanges {
  /**
   * Resolves when the job is no longer in this state, or the signal aborts. Never rejects: while Postgres is away
   * it waits on.
   */
  after(jobId: string, state: JobState, signal: AbortSignal): Promise<void>;
  /** Ends the connection over which changes are notified. */
  close(): Promise<void>;
}

interface Waiting {
  readonly jobId: string;
  readonly state: JobState;
  readonly done: () => void;
}

/**
 * One poller for all waits of this process: while anything waits, one query reads the states of all those jobs, however
 * many requests wait; at once when a wait begins, and when one of the jobs is notified. The state is compared with the one
 * that the caller saw, so no change is missed in between.
 *
 * @param pollMs how often it asks where a notification does not come
 */
export function createJobChanges(accounts: Accounts, notices: Notices, pollMs = POLL_MS): JobChanges {
  const waiting = new Set<Waiting>();
  let isPolling = false;
  let wake = new AbortController();
  let unsubscribe: (() => Promise<void>) | null = null;

  const isAwaited = (id: string): boolean => id === '' || [...waiting].some(({ jobId }) => jobId === id);

  async function poll(): Promise<void> {
    isPolling = true;
    while (waiting.size > 0) {
      // Replaced before the query: a change during the query ends the pause after it.
      wake = new AbortController();
      const asked = [...waiting];
      const states = await readStates(asked);
      if (states !== null)
        for (const { jobId, state, done } of asked) if (states.get(jobId) !== state) done();
      if (waiting.size > 0) await pause(pollMs, wake.signal);
    }
    isPolling = false;
  }

  async function readStates(asked: readonly Waiting[]): Promise<ReadonlyMap<string, JobState> | null> {
    const ids = [...new Set(asked.map(({ jobId }) => jobId))];
    try {
      const rows = await accounts.query<{ id: string; state: JobState }>(STATES, [ids]);
      return new Map(rows.map(({ id, state }) => [id, state]));
    } catch {
      // The caller's next read of the job reports the outage.
      return null;
    }
  }

  return {
    after(jobId, state, signal) {
      if (signal.aborted) return Promise.resolve();
      unsubscribe ??= notices.subscribe((channel, id) => {
        if (channel === CHANGED_CHANNEL && isAwaited(id)) wake.abort();
      });
      return new Promise((resolve) => {
        const done = (): void => {
          waiting.delete(entry);
          signal.removeEventListener('abort', done);
          resolve();
        };
        const entry = { jobId, state, done };
        waiting.add(entry);
        signal.addEventListener('abort', done);
        if (isPolling) wake.abort();
        else void poll();
      });
    },
    async close() {
      const end = unsubscribe;
      unsubscribe = null;
      await end?.();
    },
  };
}
