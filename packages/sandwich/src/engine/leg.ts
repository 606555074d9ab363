import type { Swap } from '@tickscope/dex';
import type { Moment } from '../age.js';
import type { PoolWindow } from './window.js';

/** The direction of a swap in its pool. */
export type Way = 0 | 1;

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
  readonly way: Way;
  /** The row of its trader in the address lists; increases with position. */
  readonly order: number;
  /** Ordinal among the pool's swaps. */
  readonly ordinal: number;
  /** Number of earlier swaps of the pool with direction 0. */
  readonly earlierWay0: number;
  /** Claims of final sandwiches: bits of `Claim`. */
  claims: number;
  /** Later legs of other wallets that are linked to it. */
  linked: Leg<S>[] | null;
}
