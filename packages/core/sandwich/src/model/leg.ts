import type { Swap, Tip } from '@tickscope/dex';
import type { Moment } from './age.js';

/** The direction of a swap in its pool. */
export type SwapDirection = 0 | 1;

/** How final sandwiches use a leg. */
export const Claim = {
  FRONT: 1,
  BACK: 2,
  /** Leg of a passing sandwich (`isPassing`), so it is not a victim of another. */
  PASSING: 4,
  /** Leg of a sandwich whose amounts match exactly: may serve another such one in the opposite role. */
  EXACT: 8,
} as const;

/** The roles of an address in a swap. */
export const Role = {
  /** Signed as authority. */
  SIGNER: 1,
  /** Paid the fee. */
  PAYER: 2,
  /** Owns the token account that received the output. */
  FILL: 4,
  /** Owns the token account that paid the input. */
  EMPTY: 8,
  /** The private outer program. */
  PROGRAM: 16,
  /** The roles that link by themselves. */
  SIGNING: 1 | 2 | 16,
} as const;

/** A swap of the window and its row: all that is needed of a victim. */
export type Placed<S extends Swap> = Pick<Leg<S>, 'swap' | 'order'>;

/**
 * Collects the legs of a list. Uses `push`, not `map`: V8 gives the two different elements kinds, and mixing them
 * deoptimises callers.
 */
export function legsOf<S extends Swap>(linked: readonly { readonly leg: Leg<S> }[]): Leg<S>[] {
  const legs: Leg<S>[] = [];
  for (const { leg } of linked) legs.push(leg);
  return legs;
}

/** Collects the swaps of legs, with `push` like `legsOf`. */
export function swapsOf<S extends Swap>(legs: readonly Leg<S>[]): S[] {
  const swaps: S[] = [];
  for (const { swap } of legs) swaps.push(swap);
  return swaps;
}

/**
 * A swap of the window that is being examined. Created on first use, and then the same object until it leaves the
 * window: most swaps never need one.
 */
export interface Leg<S extends Swap> {
  readonly swap: S;
  readonly moment: Moment;
  readonly slot: number;
  readonly pool: PoolWindow<S>;
  readonly direction: SwapDirection;
  /** The row of its trader in the address lists; increases with position. */
  readonly order: number;
  /** Ordinal among the pool's swaps. */
  readonly ordinal: number;
  /** Number of earlier swaps of the pool with direction 0. */
  readonly earlierInDirection0: number;
  /** Claims of final sandwiches: bits of `Claim`. */
  claims: number;
  /** Later legs of other wallets that are linked to it. */
  linked: Leg<S>[] | null;
}

export interface PoolWindow<S extends Swap> {
  readonly window: Passages<S>;
  /** Pool number. Reused for another pool once all swaps of this one have left the window. */
  readonly id: number;
  readonly key: string;
  readonly address: string;
  /** The two tokens; a swap with direction 0 pays the first. */
  readonly mintA: string;
  readonly mintB: string;
  /** Equal for all pools of these two tokens, and rarely for any other. */
  readonly pairHash: number;
  /** Row of its latest swap. */
  last: number;
  /** Number of all its swaps so far, and of those with direction 0. */
  count: number;
  inDirection0: number;
}

/** Consecutive swaps of a pool in order, as parallel arrays. */
export interface Passage<S extends Swap> {
  readonly swaps: readonly S[];
  readonly directions: readonly SwapDirection[];
  /** Rows, from which `legOf` makes legs on demand: most are never needed. */
  readonly rows: readonly number[];
}

/** The swaps of pools, as far as a rule that has only a leg asks for them (`Window`). */
export interface Passages<S extends Swap> {
  /** A pool's swaps from a leg up to the position of another leg, both included. */
  between(first: Leg<S>, last: Leg<S>): Passage<S>;
  /** The pool's previous leg, if it is in the window. */
  previous(leg: Leg<S>): Leg<S> | null;
  /** Returns the leg of a swap by its own row or a guest's. */
  legOf(row: number): Leg<S>;
  /** The tips of a block, by the index of the transaction. */
  tipsOf(slot: number): ReadonlyMap<number, readonly Tip[]>;
}

/** Number of the pool's swaps with a direction before a leg. */
export function earlierOf<S extends Swap>(leg: Leg<S>, direction: SwapDirection): number {
  return direction === 0 ? leg.earlierInDirection0 : leg.ordinal - leg.earlierInDirection0;
}
