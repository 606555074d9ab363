import { costOf, got, paid, slotsOf } from '../planned-swap.js';
import { type LabelledPosition, positionOf } from '../sandwich/label.js';
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
  /** Return above the payment, on the matched share, in the token that was gained. */
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
  const { row, scenePool, fronts, backs, isBuy, placed } = trip;
  if (fronts.length === 0 || backs.length === 0) return null;
  const { pool, own, uses } = scenePool;
  const swaps = pool.journal!.swaps;
  const victims = swaps
    .slice(swaps.indexOf(fronts[0]!), swaps.indexOf(backs.at(-1)!))
    .filter((swap) => swap.fill.isBuy === isBuy && !own.has(swap));
  const legs = [...fronts, ...backs];
  const { firstSlot, lastSlot } = slotsOf(legs);
  const cost = costOf(legs);
  const { gross, isGain } = gainOf(trip, cost);
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
    fronts: fronts.map(({ plan }) => positionOf(plan)),
    backs: backs.map(({ plan }) => positionOf(plan)),
    victims: victims.map((swap) => ({
      ...positionOf(swap.plan),
      placed: placed.includes(swap),
      slippage_use: uses.get(swap) ?? null,
    })),
    gross: String(gross),
    cost: String(cost),
    isGain,
    first_slot: firstSlot,
    last_slot: lastSlot,
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
  { fronts, backs, isBuy, scenePool }: Trip,
  costLamports: bigint,
): { gross: bigint; isGain: boolean } {
  const [spent, bought] = [paid(fronts), got(fronts)];
  const [returned, back] = [paid(backs), got(backs)];
  const { curve } = scenePool.pool;
  const inQuote = (base: bigint): bigint => (base * curve.quoteReserve) / curve.baseReserve;
  const difference = back > spent ? back - spent : spent - back;
  if (!isBuy && difference * 1_000n <= spent) {
    const gross = bought - returned;
    return { gross, isGain: lamportsOf(scenePool.pool, gross) > costLamports };
  }
  const gross = returned > bought ? (back * bought) / returned - spent : back - (spent * returned) / bought;
  const worth = isBuy ? gross : inQuote(gross);
  return { gross, isGain: lamportsOf(scenePool.pool, worth) > costLamports };
}
