import { isLimit } from './limits.js';
import type { RouteLimitLayout } from './programs/route-limit-layout.js';
import type { RouteLimit, Swap } from './swap.js';
import type { TransactionView } from './transaction-view.js';

/**
 * Gives the swaps of a transaction the limit of the outermost aggregator's instruction around them that has one. An
 * inner call without stack heights is left out, because its swaps are unknown.
 */
export function addRouteLimits(
  view: TransactionView,
  swaps: readonly Swap[],
  inferred: readonly Swap[],
): void {
  const { calls, roles } = view;
  for (let index = 0; index < calls.length; index += 1) {
    const call = calls[index]!;
    const role = roles[call.program];
    if (role === undefined || role.is !== 'route' || !call.isEndKnown) continue;
    const layout = layoutOf(role.limits, call.data);
    if (layout === null) continue;
    const under = swapsUnder(view, index, swaps);
    if (inferred.length > 0) under.push(...swapsUnder(view, index, inferred));
    const limit = under.length === 0 ? null : routeLimitOf(view, index, layout, under);
    if (limit === null) continue;
    for (const swap of under) swap.routeLimit = limit;
    index = call.end - 1;
  }
}

function layoutOf(layouts: readonly RouteLimitLayout[], data: Uint8Array): RouteLimitLayout | null {
  const first = data[0];
  for (const layout of layouts)
    if (layout.marker[0] === first && startsWith(data, layout.marker)) return layout;
  return null;
}

function startsWith(data: Uint8Array, marker: Uint8Array): boolean {
  if (data.length < marker.length) return false;
  for (let at = 1; at < marker.length; at += 1) if (data[at] !== marker[at]) return false;
  return true;
}

function swapsUnder(view: TransactionView, index: number, swaps: readonly Swap[]): Swap[] {
  const under: Swap[] = [];
  for (const swap of swaps) if (isUnder(view, swap, index)) under.push(swap);
  return under;
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
  index: number,
  { read, mint: mintAt }: RouteLimitLayout,
  swaps: readonly Swap[],
): RouteLimit | null {
  const call = view.calls[index]!;
  const stated = read(call.data);
  if (stated === null || !isLimit(stated.kind, stated.amount)) return null;
  const { kind, amount, quoted } = stated;
  const mint = mintAt === null ? endOf(swaps, kind) : view.textOf(call.accounts.at(mintAt));
  return {
    kind,
    amount,
    programId: view.textOf(call.program) ?? '',
    outerIndex: call.outerIndex,
    innerIndex: call.innerIndex,
    mint,
    quoted,
    moved: mint === null ? null : movedUnder(view, index, { mint, kind }, swaps),
  };
}

/** Read from the transfers, because a part of a route may be a fill or liquidity, not a swap. */
function movedUnder(
  { calls, movements, accounts, wallets, textOf }: TransactionView,
  index: number,
  { mint, kind }: { mint: string; kind: RouteLimit['kind'] },
  swaps: readonly Swap[],
): bigint | null {
  const { signers } = wallets();
  const isSigners = (account: number | null): boolean => {
    const known = accounts.get(account ?? -1);
    return known?.mint === mint && known.owner !== null && signers.includes(known.owner);
  };
  const isVault = (account: number | null): boolean => {
    const text = account === null ? null : textOf(account);
    return swaps.some(({ vaultIn, vaultOut }) => vaultIn === text || vaultOut === text);
  };
  const { end } = calls[index]!;
  let moved = 0n;
  for (const { call, source, destination, amount, received } of movements.transfers) {
    if (call <= index || call >= end || isSigners(source) === isSigners(destination)) continue;
    if (kind === 'most_in') moved += isSigners(source) ? amount : 0n;
    else if (isSigners(destination)) moved += received;
    // A fee. What a pool is paid is none: a route may end in the mint that it began with.
    else if (!isVault(destination)) moved -= amount;
  }
  return moved <= 0n ? null : moved;
}

/**
 * The mint that a route's swaps end in (or, for a most amount in, begin with): the only one that they give and none of
 * them takes. Null for a route that returns to where it began, and for one with several ends.
 */
function endOf(swaps: readonly Swap[], kind: RouteLimit['kind']): string | null {
  const isOut = kind === 'least_out';
  const ends = new Set(swaps.map(({ mintIn, mintOut }) => (isOut ? mintOut : mintIn)));
  for (const { mintIn, mintOut } of swaps) ends.delete(isOut ? mintIn : mintOut);
  const [end, ...others] = ends;
  return end === undefined || others.length > 0 ? null : end;
}
