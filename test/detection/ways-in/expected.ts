import type { InstructionPosition } from '@tickscope/dex';
import { detectSandwiches, positionId, type Sandwich, victimsAtWindow } from '@tickscope/sandwich';
import type { TransactionTruth } from '@tickscope/simulator';
import type { ChainBlock } from './corpus.js';
import { type JudgedNow, judgedNow } from './verdict-now.js';

/** The widest that the fast check takes, and how far around a victim failed attempts are looked for. */
export const WINDOW = 10;

export interface ExpectedLeg {
  role: 'front' | 'victim' | 'back' | 'front_attempt' | 'back_attempt';
  slot: number;
  blockIndex: number;
  /** `slot.blockIndex.outer.inner.part`. */
  position: string;
  /** Loss of a victim, in units of the token it bought; null where it cannot be computed. */
  loss: string | null;
  /** As answers tell it: of a victim that named what it gets, what it paid too much, in units of the token it paid. */
  told: string | null;
  lossMethod: string | null;
  lossSide: string | null;
  slippageUse: number | null;
  limitAge: string | null;
}

export interface ExpectedSandwich {
  /** As it is stored. */
  found: Sandwich;
  /** As answers give it. */
  now: JudgedNow;
  /** As of now. */
  isCounted: boolean;
  legs: ExpectedLeg[];
}

/** A transaction of the chain, as the generator knows it. */
export interface PlacedTransaction extends TransactionTruth {
  slot: number;
}

/**
 * The sandwiches of stored blocks: one pass of the pure detector over them, and the failed attempts from what the
 * generator knows of every transaction.
 *
 * @param blocks in slot order; slots between them that are not stored are simply absent
 */
export function expectedSandwiches(blocks: readonly ChainBlock[]): ExpectedSandwich[] {
  const failed = transactionsOf(blocks).filter(({ success, is_vote }) => !success && !is_vote);
  const all = detectSandwiches(blocks.map(({ trades }) => trades));
  return all.map((found) => {
    const legs: ExpectedLeg[] = [
      ...found.fronts.map((swap) => leg('front', swap)),
      ...found.victims.map(({ swap, lossAmount, lossMethod, lossSide, slippageUse, limitAge }) => ({
        ...leg('victim', swap),
        loss: lossAmount === null ? null : String(lossAmount),
        told:
          lossAmount === null
            ? null
            : String(lossSide === 'paid' ? (lossAmount * swap.traderIn) / swap.traderOut : lossAmount),
        lossMethod,
        lossSide,
        slippageUse,
        limitAge,
      })),
      ...found.backs.map((swap) => leg('back', swap)),
      ...found.attempts.map(({ attempt, side }) => leg(`${side}_attempt`, attempt)),
    ];
    // Failed attempts are stored with what counted when it was found.
    const isStoredCounted = found.confidence !== 'suspected';
    const now = judgedNow(found, all);
    return {
      ...{ found, now, isCounted: now.confidence !== 'suspected' },
      legs: isStoredCounted ? withUndecoded(found, legs, failed) : legs,
    };
  });
}

export function transactionsOf(blocks: readonly ChainBlock[]): PlacedTransaction[] {
  return blocks.flatMap(({ slot, truth }) => truth.transactions.map((tx) => ({ ...tx, slot })));
}

function leg(role: ExpectedLeg['role'], at: InstructionPosition): ExpectedLeg {
  const { slot, blockIndex } = at;
  const position = positionId(at);
  return {
    role,
    slot,
    blockIndex,
    position,
    loss: null,
    told: null,
    lossMethod: null,
    lossSide: null,
    slippageUse: null,
    limitAge: null,
  };
}

/** Failed transactions that the attackers paid for and that lock the pool count as attempts, decoded or not. */
function withUndecoded(
  { attackers, pool, victims }: Sandwich,
  legs: readonly ExpectedLeg[],
  failed: readonly PlacedTransaction[],
): ExpectedLeg[] {
  const known = new Set(legs.map(txKey));
  const first = victims[0]!.swap;
  const undecoded = failed
    .filter(
      ({ signers, written, slot }) =>
        attackers.includes(signers[0]!) &&
        written.includes(pool) &&
        victims.some(({ swap }) => Math.abs(swap.slot - slot) <= WINDOW),
    )
    .map(({ slot, block_index: blockIndex }) => {
      const isBefore = slot < first.slot || (slot === first.slot && blockIndex < first.blockIndex);
      const at = { slot, blockIndex, outerIndex: 0, innerIndex: null, partIndex: 0 };
      return leg(isBefore ? 'front_attempt' : 'back_attempt', at);
    });
  return [...legs, ...undecoded.filter((attempt) => !known.has(txKey(attempt)))];
}

export function txKey({ slot, blockIndex }: { slot: number; blockIndex: number }): string {
  return `${slot}/${blockIndex}`;
}

/** The counted sandwiches of each victim transaction whose legs all lie within the window, by the victim's position. */
export function sandwichesByVictim(
  sandwiches: readonly ExpectedSandwich[],
): ReadonlyMap<string, readonly ExpectedSandwich[]> {
  const byVictim = new Map<string, ExpectedSandwich[]>();
  for (const sandwich of sandwiches) {
    if (!sandwich.isCounted) continue;
    for (const key of new Set(victimsAtWindow(sandwich.now, WINDOW).map(({ swap }) => txKey(swap))))
      byVictim.set(key, [...(byVictim.get(key) ?? []), sandwich]);
  }
  return byVictim;
}
