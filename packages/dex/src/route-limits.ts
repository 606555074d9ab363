import { equalBytes } from '@tickscope/chain';
import type { Call } from './calls.js';
import { isLimit } from './limits.js';
import type { RouteLimitLayout } from './programs/route-limit-layout.js';
import type { RouteLimit, Swap } from './swap.js';
import type { TransactionView } from './transaction-view.js';

/**
 * Gives the swaps of a transaction the limit of the outermost aggregator's instruction around them that has one. An
 * inner call without stack heights is left out, because its swaps are unknown.
 */
export function addRouteLimits(view: TransactionView, lists: readonly (readonly Swap[])[]): void {
  const { calls, roles } = view;
  let covered = 0;
  for (let index = 0; index < calls.length; index += 1) {
    const call = calls[index]!;
    const role = roles[call.program];
    if (role === undefined || role.is !== 'route' || index < covered || !call.isEndKnown) continue;
    const layout = layoutOf(role.limits, call.data);
    if (layout === null) continue;
    const swaps = lists.flatMap((list) => list.filter((swap) => isUnder(view, swap, index)));
    const limit = swaps.length === 0 ? null : routeLimitOf(view, call, layout, swaps);
    if (limit === null) continue;
    covered = call.end;
    for (const swap of swaps) swap.routeLimit = limit;
  }
}

function layoutOf(layouts: readonly RouteLimitLayout[], data: Uint8Array): RouteLimitLayout | null {
  for (const layout of layouts) {
    const { marker } = layout;
    if (data[0] === marker[0] && equalBytes(data.subarray(0, marker.length), marker)) return layout;
  }
  return null;
}

/** Whether a swap's instruction is among those that the call at `index` made. */
function isUnder({ calls }: TransactionView, { outerIndex, innerIndex }: Swap, index: number): boolean {
  const call = calls[index]!;
  if (call.outerIndex !== outerIndex || innerIndex === null) return false;
  const first = (call.innerIndex ?? -1) + 1;
  return innerIndex >= first && innerIndex < first + call.end - index - 1;
}

function routeLimitOf(
  view: TransactionView,
  call: Call,
  { read, mint }: RouteLimitLayout,
  swaps: readonly Swap[],
): RouteLimit | null {
  const stated = read(call.data);
  if (stated === null || !isLimit(stated.kind, stated.amount)) return null;
  const { kind, amount, quoted } = stated;
  return {
    kind,
    amount,
    programId: view.textOf(call.program) ?? '',
    outerIndex: call.outerIndex,
    innerIndex: call.innerIndex,
    mint: mint === null ? endOf(swaps, kind) : view.textOf(call.accounts.at(mint)),
    quoted,
  };
}

/**
 * The mint that a route's swaps end in (or begin with): the one that the last of them pays and none of them takes. Null
 * for a route that returns to where it began, and for one with several ends.
 */
function endOf(swaps: readonly Swap[], kind: RouteLimit['kind']): string | null {
  const isOut = kind === 'least_out';
  const ends = new Set(swaps.map(({ mintIn, mintOut }) => (isOut ? mintOut : mintIn)));
  for (const { mintIn, mintOut } of swaps) ends.delete(isOut ? mintIn : mintOut);
  const [end, ...others] = ends;
  return end === undefined || others.length > 0 ? null : end;
}
