import type { Accounts } from '../accounts.js';
import { takeWindows } from '../limits/take-windows.js';
import type { Window } from '../limits/types.js';

/** How many calls to a chain's node callers may cause in all, over all processes. */
export interface RpcCallLimits {
  /** May be below 1: one call every so many seconds. */
  readonly perSecond: number;
  readonly perDay: number;
}

export interface RpcCallCap {
  /** Takes one call: 0 where it may go out now, else in how many milliseconds one may; then none was taken. */
  take(): Promise<number>;
}

const SECONDS_A_DAY = 86_400;

/**
 * Counts calls in the windows that limit requests: one statement, exact among any number of processes. Every process
 * that calls the node for callers is to have the same limits.
 */
export function rpcCallCap(accounts: Accounts, limits: RpcCallLimits): RpcCallCap {
  const windows = rpcCallWindows(limits);
  return {
    async take() {
      const { allowed, refusedBy, now } = await takeWindows(accounts, windows);
      if (allowed || refusedBy === null) return 0;
      return Math.max(1, refusedBy.resetAt.getTime() - now.getTime());
    },
  };
}

export function rpcCallWindows({ perSecond, perDay }: RpcCallLimits): Window[] {
  const subject = 'all';
  return [
    perSecond >= 1
      ? { name: 'rpc calls', subject, limit: Math.floor(perSecond), seconds: 1 }
      : { name: 'rpc calls', subject, limit: 1, seconds: Math.ceil(1 / perSecond) },
    { name: 'rpc calls of a day', subject, limit: perDay, seconds: SECONDS_A_DAY },
  ];
}
