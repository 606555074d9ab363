import type { Attempt, PoolEvent, Swap, Tip, TokenLink } from '@tickscope/dex';

/**
 * One block's DEX events, each list in order of position. Blocks come in slot order; a slot without a block was skipped
 * or is unknown. The generic parameter lets callers attach data (a signature, a tick) to their swaps: legs and victims
 * are the identical objects that were passed in.
 */
export interface BlockTrades<S extends Swap = Swap> {
  slot: number;
  /** Unix seconds; null if the source does not state it. */
  blockTime: number | null;
  swaps: readonly S[];
  attempts: readonly Attempt[];
  poolEvents: readonly PoolEvent[];
  tokenLinks: readonly TokenLink[];
  /** In order of position; of those in no transaction with a swap, only those next to one matter. */
  tips: readonly Tip[];
}

/** `exact` and `loose` count as sandwiches; `suspected` is stored with its reason and never counted. */
export const CONFIDENCES = ['exact', 'loose', 'suspected'] as const;
export type Confidence = (typeof CONFIDENCES)[number];

/** The link that makes front and back one entity; the first that holds. */
export type LinkKind =
  /** L1: the same trader, or an authority that signed. */
  | 'same_signer'
  /** L2: the front filled the token account that the back emptied, even if its owner changed in between. */
  | 'token_account'
  /** L3: a chain of at most four links (transfers or owner changes) from front to back. */
  | 'token_transfer'
  /** L4: the same outer program, which is not a public one. */
  | 'private_program';

/** Which case of rule 2 (a to c) made a sandwich `exact` or `loose`. */
export const QUANTITY_BASES = ['same_slot', 'short_span', 'known_bot'] as const;
export type QuantityBasis = (typeof QUANTITY_BASES)[number];

/** Why a sandwich is only suspected; the first that holds, in this order. */
export const SUSPICION_REASONS = [
  /** Liquidity added and removed around the victim. */
  'jit',
  /** The pool was created within four slots, and no sign shows an attack: a launch and its first buys. */
  'launch',
  /** The back leg sold in another pool. */
  'cross_pool',
  /** The pool's price is not a function of its reserves: proprietary, order book, RFQ. */
  'unpriced_pool',
  /** The attacker is in a ring of wallets that pay alike, and no outsider's limit was used. */
  'wash',
  /** No victim lost anything. */
  'no_harm',
  /**
   * Bought in one venue and sold in another, in one transaction or within the sandwich. Where every leg's transaction is a
   * closed cycle, before `no_harm`, and whatever limit was used.
   */
  'arbitrage',
  /** A wallet that quotes both sides: unequal lots in one slot, or other trades in both directions around it. */
  'market_making',
  /** The same amount bought and sold at once at no gain, or a lot that other wallets trade in this pool, too. */
  'volume_bot',
  /** The amounts do not match. */
  'quantity',
  /** Sold again at no gain: a trade that went wrong. */
  'no_gain',
  /** Only a private program, or a fee payer, links the two sides. */
  'link',
  /** An entity with many round trips around others' trades that aims at none of them (Rule 11): a scalper, a maker. */
  'scalping',
  /** Tokens that were given to another wallet, which sold them. */
  'gift',
  /** Many wallets bought after the front, more often than before it; then it sold to them. */
  'copied_leader',
  /** All that was bought was sold again within seconds at a gain. */
  'profit_taking',
  /** Bought and sold again at a gain, without enough signs of intent. */
  'round_trip',
] as const;
export type SuspicionReason = (typeof SUSPICION_REASONS)[number];

/** How a victim's loss was computed. */
export type LossMethod =
  /** The pool replayed without the attacker's legs. */
  | 'replay'
  /** The front's own rate: a lower bound of the loss. */
  | 'front_rate';

/**
 * The side of a trade on which it lost: it received less, or, where its instruction fixed what it gets, it paid too much.
 */
export const LOSS_SIDES = ['received', 'paid'] as const;
export type LossSide = (typeof LOSS_SIDES)[number];

/**
 * Whether a limit was made before the front ran. A trade whose limit was made after it was promised no better price,
 * and its limit says nothing about the attacker.
 */
export type LimitAge =
  /** The aggregator's quote is nearer to the clean fill, or the trade is in the front's own slot. */
  | 'before'
  /** The trade states no quote, and is in a later slot than the front: it may have been made after it. */
  | 'unclear'
  /** The aggregator's quote is nearer to the attacked fill. */
  | 'after';

export interface Victim<S extends Swap = Swap> {
  swap: S;
  /**
   * How much more of `mintOut` it would have got without the attacker; where its instruction fixed what it gets, what it
   * paid too much, in `mintOut` at the rate at which it was executed. Null if unknown.
   */
  lossAmount: bigint | null;
  lossMethod: LossMethod | null;
  /** Null where the loss is. */
  lossSide: LossSide | null;
  /**
   * How much of the room between its fill without the attacker and its limit the attacker used, 0 to 1 (Rule 10). Null
   * if it has no limit, or its fill without the attacker is not known.
   */
  slippageUse: number | null;
  /** Whether its limit was made before the front ran; null where `slippageUse` is. */
  limitAge: LimitAge | null;
}

/** Whether the entity meant to trade around its victims, as far as the evidence shows (Rule 10). */
export const INTENTS = ['proven', 'likely', 'unknown'] as const;
export type Intent = (typeof INTENTS)[number];

/** A piece of evidence for intent; `limit_hardly_used` speaks against it. */
export const SIGNS = [
  /** At least half of the room that a victim's limit left was used. */
  'limit_used',
  /** Limits are known, and less than 0.3 of each was used. */
  'limit_hardly_used',
  /**
   * Front, victims and back follow each other in one block without other transactions, and the attacker paid a tip: in a
   * leg, or in a transaction of its own next to one.
   */
  'contiguous_with_tip',
  /** No other swap of the pool lies between the front and the first victim, nor between the last one and the back. */
  'next_to_victim',
  /** All legs are in the four slots of one leader. */
  'one_leader',
  /** More than one wallet: linked by accounts, transfers or a private program. */
  'linked_wallets',
  /** One private program called all legs. */
  'private_program',
  /** The entity added liquidity before a victim and removed it after. */
  'own_liquidity',
  /** A transaction of another wallet next to a leg paid a tip and traded nothing: no cost of the entity. */
  'tip_of_another',
  /** The entity was a known bot before (Rule 11). */
  'known_bot',
] as const;
export type Sign = (typeof SIGNS)[number];

export interface Evidence {
  /** In the order of `SIGNS`. */
  signs: readonly Sign[];
  /** Swaps of the pool between the last front before the first victim and that victim. */
  swapsBefore: number;
  /** Swaps of the pool between the last victim and the first back after it. */
  swapsAfter: number;
  /** Transactions between the same two; null if they are in different blocks. */
  transactionsBefore: number | null;
  transactionsAfter: number | null;
}

/** Verdict on a sandwich. Rule 11 may change it once more of its actor is known. */
export interface Verdict {
  confidence: Confidence;
  /** Why it is only suspected; null if it counts. */
  reason: SuspicionReason | null;
  basis: QuantityBasis | null;
  intent: Intent;
}

/**
 * The verdicts by what the record of the actor says (Rule 11). The last two are null where the record decides nothing:
 * others call the program that links the legs.
 */
export interface Verdicts {
  /** If its record makes it neither of the two. */
  unknown: Verdict;
  knownBot: Verdict | null;
  scalper: Verdict | null;
}

/** A failed transaction of a confirmed attacker that locked the pool inside the sandwich's window. */
export interface AttemptLeg {
  attempt: Attempt;
  /** By its position relative to the victims. */
  side: 'front' | 'back';
}

/** A sandwich or suspected sandwich: front legs, victims, back legs. Its verdict is the one by the day before its front. */
export interface Sandwich<S extends Swap = Swap> extends Verdict {
  /** Position of the first front leg as text, `slot.blockIndex.outerIndex.innerIndex.partIndex` (−1: outer itself). */
  id: string;
  pool: string;
  /** The pool that the back legs sold in, or a part of them. Differs from `pool` if `reason` is `cross_pool`. */
  backPool: string;
  programId: string;
  dexName: string;
  /** Token a: what the front legs paid with. Amounts of money are in it. */
  mintIn: string;
  /** Token b. */
  mintOut: string;
  /** At least one each, in order of position. */
  fronts: readonly S[];
  backs: readonly S[];
  /** In order of position; at least one. */
  victims: readonly Victim<S>[];
  attempts: readonly AttemptLeg[];
  link: LinkKind;
  /** The address that links the sides: the signer, the token account or the outer program. */
  linkAddress: string;
  /** Every wallet of the entity, the first front's trader first. */
  attackers: readonly string[];
  /**
   * Amount traded back ÷ amount traded first, in the token that the entity did not gain: Σ back.traderIn / Σ
   * front.traderOut, or Σ back.traderOut / Σ front.traderIn if it sold first and bought the same amount back. For
   * display; decisions use exact integers.
   */
  quantityRatio: number;
  /** The token in which `gross` and `net` are: token a, or token b if the entity sold first and bought back. */
  gainMint: string;
  /** In the smallest unit of `gainMint`, for the matched amount. */
  gross: bigint;
  /** Null if a fee is unknown, or if neither token is SOL, so that fees cannot be subtracted. */
  net: bigint | null;
  /** Fees and tips in lamports, of the legs' transactions and of those of `tips`; null if one is unknown. */
  costLamports: bigint | null;
  /** Tips of the entity, to any landing service: in the legs' transactions, and in its own next to one. */
  tips: readonly Tip[];
  evidence: Evidence;
  /** Verdicts by each other record; its own is one of them. */
  verdicts: Verdicts;
  /** Whether it counts with every possible victim, look-alikes aside. Its legs are then no victims of others (Rule 4). */
  isPassing: boolean;
  /** Whether it looks aimed at its victims (Rule 11). */
  isAimed: boolean;
  /** Relative error of the solved reserves on a third swap; null if there was none or nothing was solved. */
  replayResidual: number | null;
  firstSlot: number;
  lastSlot: number;
}
