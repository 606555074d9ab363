import { type Accounts, type Plans, type RateDecision, takeWindows, type Window } from '@tickscope/accounts';
import type { RequestHandler } from 'express';
import { type IncrementResponse, rateLimit, type Store } from 'express-rate-limit';
import { limitExceeded } from '../auth/refusals.js';
import { withAccounts } from '../auth/with-accounts.js';
import { callerOf, contextOf } from '../request-context.js';
import type { KnownRefusals } from './known-refusals.js';
import { windowsOf } from './windows-of.js';

interface Counting {
  windows: Window[];
  decision: RateDecision | null;
}

/**
 * The rate limiter for all windows of a request. Postgres counts them in one statement, so a request that one
 * window refuses uses up none of the others. The headers show the window with the least remaining, or the one
 * that refused. Windows known to be full are refused without a query, and requests that were counted already
 * are not counted again.
 */
export function createLimiter(options: {
  accounts: Accounts;
  plans: Plans;
  refusals: KnownRefusals;
  /** The clock of `refusals`. */
  clock: () => number;
  /** Overrides the database's clock, for tests. */
  now?: () => Date;
}): RequestHandler {
  const { accounts, plans, refusals, clock, now } = options;
  const counting = new Map<string, Counting>();

  async function take(windows: readonly Window[]): Promise<RateDecision> {
    const known = refusals.find(windows);
    if (known !== null) return known;
    const sentAt = clock();
    const decision = await withAccounts(() => takeWindows(accounts, windows, now?.()));
    refusals.note(windows, decision, { sentAt, answeredAt: clock() });
    return decision;
  }

  const store: Store = {
    async increment(id): Promise<IncrementResponse> {
      const request = find(id);
      try {
        request.decision ??= await take(request.windows);
      } catch (error) {
        counting.delete(id);
        throw error;
      }
      const { limit, remaining, resetAt } = shownOf(request.decision);
      const totalHits = request.decision.allowed ? limit - remaining : limit + 1;
      return { totalHits, resetTime: resetAt };
    },
    // express-rate-limit calls these only where failed or successful requests do not count.
    decrement() {},
    resetKey() {},
    localKeys: false,
  };

  function find(id: string): Counting {
    const request = counting.get(id);
    if (request === undefined)
      throw new Error('no windows of the request: keyGenerator() did not run, or the request was done');
    return request;
  }

  return rateLimit({
    store,
    keyGenerator(_req, res) {
      const { id, route, rateDecision = null } = contextOf(res);
      const windows = windowsOf(plans, callerOf(contextOf(res)), route ?? '');
      counting.set(id, { windows, decision: rateDecision });
      return id;
    },
    limit: (_req, res) => {
      const { id } = contextOf(res);
      const { decision } = find(id);
      if (decision === null)
        throw new Error('no count of the request: increment() did not run before limit()');
      // `handler`, which runs next, still needs a refused request. The others are done.
      if (decision.allowed) counting.delete(id);
      return shownOf(decision).limit;
    },
    handler(_req, res, next) {
      const { id } = contextOf(res);
      const { windows, decision } = find(id);
      counting.delete(id);
      const refusedBy = decision?.refusedBy ?? null;
      const window = windows.find(({ name }) => name === refusedBy?.name);
      if (decision === null || refusedBy === null || window === undefined)
        throw new Error('the request is refused, but none of its windows is full');
      next(limitExceeded(window, refusedBy, decision.now));
    },
    legacyHeaders: true,
    standardHeaders: false,
  });
}

/** The window to show in the headers: the one that refused, else the one with the least remaining. */
function shownOf({ windows, refusedBy }: RateDecision): RateDecision['windows'][number] {
  const shown = refusedBy ?? windows.toSorted((a, b) => a.remaining - b.remaining)[0];
  if (shown === undefined) throw new Error('the count of the request has no windows');
  return shown;
}
