import type { Swap } from '@tickscope/dex';
import type { Moment } from './age.js';
import type { PoolWindow } from './window.js';

/** Which of a pool's two directions a swap went. */
export type Way = 0 | 1;

/** What final brackets make of a leg. */
export const Claim = {
  FRONT: 1,
  BACK: 2,
  /** Of a bracket that passes rules 1 to 3: no victim of another. */
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

/** A leg in the lists of an address. */
export interface Membership<S extends Swap> {
  readonly leg: Leg<S>;
  readonly key: string;
  readonly roles: number;
  /** This leg or an earlier one had the address's signature, or ran in its program: else it links nothing. */
  hasSigned: boolean;
  isLast: boolean;
  isLastInPool: boolean;
  /** The address's leg before, in the same pool. May have left the window, as those below may. */
  earlier: Membership<S> | null;
  /** The address's leg before, in any pool. */
  before: Membership<S> | null;
  /** The latest earlier one in the pool that went the other way. */
  opposite: Membership<S> | null;
  /** How many legs the address had so far, at least. */
  depth: number;
  /** The latest of each pool, for addresses with many legs. */
  byPool: Map<PoolWindow<S>, Membership<S>> | null;
}

/** A leg under another address than its trader: fee payer, owners of its accounts, private program. */
export interface Guest<S extends Swap> extends Membership<S> {}

/**
 * A swap in the window, and its place in its trader's lists. One is made for every swap: one record for both, because
 * what is allocated here decides the detector's speed.
 */
export interface Leg<S extends Swap> extends Membership<S> {
  readonly swap: S;
  readonly moment: Moment;
  readonly slot: number;
  readonly pool: PoolWindow<S>;
  readonly way: Way;
  /** Ordinal among all swaps: position order. */
  readonly order: number;
  /** Ordinal among the pool's swaps. */
  readonly ordinal: number;
  /** The pool's earlier swaps that went way 0. */
  readonly earlierWay0: number;
  /** What final brackets hold it for: bits of `Claim`. */
  claims: number;
  guests: Guest<S>[] | null;
  /** Later legs of other wallets that it is linked to. */
  linked: Leg<S>[] | null;
}

export function makeLeg<S extends Swap>(swap: S, moment: Moment, pool: PoolWindow<S>, order: number): Leg<S> {
  const made: { -readonly [K in keyof Leg<S>]: Leg<S>[K] } = {
    // Itself: set below.
    leg: null!,
    swap,
    moment,
    slot: moment.slot,
    pool,
    way: swap.mintIn === pool.mintA ? 0 : 1,
    order,
    ordinal: pool.base + pool.legs.length,
    earlierWay0: pool.way0,
    claims: 0,
    guests: null,
    linked: null,
    key: swap.trader,
    roles: swap.authoritySigned ? Role.SIGNER : Role.PAYER,
    hasSigned: true,
    isLast: true,
    isLastInPool: true,
    earlier: null,
    before: null,
    opposite: null,
    depth: 1,
    byPool: null,
  };
  made.leg = made;
  return made;
}
