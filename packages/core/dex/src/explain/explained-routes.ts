import type { RouteLimit, Swap } from '../swap.js';
import type { ExplainedRoute } from './explanation.js';
import { programName } from './program-names.js';

/** The aggregators' instructions that limit the swaps under them, in order. */
export function explainRoutes(swaps: readonly Swap[]): ExplainedRoute[] {
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
  }));
}
