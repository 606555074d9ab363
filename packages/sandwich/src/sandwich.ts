import type { Attempt, PoolEvent, Swap, TokenLink } from '@tickscope/dex';

/**
 * One block's DEX events, each list in order of position. Blocks come in slot order; a slot without a block was
 * skipped, or is not known. The generic lets callers hang what they need (a signature, a tick) on their swaps: legs
 * and victims are the very objects that were given.
 */
export interface BlockTrades<S extends Swap = Swap> {
  slot: number;
  /** Unix seconds; `null` where the source does not have it. */
  blockTime: number | null;
  swaps: readonly S[];
  attempts: readonly Attempt[];
  poolEvents: readonly PoolEvent[];
  tokenLinks: readonly TokenLink[];
}

/**
 * How sure: `exact` and `loose` are counted as sandwiches, `suspected` is stored with its reason and never counted.
 */
export type Confidence = 'exact' | 'loose' | 'suspected';

/** What makes front and back one entity, the first that holds. */
export type LinkKind =
  /** L1: the same trader, or an authority that signed. */
  | 'same_signer'
  /** L2: the account that the front filled is the one the back emptied, also where it was handed over in between. */
  | 'token_account'
  /** L3: a chain of at most two links, transfers or changes of owner, between them. */
  | 'token_transfer'
  /** L4: the same outer program, which is nobody's public one. */
  | 'private_program';

/** Which of the ways of rule 2 made a sandwich `exact` or `loose`. */
export type QuantityBasis = 'same_slot' | 'short_span' | 'known_bot';

/** Why a sandwich is no more than suspected; the first that holds, in this order. */
export type SuspicionReason =
  /** Liquidity added and removed around the victim. */
  | 'jit'
  /** The pool was made in the window: a launch and its first buys. */
  | 'launch'
  /** The back leg sold in another pool. */
  | 'cross_pool'
  /** The attacker and all victims are one wash ring. */
  | 'wash'
  /** The pool's price is not a function of its reserves: proprietary, order book, RFQ. */
  | 'unpriced_pool'
  /** Only a private program links the two sides. */
  | 'link'
  /** The amounts do not match. */
  | 'quantity'
  /** Bought and sold again over several slots by nobody known as a bot, or at a loss. */
  | 'round_trip'
  /** No victim lost by it. */
  | 'no_harm';

/** How a victim's loss was computed. */
export type LossMethod =
  /** The pool replayed without the attacker's legs. */
  | 'replay'
  /** The front's own rate: the least that the victim lost. */
  | 'front_rate';

export interface Victim<S extends Swap = Swap> {
  swap: S;
  /** What it would have got more of `mintOut` without the attacker; `null` where it cannot be told. */
  lossAmount: bigint | null;
  lossMethod: LossMethod | null;
}

/** A failed transaction of a confirmed attacker that locked the pool inside the sandwich's window. */
export interface AttemptLeg {
  attempt: Attempt;
  /** By its position among the victims. */
  side: 'front' | 'back';
}

/** Sandwich or suspected sandwich: front legs, the swaps between, back legs. */
export interface Sandwich<S extends Swap = Swap> {
  /** Position of the first front leg as text, `slot.blockIndex.outerIndex.innerIndex.partIndex` (−1: outer itself). */
  id: string;
  pool: string;
  /** The pool that the back legs sold in: another than `pool` where `reason` is `cross_pool`. */
  backPool: string;
  programId: string;
  dexName: string;
  /** Token a: what the front legs paid with, in which the money is counted. */
  mintIn: string;
  /** Token b. */
  mintOut: string;
  /** At least one each, in order of position. */
  fronts: readonly S[];
  backs: readonly S[];
  /** In order of position; at least one. */
  victims: readonly Victim<S>[];
  attempts: readonly AttemptLeg[];
  confidence: Confidence;
  /** `null` for counted sandwiches. */
  reason: SuspicionReason | null;
  link: LinkKind;
  /** The address that links: the signer, the token account, the outer program. */
  linkAddress: string;
  basis: QuantityBasis | null;
  /** Every wallet of the entity, the first front's trader first. */
  attackers: readonly string[];
  /** Σ back.traderIn / Σ front.traderOut; what the decision used was exact, this is for reading. */
  quantityRatio: number;
  /** In the smallest unit of token a, on the matched share. */
  gross: bigint;
  /** `null` where token a is not SOL, so that fees cannot be taken off, or where a fee is not known. */
  net: bigint | null;
  /** Fees and tips of the legs' transactions, lamports; `null` where one is not known. */
  costLamports: bigint | null;
  /** Relative error of the solved reserves on a third swap; `null` where there was none or nothing was solved. */
  replayResidual: number | null;
  firstSlot: number;
  lastSlot: number;
}
