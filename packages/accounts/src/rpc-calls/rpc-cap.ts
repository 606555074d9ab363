import type { Accounts } from '../accounts.js';
import { takeWindows } from '../limits/take-windows.js';
import type { Window } from '../limits/types.js';

/** How many calls to a chain's node callers may cause in all, over all processes. */
export interface RpcCallLimits {
  /** May be below 1: one call every so many seconds. */
  readonly perSecond: number;
  readonly perDay: number;
  /** How much of a day's calls one account may cause, in percent; left out: all of them. */
  readonly accountSharePercent?: number;
}

/** The answer to a request for one call. */
export interface RpcTurn {
  /** 0: it is counted and may go out now. Else nothing was counted, and one may go out after so many milliseconds. */
  readonly waitMs: number;
  /** Whose limit it has to wait for: that of all callers, or the account's share. */
  readonly limit: 'all' | 'account' | null;
}

export interface RpcCallCap {
  /** Counts calls as this account's. */
  of(account: string): { take(): Promise<RpcTurn> };
}

const SECONDS_A_DAY = 86_400;
const SHARE_WINDOW = "an account's rpc calls of a day";

/**
 * Counts calls in the windows that limit requests: one statement, exact among any number of processes. Every process
 * that calls the node for callers is to have the same limits.
 */
export function rpcCallCap(accounts: Accounts, limits: RpcCallLimits): RpcCallCap {
  return {
    of(account) {
      const windows = [...rpcCallWindows(limits), ...shareWindows(limits, account)];
      return {
        async take() {
          const { allowed, refusedBy, now } = await takeWindows(accounts, windows);
          if (allowed || refusedBy === null) return { waitMs: 0, limit: null };
          const waitMs = Math.max(1, refusedBy.resetAt.getTime() - now.getTime());
          return { waitMs, limit: refusedBy.name === SHARE_WINDOW ? 'account' : 'all' };
        },
      };
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

/** An account's calls of a day that its share allows; at least one. */
function accountShareOf({ perDay, accountSharePercent = 100 }: RpcCallLimits): number {
  return Math.max(1, Math.floor((perDay * accountSharePercent) / 100));
}

function shareWindows(limits: RpcCallLimits, account: string): Window[] {
  const limit = accountShareOf(limits);
  if (limit >= limits.perDay) return [];
  return [{ name: SHARE_WINDOW, subject: `account/${account}`, limit, seconds: SECONDS_A_DAY }];
}
