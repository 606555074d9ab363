import { CONFIDENCES, INTENTS, LOSS_SIDES } from '@tickscope/sandwich';
import { column, LEG_ROLES, type RowOf } from '@tickscope/store';
import { type Harmed, type Loss, lossOf, type Pair, victimLossOf } from '../amounts/loss.js';
import { knownAmount, solText, type TokenOf, tokenAmount } from '../amounts/token-amount.js';
import { sideOf } from '../mev/incidents.js';
import { poolOf } from '../mev/pools.js';
import { intentFields, VERDICT_COLUMNS } from '../mev/verdict-columns.js';
import { reportedTick } from '../transactions/reported-tick.js';
import type { FeedCursor } from './feed-cursor.js';
import type { FilteredFacts, Said } from './filter.js';

/** The first columns of a SELECT list over the feed: those of `FeedCursor`. */
export const POSITION_COLUMNS = { block: column.integer, offset: column.integer, atMs: column.integer };

/** The SELECT list of feed-rows.sql. Addresses are base58, amounts decimal in the smallest unit. */
export const FEED_COLUMNS = {
  ...POSITION_COLUMNS,
  sandwichId: column.text,
  firstSlot: column.integer,
  lastSlot: column.integer,
  revision: column.integer,
  isRetracted: column.flag,
  isFinal: column.flag,
  link: column.text,
  linkAddress: column.text,
  /** Unix seconds. */
  blockTime: column.nullable(column.integer),
  attackers: column.list(column.address),
  privateProgram: column.nullable(column.address),
  pool: column.address,
  backPool: column.address,
  programId: column.address,
  dexName: column.text,
  mintIn: column.address,
  mintOut: column.address,
  quantityRatio: column.float,
  gross: column.text,
  net: column.nullable(column.text),
  kept: column.nullable(column.text),
  cost: column.nullable(column.text),
  /** Those among its legs. */
  victimCount: column.integer,
  attemptCount: column.integer,
  victimLoss: column.nullable(column.text),
  /** Milliseconds since 1970. */
  detectedMs: column.integer,
  gainMint: column.address,
  /** Cause of the revision: detection, or a record of its actor that changed. */
  cause: column.oneOf('detection', 'standing'),
  /** Confidence in the revision before; null where the cause is detection. */
  confidenceBefore: column.nullable(column.oneOf(...CONFIDENCES)),
  intentBefore: column.nullable(column.oneOf(...INTENTS)),
  /** By the record before the sandwich alone, as `confidenceThen`. */
  intentThen: column.oneOf(...INTENTS),
  ...VERDICT_COLUMNS,
};
export type FeedRow = RowOf<typeof FEED_COLUMNS>;

/** The SELECT list of feed-legs.sql. */
export const FEED_LEG_COLUMNS = {
  sandwichId: column.text,
  revision: column.integer,
  /** A tombstone: its revision no longer has this leg. It has a position and a wallet only. */
  isTombstone: column.flag,
  role: column.oneOf(...LEG_ROLES),
  slot: column.integer,
  blockIndex: column.integer,
  pohTick: column.nullable(column.integer),
  trader: column.address,
  signer: column.address,
  signature: column.signature,
  pool: column.address,
  traderIn: column.text,
  traderOut: column.text,
  lossAmount: column.nullable(column.text),
  lossMethod: column.nullable(column.text),
  lossSide: column.nullable(column.oneOf(...LOSS_SIDES)),
  slippageUse: column.nullable(column.float),
  limitAge: column.nullable(column.oneOf('before', 'unclear', 'after')),
};
export type FeedLegRow = RowOf<typeof FEED_LEG_COLUMNS>;

export type FeedEvent = ReturnType<typeof toFeedEvent>;
export type SandwichEvent = FeedEvent['event'];

export function positionOf({ block, offset, atMs }: FeedCursor): FeedCursor {
  return { block, offset, atMs };
}

/** Facts beside the row of a revision. */
export interface FeedContext {
  /** See `FilteredFacts`. */
  said: Said | null;
  /** Legs of the sandwich: of this revision, and of the previous one while it is retained. */
  legs: readonly FeedLegRow[];
  /** Looks up its mints. */
  tokenOf: TokenOf;
}

interface RevisionLegs {
  own: FeedLegRow[];
  /** Legs of the revision before. */
  former: FeedLegRow[];
  /** Tombstones. */
  gone: FeedLegRow[];
  /** Those that the event lists. */
  shown: FeedLegRow[];
}

function legsAt({ revision, isRetracted }: FeedRow, legs: readonly FeedLegRow[]): RevisionLegs {
  const legsOf = (wanted: number): FeedLegRow[] =>
    legs.filter((leg) => leg.revision === wanted && !leg.isTombstone);
  const own = legsOf(revision);
  const gone = legs.filter((leg) => leg.revision === revision && leg.isTombstone);
  const earlier = legs.filter((leg) => leg.revision < revision && !leg.isTombstone);
  const former = legsOf(Math.max(-1, ...earlier.map((leg) => leg.revision)));
  // A retraction is reported with the legs of the last revision. After that revision has expired, only the
  // tombstones are left.
  return { own, former, gone, shown: !isRetracted ? own : former.length > 0 ? former : gone };
}

/** Sums the losses of a revision's victims. @param legs those of the sandwich */
export function revisionLoss(row: FeedRow, legs: readonly FeedLegRow[], tokenOf: TokenOf): Loss | null {
  return lossOf(lossesOf(row, legsAt(row, legs).shown), row, tokenOf);
}

export function toFeedEvent(row: FeedRow, { said, legs, tokenOf }: FeedContext) {
  const { revision, isRetracted, attackers, pool, backPool, programId, dexName, mintIn, mintOut } = row;
  const { own, former, gone, shown } = legsAt(row, legs);
  const known = [...own, ...former, ...gone];
  const attacks = known.filter(({ role }) => role !== 'victim');
  return {
    position: positionOf(row),
    facts: {
      pools: [pool, backPool],
      mints: [mintIn, mintOut],
      dex: dexName,
      attackers: new Set([
        ...attackers,
        ...attacks.flatMap(({ isTombstone, trader, signer }) => (isTombstone ? [trader] : [trader, signer])),
      ]),
      victims: new Set(known.filter(({ role }) => role === 'victim').map(({ trader }) => trader)),
      said,
      isFinal: row.isFinal,
    } satisfies FilteredFacts,
    event: {
      id: row.sandwichId,
      revision,
      retracted: isRetracted,
      is_final: row.isFinal,
      cause: row.cause,
      confidence: row.confidence,
      confidence_then: row.confidenceThen,
      reason: row.reason,
      basis: row.basis,
      link: row.link,
      link_address: row.linkAddress,
      slot_range: { from: row.firstSlot, to: row.lastSlot },
      block_time: row.blockTime,
      pool: poolOf({ pool, programId, mints: [mintIn, mintOut] }, (mint) => tokenOf(mint).symbol),
      back_pool_address: backPool,
      attackers,
      private_program: row.privateProgram,
      mint_in: mintIn,
      mint_out: mintOut,
      quantity_ratio: row.quantityRatio,
      gain_mint: row.gainMint,
      gross: row.gross,
      net: row.net,
      kept: row.kept,
      gain: tokenAmount(row.gross, row.gainMint, tokenOf),
      net_gain: knownAmount(row.net, row.gainMint, tokenOf),
      kept_gain: knownAmount(row.kept, row.gainMint, tokenOf),
      cost: row.cost,
      cost_sol: row.cost === null ? null : solText(BigInt(row.cost)),
      victim_count: row.victimCount,
      attempt_count: row.attemptCount,
      victim_loss: row.victimLoss,
      loss: lossOf(lossesOf(row, shown), row, tokenOf),
      ...intentFields(row),
      victims: shown.filter(({ role }) => role === 'victim').map((leg) => toVictim(leg, row, tokenOf)),
      legs: shown.filter(({ role }) => role !== 'victim').map((leg) => toLeg(leg, row, tokenOf)),
      detected_at: new Date(row.detectedMs).toISOString(),
    },
  };
}

/** Parts of the total loss: only those who lost something count. Without their legs, only the total is known. */
function lossesOf({ victimLoss }: FeedRow, shown: readonly FeedLegRow[]): Harmed[] {
  const victims = shown.filter(
    ({ role, lossAmount }) => role === 'victim' && lossAmount !== null && BigInt(lossAmount) > 0n,
  );
  const isWhole = victims.length > 0 && victims.every(({ isTombstone }) => !isTombstone);
  return isWhole ? victims : [{ traderIn: null, traderOut: null, lossAmount: victimLoss }];
}

function legPositionOf({ isTombstone, slot, blockIndex, pohTick }: FeedLegRow) {
  return {
    slot,
    block_index: blockIndex,
    poh_tick: isTombstone ? null : String(reportedTick(slot, pohTick)),
  };
}

function toVictim(leg: FeedLegRow, pair: Pair, tokenOf: TokenOf) {
  const { mintIn, mintOut } = pair;
  const { isTombstone, lossAmount, lossSide } = leg;
  const traderIn = isTombstone ? null : leg.traderIn;
  const traderOut = isTombstone ? null : leg.traderOut;
  return {
    wallet: leg.trader,
    signer: isTombstone ? null : leg.signer,
    signature: isTombstone ? null : leg.signature,
    ...legPositionOf(leg),
    amount_in: traderIn,
    amount_out: traderOut,
    paid: knownAmount(traderIn, mintIn, tokenOf),
    received: knownAmount(traderOut, mintOut, tokenOf),
    ...victimLossOf([{ traderIn, traderOut, lossAmount, lossSide }], pair, tokenOf),
    loss_method: leg.lossMethod,
    slippage_use: leg.slippageUse,
    limit_age: leg.limitAge,
  };
}

function toLeg(leg: FeedLegRow, { mintIn, mintOut }: Pair, tokenOf: TokenOf) {
  const { isTombstone, role } = leg;
  const isAttempt = role.endsWith('_attempt');
  const isFront = role.startsWith('front');
  // A failed attempt moved no tokens.
  const traderIn = isTombstone || isAttempt ? null : leg.traderIn;
  const traderOut = isTombstone || isAttempt ? null : leg.traderOut;
  return {
    attacker_wallet: leg.trader,
    attacker_signer: isTombstone ? null : leg.signer,
    attacker_signature: isTombstone ? null : leg.signature,
    ...legPositionOf(leg),
    interaction_type: `sandwich_${sideOf(isFront)}` as const,
    pool_address: isTombstone ? null : leg.pool,
    success: !isAttempt,
    amount_in: traderIn,
    amount_out: traderOut,
    paid: knownAmount(traderIn, isFront ? mintIn : mintOut, tokenOf),
    received: knownAmount(traderOut, isFront ? mintOut : mintIn, tokenOf),
  };
}
