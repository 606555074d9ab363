import { createHash } from 'node:crypto';
import { cachedPubkey } from '@tickscope/chain';
import { type InstructionPosition, SOL_MINT } from '@tickscope/dex';
import {
  lossMeasuresOf,
  privateProgram,
  type Sandwich,
  type Verdict,
  type VerdictNow,
} from '@tickscope/sandwich';
import { encodePosition } from '../instruction-position.js';
import { RowBuffer } from '../writer/row-buffer.js';

export const LEG_ROLES = ['front', 'victim', 'back', 'front_attempt', 'back_attempt'] as const;
export type LegRole = (typeof LEG_ROLES)[number];

const LEG_ROLE: Record<LegRole, number> = {
  front: 1,
  victim: 2,
  back: 3,
  front_attempt: 4,
  back_attempt: 5,
};
const CONFIDENCE = { exact: 1, loose: 2, suspected: 3 } as const;
const STANDING = { unknown: 0, scalper: 1, known_bot: 2 } as const;
const CAUSE_DETECTION = 1;

/** Signature, tick and time of a transaction, as stored with its swaps. */
export interface PlacedTransaction {
  /** In hex. */
  signature: string;
  pohTick: number | null;
  /** Unix seconds. */
  blockTime: number | null;
}

/** The key of a row of `sandwich_legs`, apart from its sandwich. */
export interface LegKey extends InstructionPosition {
  role: LegRole;
  trader: string;
}

/** A row of `sandwich_legs`. */
export interface LegRow extends LegKey, PlacedTransaction {
  dexName: string;
  pool: string;
  signer: string;
  mintIn: string | null;
  mintOut: string | null;
  traderIn: bigint;
  traderOut: bigint;
  lossAmount: bigint | null;
  lossMethod: string | null;
  lossSide: string | null;
  slippageUse: number | null;
  limitAge: string | null;
}

/** Columns of a leg that is not a victim. */
export const NO_LOSS = {
  ...{ lossAmount: null, lossMethod: null, lossSide: null },
  ...{ slippageUse: null, limitAge: null },
} as const;

/** A state of a sandwich to be stored. */
export interface SandwichState {
  sandwich: Sandwich;
  isFinal: boolean;
  legs: readonly LegRow[];
  /** Result of `keptOf`. */
  kept: bigint | null;
}

/** Scratch buffer: holds nothing between two calls. */
const digested = new RowBuffer();

/**
 * Digest of everything that detection found, except its finality. Equal states have equal digests. Without `kept`, which
 * is no longer known once the transactions have expired.
 */
export function digestOf({ sandwich, legs }: SandwichState): bigint {
  digested.clear();
  encodeFound(digested, { sandwich, legs, isFinal: false, kept: null });
  encodeTexts(digested, sandwich.evidence.signs);
  const shared: LegSandwich = { ...sandwich, isFinal: false };
  for (const leg of legs) encodeLeg(digested, shared, leg, 0);
  return createHash('sha256').update(digested.bytes()).digest().readBigUInt64LE();
}

/** Sum of the victims' known losses; null if none is known. */
function victimLoss({ victims }: Sandwich): bigint | null {
  const known = victims.flatMap(({ lossAmount }) => (lossAmount === null ? [] : [lossAmount]));
  return known.length === 0 ? null : known.reduce((sum, loss) => sum + (loss > 0n ? loss : 0n), 0n);
}

/**
 * Sums the victims' losses in SOL, as answers state it: those who lost something, each at the rate of its own trade.
 * Null where that is not known of one of them.
 */
function lossLamports(sandwich: Sandwich): bigint | null {
  const { mintIn, mintOut, victims } = sandwich;
  const lost = victims.filter(({ lossAmount }) => lossAmount !== null && lossAmount > 0n);
  if (lost.length === 0) return mintOut === SOL_MINT ? victimLoss(sandwich) : null;
  let sum = 0n;
  for (const { swap, lossAmount } of lost) {
    const { traderIn, traderOut } = swap;
    const { lamports } = lossMeasuresOf({ mintIn, mintOut, traderIn, traderOut }, lossAmount!);
    if (lamports === null) return null;
    sum += lamports;
  }
  return sum;
}

/** Columns of a row of `sandwiches` beside those that detection found. */
export interface SandwichRevision {
  verdict: VerdictNow;
  revision: number;
  digest: bigint;
}

export function encodeSandwich(
  rows: RowBuffer,
  state: SandwichState,
  { verdict, revision, digest }: SandwichRevision,
): void {
  encodeFound(rows, state);
  encodeVerdict(rows, verdict);
  encodeTexts(rows, verdict.signs);
  rows.uint8(STANDING[verdict.standing ?? 'unknown']);
  const { victims } = state.sandwich;
  rows.uint32(victimsBy(verdict, { listed: victims.length, harmed: harmedCount(state.sandwich) }));
  rows.uint8(CAUSE_DETECTION);
  rows.uint32(revision);
  rows.bool(false);
  rows.uint64(digest);
  rows.endRow();
}

/** The number of victims by a verdict: of a sandwich that counts, those that lost something, or may have. */
export function victimsBy(
  { confidence }: Pick<Verdict, 'confidence'>,
  { listed, harmed }: { listed: number; harmed: number },
): number {
  return confidence === 'suspected' ? listed : harmed;
}

function encodeVerdict(rows: RowBuffer, { confidence, reason, basis, intent }: Verdict): void {
  rows.uint8(CONFIDENCE[confidence]);
  rows.nullable(reason, rows.string);
  rows.nullable(basis, rows.string);
  rows.string(intent);
}

function encodeTexts(rows: RowBuffer, texts: readonly string[]): void {
  rows.varint(texts.length);
  for (const text of texts) rows.string(text);
}

/** Encodes the verdicts by each class; that by `unknown` alone where the record decides nothing. */
function encodeAlternatives(rows: RowBuffer, { unknown, knownBot, scalper }: Sandwich['verdicts']): void {
  const all: [keyof typeof STANDING, Verdict | null][] = [
    ['unknown', unknown],
    ['scalper', scalper],
    ['known_bot', knownBot],
  ];
  const known = all.filter(([, verdict]) => verdict !== null);
  rows.varint(known.length);
  for (const [standing, verdict] of known) {
    rows.uint8(STANDING[standing]);
    encodeVerdict(rows, verdict!);
  }
}

function harmedCount({ victims }: Sandwich): number {
  return victims.filter(({ lossAmount }) => lossAmount === null || lossAmount > 0n).length;
}

function encodeFound(rows: RowBuffer, { sandwich, isFinal, legs, kept }: SandwichState): void {
  const lastBack = legs.findLast(({ role }) => role === 'back');
  rows.uint53(sandwich.firstSlot);
  rows.string(sandwich.id);
  rows.uint53(sandwich.lastSlot);
  rows.nullable(lastBack?.blockTime ?? null, rows.uint32);
  rows.bool(isFinal);
  encodeVerdict(rows, sandwich);
  encodeAlternatives(rows, sandwich.verdicts);
  rows.string(sandwich.link);
  rows.string(sandwich.linkAddress);
  rows.fixed(cachedPubkey(sandwich.attackers[0]!));
  rows.varint(sandwich.attackers.length);
  for (const attacker of sandwich.attackers) rows.fixed(cachedPubkey(attacker));
  const program = privateProgram([...sandwich.fronts, ...sandwich.backs]);
  rows.nullable(program === null ? null : cachedPubkey(program), rows.fixed);
  rows.fixed(cachedPubkey(sandwich.pool));
  rows.fixed(cachedPubkey(sandwich.backPool));
  rows.fixed(cachedPubkey(sandwich.programId));
  rows.string(sandwich.dexName);
  rows.fixed(cachedPubkey(sandwich.mintIn));
  rows.fixed(cachedPubkey(sandwich.mintOut));
  rows.float64(sandwich.quantityRatio);
  rows.fixed(cachedPubkey(sandwich.gainMint));
  rows.int128(sandwich.gross);
  rows.nullable(sandwich.net, rows.int128);
  rows.nullable(kept, rows.int128);
  rows.nullable(sandwich.costLamports, rows.uint64);
  rows.nullable(sandwich.replayResidual, rows.float64);
  const { evidence } = sandwich;
  rows.nullable(evidence.swapsBefore, rows.uint32);
  rows.nullable(evidence.swapsAfter, rows.uint32);
  rows.nullable(evidence.transactionsBefore, rows.uint32);
  rows.nullable(evidence.transactionsAfter, rows.uint32);
  rows.bool(sandwich.isPassing);
  rows.bool(sandwich.isAimed);
  rows.uint32(sandwich.fronts.length);
  rows.uint32(sandwich.backs.length);
  rows.uint32(sandwich.victims.length);
  rows.uint32(harmedCount(sandwich));
  rows.uint32(legs.filter(({ role }) => role.endsWith('attempt')).length);
  rows.nullable(victimLoss(sandwich), rows.int128);
  rows.nullable(lossLamports(sandwich), rows.int128);
}

/** The values that all leg rows of a sandwich share. */
export interface LegSandwich {
  id: string;
  firstSlot: number;
  lastSlot: number;
  isFinal: boolean;
}

export function encodeLeg(rows: RowBuffer, sandwich: LegSandwich, leg: LegRow, revision: number): void {
  encodePosition(rows, leg);
  rows.uint8(LEG_ROLE[leg.role]);
  encodeLegSandwich(rows, sandwich);
  rows.bool(sandwich.isFinal);
  rows.fixed(cachedPubkey(leg.pool));
  rows.string(leg.dexName);
  rows.fixed(cachedPubkey(leg.trader));
  rows.fixed(cachedPubkey(leg.signer));
  rows.fixed(Buffer.from(leg.signature, 'hex'));
  rows.nullable(leg.pohTick, rows.uint53);
  rows.nullable(leg.blockTime, rows.uint32);
  rows.nullable(leg.mintIn === null ? null : cachedPubkey(leg.mintIn), rows.fixed);
  rows.nullable(leg.mintOut === null ? null : cachedPubkey(leg.mintOut), rows.fixed);
  rows.uint64(leg.traderIn);
  rows.uint64(leg.traderOut);
  rows.nullable(leg.lossAmount, rows.int128);
  rows.nullable(leg.lossMethod, rows.string);
  rows.nullable(leg.lossSide, rows.string);
  rows.nullable(leg.slippageUse, rows.float64);
  rows.nullable(leg.limitAge, rows.string);
  rows.uint32(revision);
  rows.bool(false);
  rows.endRow();
}

const NO_KEY = new Uint8Array(32);
const NO_SIGNATURE = new Uint8Array(64);

/** Deletes a leg row that the new revision lacks. Only the key of a tombstone has meaning. */
export function encodeLegTombstone(
  rows: RowBuffer,
  sandwich: LegSandwich,
  leg: LegKey,
  revision: number,
): void {
  encodePosition(rows, leg);
  rows.uint8(LEG_ROLE[leg.role]);
  encodeLegSandwich(rows, sandwich);
  rows.bool(sandwich.isFinal);
  rows.fixed(NO_KEY);
  rows.string('');
  rows.fixed(cachedPubkey(leg.trader));
  rows.fixed(NO_KEY);
  rows.fixed(NO_SIGNATURE);
  for (let column = 0; column < 4; column += 1) rows.nullable(null, rows.uint8);
  rows.uint64(0n);
  rows.uint64(0n);
  rows.nullable(null, rows.int128);
  for (let column = 0; column < 4; column += 1) rows.nullable(null, rows.uint8);
  rows.uint32(revision);
  rows.bool(true);
  rows.endRow();
}

export function encodeLegByTrader(
  rows: RowBuffer,
  sandwich: LegSandwich,
  leg: LegKey,
  revision: number,
  isDeleted: boolean,
): void {
  rows.fixed(cachedPubkey(leg.trader));
  encodePosition(rows, leg);
  rows.uint8(LEG_ROLE[leg.role]);
  encodeLegSandwich(rows, sandwich);
  rows.uint32(revision);
  rows.bool(isDeleted);
  rows.endRow();
}

function encodeLegSandwich(rows: RowBuffer, sandwich: LegSandwich): void {
  rows.string(sandwich.id);
  rows.uint53(sandwich.firstSlot);
  rows.uint53(sandwich.lastSlot);
}
