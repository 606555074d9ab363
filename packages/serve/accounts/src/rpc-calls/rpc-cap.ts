import type { Accounts } from '../accounts.js';
import { takeWindows } from '../limits/take-windows.js';
import type { Window } from '../limits/types.js';

/** Limits of the calls to a node that callers may cause, over all accounts and processes. */
export interface RpcCallLimits {
  /** May be below 1: then one call every few seconds. */
  readonly perSecond: number;
  readonly perDay: number;
  /** The share of a day's calls that one account may cause, in percent. Default: all of them. */
  readonly accountSharePercent?: number;
}

/** The answer to a request for one call. */
export interface RpcTurn {
  /**
   * 0: the call was counted and may be sent now. Otherwise nothing was counted, and a call may be sent after
   * this wait.
   */
  readonly waitMs: number;
  /** The limit that requires the wait: that of all callers, or the account's share. */
  readonly limit: 'all' | 'account' | null;
}

export interface RpcCallCap {
  /** Counts calls for this account. */
  of(account: string): { take(): Promise<RpcTurn> };
}

const SECONDS_A_DAY = 86_400;
const SHARE_WINDOW = "an account's rpc calls of a day";

/**
 * Counts calls in the same windows that limit requests: one statement, exact over any number of processes.
 * Every process that calls the node for callers must use the same limits.
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

/** The calls per day that an account's share allows; at least one. */
function accountShareOf({ perDay, accountSharePercent = 100 }: RpcCallLimits): number {
  return Math.max(1, Math.floor((perDay * accountSharePercent) / 100));
}

function shareWindows(limits: RpcCallLimits, account: string): Window[] {
  const limit = accountShareOf(limits);
  if (limit >= limits.perDay) return [];
  return [{ name: SHARE_WINDOW, subject: `account/${account}`, limit, seconds: SECONDS_A_DAY }];
}
