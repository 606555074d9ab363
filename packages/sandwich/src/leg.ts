import type { Swap } from '@tickscope/dex';
import type { Moment } from './age.js';
import type { PoolWindow } from './window.js';

/** Which of a pool's two directions a swap went. */
export type Way = 0 | 1;

/** What final sandwiches make of a leg. */
export const Claim = {
  FRONT: 1,
  BACK: 2,
  /** Of a sandwich that passes rules 1 to 3: no victim of another. */
  PASSING: 4,
  /** Of one whose amounts match exactly: may serve another such one in the opposite role. */
  EXACT: 8,
} as const;

/** What a swap is to an address. */
export const Role = {
  /** Signed as authority. */
  SIGNER: 1,
  /** Paid the fee. */
  PAYER: 2,
  /** Owns the account that was filled. */
  FILL: 4,
  /** Owns the account that was emptied. */
  EMPTY: 8,
  /** The private outer program. */
  PROGRAM: 16,
  /** Those that link by themselves. */
  SIGNING: 1 | 2 | 16,
} as const;

/** A swap of the window by its row: of a victim nothing else is asked. */
export type Placed<S extends Swap> = Pick<Leg<S>, 'swap' | 'order'>;

/**
 * The legs of a list. Filled by `push`: what `map` gives is another kind of array once it is compiled, and whatever was
 * compiled for the first kind is then thrown away.
 */
export function legsOf<S extends Swap>(linked: readonly { readonly leg: Leg<S> }[]): Leg<S>[] {
  const legs: Leg<S>[] = [];
  for (const { leg } of linked) legs.push(leg);
  return legs;
}

/** The swaps of legs; filled as `legsOf`. */
export function swapsOf<S extends Swap>(legs: readonly Leg<S>[]): S[] {
  const swaps: S[] = [];
  for (const { swap } of legs) swaps.push(swap);
  return swaps;
}

/**
 * A swap of the window that something asks about. Made when it is first asked for, and then the same object until it
 * leaves: most swaps never get one.
 */
export interface Leg<S extends Swap> {
  readonly swap: S;
  readonly moment: Moment;
  readonly slot: number;
  readonly pool: PoolWindow<S>;
  readonly way: Way;
  /** Its row in the lists of its trader; grows with position. */
  readonly order: number;
  /** Ordinal among the pool's swaps. */
  readonly ordinal: number;
  /** The pool's earlier swaps that went way 0. */
  readonly earlierWay0: number;
  /** What final sandwiches hold it for: bits of `Claim`. */
  claims: number;
  /** Later legs of other wallets that it is linked to. */
  linked: Leg<S>[] | null;
}
