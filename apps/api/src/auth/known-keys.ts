import { type Accounts, recentKeyHashes } from '@tickscope/accounts';
import type { Logger } from '@tickscope/log';
import { type Gate, MOST_REMEMBERED } from './gate.js';

/** Well within the time that the gate remembers a key, and as long as a new key may have to wait in a flood. */
const EVERY_MS = 60_000;
const AGAIN_MS = 5_000;
/** How long the start waits for the first reading. */
const PATIENCE_MS = 2_000;

export interface KnownKeys {
  /** Resolves once the keys were read for the first time, or could not be, or not soon. */
  ready: Promise<void>;
  stop(): void;
}

/**
 * Tells the gate which keys are good, from the database, now and every minute. So the shield against guessing survives
 * a restart: a flood that goes on meanwhile cannot keep good keys from being looked up.
 */
export function keepKnownKeys(accounts: Accounts, gate: Gate, log: Logger): KnownKeys {
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;
  let hasFailed = false;

  async function read(): Promise<void> {
    try {
      gate.remember(await recentKeyHashes(accounts, MOST_REMEMBERED));
      hasFailed = false;
    } catch (error) {
      if (!hasFailed && !isStopped) log.warn({ err: error }, 'failed to read which keys are in use');
      hasFailed = true;
    }
    if (isStopped) return;
    timer = setTimeout(() => void read(), hasFailed ? AGAIN_MS : EVERY_MS);
    timer.unref();
  }

  const patience = new Promise<void>((resolve) => {
    setTimeout(resolve, PATIENCE_MS).unref();
  });
  return {
    ready: Promise.race([read(), patience]),
    stop() {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
