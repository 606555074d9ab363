import bs58 from 'bs58';
import type { PlannedSwap } from '../planned-swap.js';
import type { LabelledPosition } from '../sandwich/label.js';
import type { Row, Trip } from './row.js';
import { lamportsOf } from './sizes.js';

/** A round trip of a row's actor. Amounts are decimal text. */
export interface RowLabel {
  row: string;
  intent: 'attack' | 'look_alike';
  /**
   * The verdict that the definition demands. Null where the row promises nothing: an attack that did not gain or whose
   * victims did not come, a look-alike without a trade in between, the first five of an actor that must become known.
   */
  counted: boolean | null;
  actor: number;
  /** How many round trips its actor had made before. */
  nth: number;
  dex: string;
  pool: string;
  wallets: string[];
  fronts: LabelledPosition[];
  backs: LabelledPosition[];
  /** Everyone who traded in the fronts' direction between the first front and the last back leg. */
  victims: RowVictim[];
  /** What came back more than was paid, on the matched share, in the token that was gained. */
  gross: string;
  /** Fees and tips, lamports. */
  cost: string;
  isGain: boolean;
  first_slot: number;
  last_slot: number;
}

export interface RowVictim extends LabelledPosition {
  /** Placed by the scene; otherwise one of the pool's own traders. */
  placed: boolean;
  /** How much of the room that its limit left was taken, 0 to 1; null where it set no limit. */
  slippage_use: number | null;
}

/** The label of a trip whose scene is over; null if it never had both sides. */
export function rowLabel(trip: Trip, earlierGains: number): RowLabel | null {
  const { row, venue, fronts, backs, isBuy, placed } = trip;
  if (fronts.length === 0 || backs.length === 0) return null;
  const { pool, own, uses } = venue;
  const swaps = pool.journal!.swaps;
  const victims = swaps
    .slice(swaps.indexOf(fronts[0]!), swaps.indexOf(backs.at(-1)!))
    .filter((swap) => swap.fill.isBuy === isBuy && !own.has(swap));
  const legs = [...fronts, ...backs];
  const slots = legs.map(({ plan }) => plan.placed!.slot);
  const plans = new Set(legs.map(({ plan }) => plan));
  let cost = 0;
  for (const { placed: at } of plans) cost += at!.feeLamports + at!.jitoTipLamports;
  const { gross, isGain } = gainOf(trip, BigInt(cost));
  const isWhole = !trip.isBroken && placed.length > 0;
  return {
    row: row.name,
    intent: row.isAttack ? 'attack' : 'look_alike',
    counted: verdict(row, isWhole, isGain, earlierGains),
    actor: trip.actor,
    nth: trip.nth,
    dex: pool.dex.name,
    pool: pool.account.text,
    wallets: [...new Set(legs.map(({ trader }) => trader.text))],
    fronts: fronts.map(positionOf),
    backs: backs.map(positionOf),
    victims: victims.map((swap) => ({
      ...positionOf(swap),
      placed: placed.includes(swap),
      slippage_use: uses.get(swap) ?? null,
    })),
    gross: String(gross),
    cost: String(cost),
    isGain,
    first_slot: Math.min(...slots),
    last_slot: Math.max(...slots),
  };
}

function verdict(row: Row, isWhole: boolean, isGain: boolean, earlierGains: number): boolean | null {
  if (!isWhole) return null;
  if (row.isAttack) return isGain && earlierGains >= row.notBefore ? true : null;
  if (row.wants === undefined) return false;
  return isGain === (row.wants === 'gain') ? false : null;
}

/**
 * By the token that the actor ends up with more of. What it sold and bought back to the same amount brings it the other
 * token; whatever else it does counts in the token that it paid first.
 */
function gainOf(
  { fronts, backs, isBuy, venue }: Trip,
  costLamports: bigint,
): { gross: bigint; isGain: boolean } {
  const paid = sum(fronts, ({ fill }) => fill.traderIn);
  const got = sum(fronts, ({ fill }) => fill.traderOut);
  const returned = sum(backs, ({ fill }) => fill.traderIn);
  const back = sum(backs, ({ fill }) => fill.traderOut);
  const { curve } = venue.pool;
  const inQuote = (base: bigint): bigint => (base * curve.quoteReserve) / curve.baseReserve;
  const difference = back > paid ? back - paid : paid - back;
  if (!isBuy && difference * 1_000n <= paid) {
    const gross = got - returned;
    return { gross, isGain: lamportsOf(venue.pool, gross) > costLamports };
  }
  const gross = returned > got ? (back * got) / returned - paid : back - (paid * returned) / got;
  const worth = isBuy ? gross : inQuote(gross);
  return { gross, isGain: lamportsOf(venue.pool, worth) > costLamports };
}

function sum(swaps: readonly PlannedSwap[], amount: (swap: PlannedSwap) => bigint): bigint {
  return swaps.reduce((total, swap) => total + amount(swap), 0n);
}

function positionOf({ plan }: PlannedSwap): LabelledPosition {
  const { slot, blockIndex, signature } = plan.placed!;
  return { slot, block_index: blockIndex, signature: bs58.encode(signature) };
}
