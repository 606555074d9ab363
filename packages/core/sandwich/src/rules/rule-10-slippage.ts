import type { RouteLimit, Swap } from '@tickscope/dex';
import type { LimitAge } from '../model/sandwich.js';

/** How much of a victim's limit the attacker used (Rule 10). */
export interface SlippageUse {
  /** 0: nothing, 1: up to the limit. What the attacker took ÷ the room between the clean fill and the limit. */
  use: number;
  age: LimitAge;
}

/** Rates without the attacker by swap, relative to those with it. */
export type CleanRates = ReadonlyMap<Swap, number>;

const NO_OTHERS: CleanRates = new Map();

/** How many hops of a route a difference is carried over. */
const HOPS = 4;

/**
 * The use of a victim's limit: of the aggregator's around the swap, else of the pool's own instruction. Null if neither
 * has one, if the clean fill is not known, or if even the clean fill would not have kept the limit.
 *
 * Floating point suffices: the result is compared with tenths.
 *
 * @param victim a swap whose loss is known by replay
 * @param clean its rate (out ÷ in) without the attacker, relative to its rate with it (`Loss.clean`)
 * @param transaction all swaps of the victim's transaction, for the other hops of its route
 * @param others the same rates of other hops that the entity fronted as well
 */
export function slippageUseOf(
  victim: Swap,
  clean: number,
  transaction: readonly Swap[],
  frontSlot: number,
  others: CleanRates = NO_OTHERS,
): SlippageUse | null {
  if (!(clean > 0) || !Number.isFinite(clean)) return null;
  const { limit, routeLimit } = victim;
  const fills =
    routeLimit === null
      ? ofPool(victim, clean)
      : ofRoute(routeLimit, transaction, new Map([...others, [victim, clean]]));
  const bound = routeLimit ?? limit;
  if (fills === null || bound === null) return null;
  const room = Math.abs(fills.clean - Number(bound.amount));
  const keepsLimit =
    bound.kind === 'least_out' ? fills.clean > Number(bound.amount) : fills.clean < Number(bound.amount);
  if (!keepsLimit || room === 0) return null;
  const taken = bound.kind === 'least_out' ? fills.clean - fills.attacked : fills.attacked - fills.clean;
  const use = Math.min(Math.max(taken / room, 0), 1);
  return { use, age: ageOf(routeLimit?.quoted ?? null, fills, victim.slot === frontSlot) };
}

/** The amount that a limit bounds: as it was, and as it would have been without the attacker. */
interface Fills {
  attacked: number;
  clean: number;
}

function ofPool({ limit, traderIn, traderOut }: Swap, clean: number): Fills | null {
  if (limit === null) return null;
  return limit.kind === 'least_out'
    ? { attacked: Number(traderOut), clean: Number(traderOut) * clean }
    : { attacked: Number(traderIn), clean: Number(traderIn) / clean };
}

/** The hops that the entity fronted at their clean rates, every other hop at the rate at which it was executed. */
function ofRoute(limit: RouteLimit, transaction: readonly Swap[], rates: CleanRates): Fills | null {
  const { mint, kind } = limit;
  if (mint === null) return null;
  const isLeast = kind === 'least_out';
  const hops: Hop[] = [];
  let attacked = 0;
  const changed: { to: string; by: number }[] = [];
  for (const swap of transaction) {
    if (!isOfRoute(swap, limit)) continue;
    const { from, to, taken, given } = hopOf(swap, isLeast);
    attacked += to === mint ? given : from === mint ? -taken : 0;
    const rate = rates.get(swap) ?? 1;
    const clean = isLeast ? given * rate : given / rate;
    hops.push({ from, to, taken, given: clean });
    if (rate !== 1) changed.push({ to, by: clean - given });
  }
  // The surplus of a hop goes on at the clean rates of those after it.
  const known = new Map<string, number | null>();
  let more = 0;
  for (const { to, by } of changed) {
    const worth = worthOf(to, mint, hops, HOPS, known);
    if (worth === null) return null;
    more += by * worth;
  }
  if (attacked <= 0) return null;
  const kept = keptOf(limit, attacked);
  return { attacked: attacked * kept, clean: (attacked + more) * kept };
}

/**
 * The share of what a swap's pool gave that its route's aggregator left to the trader: 1 where it took no fee of that
 * token, or that is not known.
 */
export function keptShareOf({ mintOut, routeLimit }: Swap, transaction: readonly Swap[]): number {
  if (routeLimit === null || routeLimit.kind !== 'least_out' || routeLimit.mint !== mintOut) return 1;
  let byPools = 0;
  for (const swap of transaction) {
    if (!isOfRoute(swap, routeLimit)) continue;
    const { from, to, taken, given } = hopOf(swap, true);
    byPools += to === mintOut ? given : from === mintOut ? -taken : 0;
  }
  return byPools > 0 ? keptOf(routeLimit, byPools) : 1;
}

/** The largest share of a trade that an aggregator may take as its fee; more is something else. */
const MOST_FEE = 0.2;

/**
 * Factor by which an aggregator's fee changes the amount that the pools moved: below 1 of what they gave, above 1 of what
 * they took. Quote and limit are after it.
 */
function keptOf({ kind, moved }: RouteLimit, byPools: number): number {
  if (moved === null) return 1;
  const kept = Number(moved) / byPools;
  const isFee = kind === 'least_out' ? kept < 1 && kept >= 1 - MOST_FEE : kept > 1 && kept <= 1 + MOST_FEE;
  return isFee ? kept : 1;
}

export function isOfRoute({ routeLimit }: Swap, { outerIndex, innerIndex }: RouteLimit): boolean {
  return routeLimit !== null && routeLimit.outerIndex === outerIndex && routeLimit.innerIndex === innerIndex;
}

/** A swap seen in the direction of the limited amount: forwards for a least out, backwards for a most in. */
interface Hop {
  from: string;
  to: string;
  taken: number;
  given: number;
}

function hopOf({ mintIn, mintOut, traderIn, traderOut }: Swap, isForward: boolean): Hop {
  return isForward
    ? { from: mintIn, to: mintOut, taken: Number(traderIn), given: Number(traderOut) }
    : { from: mintOut, to: mintIn, taken: Number(traderOut), given: Number(traderIn) };
}

/** Converts a unit of a mint into the route's limited mint; null if it does not get there. */
function worthOf(
  from: string,
  mint: string,
  hops: readonly Hop[],
  left: number,
  known: Map<string, number | null>,
): number | null {
  if (from === mint) return 1;
  const key = `${left} ${from}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  let taken = 0;
  let worth: number | null = 0;
  for (const hop of hops) {
    if (hop.from !== from || left === 0) continue;
    taken += hop.taken;
    const next = worthOf(hop.to, mint, hops, left - 1, known);
    worth = worth === null || next === null ? null : worth + hop.given * next;
  }
  const result = worth === null || taken <= 0 ? null : worth / taken;
  known.set(key, result);
  return result;
}

function ageOf(quoted: bigint | null, { attacked, clean }: Fills, isInFrontsSlot: boolean): LimitAge {
  if (quoted === null) return isInFrontsSlot ? 'before' : 'unclear';
  const promised = Number(quoted);
  return Math.abs(promised - clean) <= Math.abs(promised - attacked) ? 'before' : 'after';
}
