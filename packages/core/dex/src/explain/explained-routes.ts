import type { RouteLimit, Swap } from '../swap.js';
import type { TransactionView } from '../transaction-view.js';
import type { ExplainedRoute } from './explanation.js';
import { programName } from './program-names.js';

/** The aggregators' instructions that limit the swaps under them, in order. */
export function explainRoutes(view: TransactionView, swaps: readonly Swap[]): ExplainedRoute[] {
  const routes = new Map<string, { limit: RouteLimit; swaps: number }>();
  for (const { routeLimit } of swaps) {
    if (routeLimit === null) continue;
    const key = `${routeLimit.outerIndex}.${routeLimit.innerIndex ?? ''}`;
    const known = routes.get(key);
    if (known === undefined) routes.set(key, { limit: routeLimit, swaps: 1 });
    else known.swaps += 1;
  }
  return [...routes.values()].map(({ limit, swaps: count }) => ({
    ...limit,
    programName: programName(limit.programId),
    swaps: count,
    moved: movedUnder(view, limit),
  }));
}

/** Read from the transfers, because a part of a route may be a fill or liquidity, not a swap. */
function movedUnder(
  view: TransactionView,
  { outerIndex, innerIndex, mint, kind }: RouteLimit,
): bigint | null {
  const { calls, movements, accounts } = view;
  const index = calls.findIndex((call) => call.outerIndex === outerIndex && call.innerIndex === innerIndex);
  if (mint === null || index < 0) return null;
  const { signers } = view.wallets();
  const isSigners = (account: number | null): boolean => {
    const known = accounts.get(account ?? -1);
    return known?.mint === mint && known.owner !== null && signers.includes(known.owner);
  };
  let moved = 0n;
  for (const { call, source, destination, amount, received } of movements.transfers) {
    if (call <= index || call >= calls[index]!.end || isSigners(source) === isSigners(destination)) continue;
    // Not the net gain: a route back to the mint that it began with pays and gets the same one.
    if (kind === 'least_out' && isSigners(destination)) moved += received;
    if (kind === 'most_in' && isSigners(source)) moved += amount;
  }
  return moved === 0n ? null : moved;
}
