import type { Accounts } from '../accounts.js';
import type { AccountsLog } from '../log.js';
import { listen } from './listener.js';
import { CANCELLED_CHANNEL, CHANGED_CHANNEL, STARTABLE_CHANNEL } from './steps.js';

const CHANNELS = [STARTABLE_CHANNEL, CANCELLED_CHANNEL, CHANGED_CHANNEL] as const;

/** Called for each notification. An empty payload: some may have been missed. */
export type OnNotice = (channel: string, payload: string) => void;

/** Postgres's notifications about jobs. One connection for all subscribers of a process, while there are any. */
export interface Notices {
  /** Returns how to end the subscription, which resolves when a connection that nothing else uses is closed. */
  subscribe(onNotice: OnNotice): () => Promise<void>;
}

export function createNotices(accounts: Accounts, log: AccountsLog): Notices {
  const subscribers = new Set<OnNotice>();
  let listener: { close(): Promise<void> } | null = null;
  return {
    subscribe(onNotice) {
      subscribers.add(onNotice);
      listener ??= listen(accounts, log, CHANNELS, (channel, payload) => {
        for (const subscriber of subscribers) subscriber(channel, payload);
      });
      return async () => {
        subscribers.delete(onNotice);
        if (subscribers.size > 0) return;
        const unused = listener;
        listener = null;
        await unused?.close();
      };
    },
  };
}
