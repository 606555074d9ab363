import type { Swap } from '@tickscope/dex';
import { earlierOf, type Leg, legsOf } from '../model/leg.js';
import type { Thresholds } from '../model/options.js';
import type { LinkedLeg, LinkedLegs, Sibling } from '../rules/rule-1-linked-legs.js';
import type { LegChoice } from '../rules/rules-1-to-3.js';

/** Maximum number of legs per side. */
const SPLIT = 12;
/** How many of the latest fronts are tried. */
const FRONTS_TRIED = 32;
/** How many of the latest runs of fronts are tried as split sides. */
const RUNS_TRIED = 2;
/** Which choices to keep for one back leg. */
export interface ChoiceLimits {
  /** Rank by span only. For wide windows, where nothing may displace what a narrower window found. */
  bySpan: boolean;
  /** Also keep plain choices whose amounts do not fit. */
  plain: boolean;
}

/** How many fitting choices are kept per back leg. */
const KEPT = 8;

export const BEST_FITS: ChoiceLimits = { bySpan: false, plain: true };
export const SHORTEST_FITS: ChoiceLimits = { bySpan: true, plain: false };

interface Scored<S extends Swap> {
  choice: LegChoice<S>;
  span: number;
  difference: number;
}

/**
 * Chooses which of an entity's legs may be the two sides of a sandwich that `back` closes: those with fitting amounts,
 * and of the others the plain ones (the latest front; both whole runs). Bounded for any input: at most 12 × (32 + 2 ×
 * 78) sums. Floating point is only a filter; `judge` decides with integers.
 */
export function chooseLegs<S extends Swap>(
  back: Leg<S>,
  linked: LinkedLegs<S>,
  thresholds: Thresholds,
  limits: ChoiceLimits,
): LegChoice<S>[] {
  const fronts = linked.fronts.length > FRONTS_TRIED ? linked.fronts.slice(0, FRONTS_TRIED) : linked.fronts;
  const nearest = fronts[0];
  if (nearest === undefined) return [];
  const direction = nearest.leg.direction;
  const { siblings } = linked;
  const after = siblings.filter(({ leg }) => leg.order > nearest.leg.order).slice(0, SPLIT - 1);
  const backs = [{ leg: back, isOwn: true }, ...after];
  const siblingsAfter = fronts.map(({ leg }) => countAfter(siblings, leg.order));
  const scored: Scored<S>[] = [];
  const plain: LegChoice<S>[] = [];
  const exact = thresholds.exactQuantity * 1.01 + 1e-9;
  const fit = Math.min(thresholds.looseQuantity * 1.01 + 1e-9, 1);
  let sold = 0;
  let earned = 0;
  for (let closing = 1; closing <= backs.length; closing += 1) {
    const { traderIn, traderOut } = backs[closing - 1]!.leg.swap;
    sold += Number(traderIn);
    earned += Number(traderOut);
    const isWholeBack = closing === backs.length;
    let run = 0;
    for (let last = 0; last < fronts.length; last += 1) {
      if (last > 0 && siblingsAfter[last] !== siblingsAfter[last - 1]) run += 1;
      let bought = 0;
      let paid = 0;
      for (let first = last; first < fronts.length && first - last < SPLIT; first += 1) {
        if (first > last && (run >= RUNS_TRIED || siblingsAfter[first] !== siblingsAfter[last])) break;
        const { swap } = fronts[first]!.leg;
        bought += Number(swap.traderOut);
        paid += Number(swap.traderIn);
        const between = earlierOf(back, direction) - earlierOf(fronts[first]!.leg, direction) - 1 - first;
        if (between <= 0) continue;
        const isRunEnd =
          first + 1 === fronts.length ||
          siblingsAfter[first + 1] !== siblingsAfter[last] ||
          first - last + 1 === SPLIT;
        const isPlain = last === 0 && ((closing === 1 && first === 0) || (isWholeBack && isRunEnd));
        const inB = Math.abs(sold / bought - 1);
        // Exactly the amount that was sold may have been bought back.
        const inA = Math.abs(earned / paid - 1);
        const difference = inB > exact && inA <= exact ? inA : inB;
        const isFit = difference <= fit;
        if (!isFit && !(isPlain && limits.plain)) continue;
        const chosen = fronts.slice(last, first + 1).reverse();
        const closers = backs.slice(0, closing).reverse();
        if (!areJoined(chosen, closers)) continue;
        const choice: LegChoice<S> = {
          fronts: chosen,
          backs: legsOf(closers),
          interleaved: last + siblingsAfter[last]! - (closing - 1),
          between,
        };
        if (isFit) scored.push({ choice, span: back.slot - chosen[0]!.leg.slot, difference });
        else plain.push(choice);
      }
    }
  }
  if (scored.length > KEPT) {
    const compare = compareScores(thresholds.exactQuantity);
    scored.sort((a, b) => (limits.bySpan ? a.span - b.span : 0) || compare(a, b));
    scored.length = KEPT;
  }
  return [...scored.map(({ choice }) => choice), ...plain];
}

function compareScores(exact: number) {
  return <S extends Swap>(left: Scored<S>, right: Scored<S>): number =>
    Number(left.difference > exact) - Number(right.difference > exact) ||
    left.span - right.span ||
    left.choice.interleaved - right.choice.interleaved ||
    right.choice.between - left.choice.between ||
    right.choice.fronts.length +
      right.choice.backs.length -
      (left.choice.fronts.length + left.choice.backs.length);
}

/** Whether every back leg is linked to one of the fronts. */
function areJoined<S extends Swap>(fronts: readonly LinkedLeg<S>[], backs: readonly Sibling<S>[]): boolean {
  return backs.every(
    ({ leg, isOwn }) => isOwn || fronts.some((front) => front.leg.linked?.includes(leg) ?? false),
  );
}

function countAfter<S extends Swap>(descending: readonly Sibling<S>[], order: number): number {
  let count = 0;
  while (count < descending.length && descending[count]!.leg.order > order) count += 1;
  return count;
}
