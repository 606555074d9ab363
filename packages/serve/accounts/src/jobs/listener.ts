import { setTimeout as sleep } from 'node:timers/promises';
import type { Accounts } from '../accounts.js';
import type { AccountsLog } from '../log.js';

const RECONNECT_MS = 1_000;
/** A silent connection may be dead, so it is probed. */
const PROBE_MS = 10_000;

/**
 * Listens on channels of Postgres over a connection of its own, and reconnects when that breaks. Notifications
 * sent meanwhile are lost: the caller polls as well.
 */
export function listen(
  accounts: Accounts,
  log: AccountsLog,
  channels: readonly string[],
  onMessage: (channel: string, payload: string) => void,
): { close(): Promise<void> } {
  const closing = new AbortController();
  const { signal } = closing;

  let isDown = false;

  async function listenOnce(): Promise<void> {
    const client = accounts.dedicatedClient();
    const over = new AbortController();
    const end = () => over.abort();
    client.once('end', end);
    signal.addEventListener('abort', end);
    try {
      await client.connect();
      client.on('notification', ({ channel, payload }) => onMessage(channel, payload ?? ''));
      for (const channel of channels) await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
      isDown = false;
      // Covers notifications sent while this process did not listen.
      for (const channel of channels) onMessage(channel, '');
      for (;;) {
        await pause(PROBE_MS, over.signal);
        if (signal.aborted) return;
        await client.query('SELECT 1');
      }
    } finally {
      signal.removeEventListener('abort', end);
      await Promise.race([client.end().catch(() => {}), sleep(1_000, undefined, { ref: false })]);
    }
  }

  async function listenAlways(): Promise<void> {
    while (!signal.aborted) {
      try {
        await listenOnce();
      } catch (error) {
        if (signal.aborted) return;
        if (!isDown) log.warn({ err: error }, 'not listening for jobs: asking twice a second instead');
        isDown = true;
        await pause(RECONNECT_MS, signal);
      }
    }
  }

  const ended = listenAlways();
  return {
    close() {
      closing.abort();
      return ended;
    },
  };
}

/** Waits; ends early, without an error, when the signal fires. */
export function pause(waitMs: number, signal: AbortSignal): Promise<void> {
  return sleep(waitMs, undefined, { signal }).catch(() => {});
}
