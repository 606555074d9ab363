import { type Accounts, recentKeyHashes } from '@tickscope/accounts';
import type { Logger } from '@tickscope/log';
import { type CredentialThrottle, MOST_REMEMBERED } from './credential-throttle.js';

/**
 * Well below the time for which the throttle remembers a key. It is also the longest that a new key may wait in a
 * flood.
 */
const EVERY_MS = 60_000;
const AGAIN_MS = 5_000;
/** How long the start waits for the first read. */
const PATIENCE_MS = 2_000;

export interface KnownKeys {
  /** Resolves when the first read has succeeded or failed, or after a short wait. */
  ready: Promise<void>;
  stop(): void;
}

/**
 * Loads the good keys from the database into the throttle, now and every minute. This keeps the shield against
 * guessing working after a restart: a flood that goes on meanwhile cannot block look-ups of good keys.
 */
export function keepKnownKeys(accounts: Accounts, throttle: CredentialThrottle, log: Logger): KnownKeys {
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;
  let hasFailed = false;

  async function read(): Promise<void> {
    try {
      throttle.remember(await recentKeyHashes(accounts, MOST_REMEMBERED));
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
