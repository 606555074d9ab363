import { positionKey, type TxPosition } from '@tickscope/chain';
import type { Swap } from '@tickscope/dex';
import { DEFAULT_THRESHOLDS, LIVE_MAX_SPAN } from '@tickscope/sandwich';

/** The swaps of a label's transactions. */
export interface LabelSwaps {
  fronts: readonly Swap[];
  victims: readonly Swap[];
  backs: readonly Swap[];
}

/** The rule of docs/detection.md that a label does not meet. */
export interface Exclusion {
  rule: number;
  slot: number | null;
  detail: string;
}

/**
 * Why labelled legs are no sandwich, by what their swaps alone show: the first of the rules 1, 2, 4, 6 and 7 that they do not
 * meet. Null: they meet all of these.
 */
export function explainAbsence({ fronts, victims, backs }: LabelSwaps): Exclusion | null {
  const [front, back] = sidesInOnePool(fronts, backs) ?? [];
  if (front === undefined || back === undefined) return withoutCommonPool(fronts, backs);
  const excluded = (rule: number, detail: string): Exclusion => ({ rule, slot: front.slot, detail });
  if (positionKey(front) === positionKey(back))
    return excluded(1, 'front and back are one transaction: arbitrage');
  if (!isBefore(front, back)) return excluded(4, 'the back lies before the front');
  const span = back.slot - front.slot;
  if (span > LIVE_MAX_SPAN)
    return excluded(7, `front and back are ${span} slots apart; up to ${LIVE_MAX_SPAN} are looked for`);
  const ofPool = (swaps: readonly Swap[], from: string): Swap[] =>
    swaps.filter((swap) => swap.pool === front.pool && swap.mintIn === from);
  const allFronts = ofPool(fronts, front.mintIn);
  const noVictim = withoutVictim(front, back, allFronts, victims);
  if (noVictim !== null) return noVictim;
  const bought = sumOf(allFronts, ({ traderOut }) => traderOut);
  const sold = sumOf(ofPool(backs, front.mintOut), ({ traderIn }) => traderIn);
  const { suspectedQuantityMin, suspectedQuantityMax } = DEFAULT_THRESHOLDS;
  const ratio = Number(sold) / Number(bought);
  if (!(ratio >= suspectedQuantityMin && ratio <= suspectedQuantityMax))
    return excluded(
      2,
      `what was sold is ${ratio.toPrecision(3)} of what was bought; ${suspectedQuantityMin} to ${suspectedQuantityMax} are looked for`,
    );
  if (!isLinked(front, back))
    return excluded(
      1,
      `nothing in the legs links ${front.trader} with ${back.trader}: no signer, token account or program in common`,
    );
  return null;
}

/** A front and a back in the same pool and in opposite directions. */
function sidesInOnePool(fronts: readonly Swap[], backs: readonly Swap[]): [Swap, Swap] | null {
  for (const front of fronts)
    for (const back of backs)
      if (front.pool === back.pool && front.mintIn === back.mintOut && front.mintOut === back.mintIn)
        return [front, back];
  return null;
}

function withoutCommonPool(fronts: readonly Swap[], backs: readonly Swap[]): Exclusion | null {
  if (fronts.length === 0 || backs.length === 0) return null;
  const slot = fronts[0]!.slot;
  const isSamePool = fronts.some(({ pool }) => backs.some((back) => back.pool === pool));
  return isSamePool
    ? { rule: 1, slot, detail: 'front and back trade in the same direction' }
    : { rule: 6, slot, detail: 'front and back trade in different pools' };
}

/** Rule 4: none of the labelled victims is one of these legs. Null: one is, or the label names none. */
function withoutVictim(
  front: Swap,
  back: Swap,
  fronts: readonly Swap[],
  victims: readonly Swap[],
): Exclusion | null {
  if (victims.length === 0) return null;
  const reasons = victims.map((victim) => whyNoVictim(victim, front, back, fronts));
  return reasons.includes(null)
    ? null
    : { rule: 4, slot: victims[0]!.slot, detail: `the victim ${reasons[0]}` };
}

/** Why a swap is no victim of legs, as the rest of a sentence; null: it may be. */
export function whyNoVictim(victim: Swap, front: Swap, back: Swap, fronts: readonly Swap[]): string | null {
  if (victim.pool !== front.pool) return 'trades in another pool';
  if (victim.mintIn !== front.mintIn) return 'trades in the other direction';
  if (!isBefore(front, victim) || !isBefore(victim, back)) return 'lies outside of the legs';
  if ([front.trader, back.trader].includes(victim.trader)) return 'is the attacker';
  const size = sumOf(fronts, ({ traderIn }) => traderIn);
  const least = DEFAULT_THRESHOLDS.victimShare;
  return Number(victim.traderIn) < least * Number(size)
    ? `is smaller than ${100 * least} % of the fronts`
    : null;
}

/** Rule 1, as far as the two swaps show it: transfers between the wallets are not looked at. */
function isLinked(front: Swap, back: Swap): boolean {
  const signers = new Set([front.trader, front.feePayer, ...front.signers]);
  return (
    [back.trader, back.feePayer, ...back.signers].some((signer) => signers.has(signer)) ||
    (front.destination.account !== null && front.destination.account === back.source.account) ||
    front.outerProgramId === back.outerProgramId
  );
}

function isBefore(left: TxPosition, right: TxPosition): boolean {
  return left.slot < right.slot || (left.slot === right.slot && left.blockIndex < right.blockIndex);
}

function sumOf(swaps: readonly Swap[], amount: (swap: Swap) => bigint): bigint {
  return swaps.reduce((sum, swap) => sum + amount(swap), 0n);
}
