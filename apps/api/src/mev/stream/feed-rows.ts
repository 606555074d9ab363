import type { SymbolOf } from '@tickscope/dex';
import type { components } from '@tickscope/schemas';
import { toInteger, toIntegerOrNull } from '../../database/integers.js';
import { reportedTick } from '../../transactions/reported-tick.js';
import { poolOf } from '../pools.js';
import type { FeedCursor } from './feed-cursor.js';
import type { FilteredFacts } from './filter.js';

export type SandwichEvent = components['schemas']['SandwichEvent'];
type EventLeg = components['schemas']['SandwichEventLeg'];
type EventVictim = components['schemas']['SandwichEventVictim'];

/** The SELECT list of feed-page.sql. */
export type PageRow = [
  block: string,
  offset: string,
  arrivedMs: string,
  firstSlot: string,
  sandwichId: string,
  revision: number,
];

/** The SELECT list of feed-rows.sql. */
export type FeedRow = [
  block: string,
  offset: string,
  arrivedMs: string,
  sandwichId: string,
  firstSlot: string,
  lastSlot: string,
  revision: number,
  isDeleted: number,
  isFinal: boolean,
  confidence: SandwichEvent['confidence'],
  reason: string | null,
  basis: string | null,
  link: string,
  linkAddress: string,
  blockTime: number | null,
  attackers: string[],
  privateProgram: string | null,
  pool: string,
  backPool: string,
  programId: string,
  dexName: string,
  mintIn: string,
  mintOut: string,
  quantityRatio: number,
  gross: string,
  net: string | null,
  cost: string | null,
  victimCount: number,
  attemptCount: number,
  victimLoss: string | null,
  detectedMs: string,
];

/** The SELECT list of feed-legs.sql. */
export type FeedLegRow = [
  sandwichId: string,
  revision: number,
  isDeleted: number,
  role: 'front' | 'victim' | 'back' | 'front_attempt' | 'back_attempt',
  slot: string,
  blockIndex: number,
  pohTick: string | null,
  trader: string,
  signer: string,
  signature: string,
  pool: string,
  traderIn: string,
  traderOut: string,
  lossAmount: string | null,
  lossMethod: string | null,
];

export interface FeedEvent {
  position: FeedCursor;
  facts: FilteredFacts;
  event: SandwichEvent;
}

export function positionOf([block, offset, atMs]: PageRow | FeedRow): FeedCursor {
  return { block: toInteger(block), offset: toInteger(offset), atMs: toInteger(atMs) };
}

/**
 * @param legs of the sandwich: of this revision, and of the previous one while it is retained
 * @param symbolOf displays its mints
 */
export function toFeedEvent(row: FeedRow, legs: readonly FeedLegRow[], symbolOf: SymbolOf): FeedEvent {
  const revision = row[6];
  const isRetracted = row[7] === 1;
  const own = legs.filter(([, of, isDeleted]) => of === revision && isDeleted === 0);
  const gone = legs.filter(([, of, isDeleted]) => of === revision && isDeleted === 1);
  const before = Math.max(
    -1,
    ...legs.filter(([, of, isDeleted]) => of < revision && isDeleted === 0).map(([, of]) => of),
  );
  const former = legs.filter(([, of, isDeleted]) => of === before && isDeleted === 0);
  // A retraction is reported with the legs of the last revision. After that revision has expired, only the
  // tombstones are left.
  const shown = !isRetracted ? own : former.length > 0 ? former : gone;
  const known = [...own, ...former, ...gone];
  const attacks = known.filter(([, , , role]) => role !== 'victim');
  const [pool, backPool, programId, dexName, mintIn, mintOut] = [
    row[17],
    row[18],
    row[19],
    row[20],
    row[21],
    row[22],
  ];
  return {
    position: positionOf(row),
    facts: {
      pools: [pool, backPool],
      dex: dexName,
      attackers: new Set([
        ...row[15],
        ...attacks.flatMap((leg) => (leg[2] === 1 ? [leg[7]] : [leg[7], leg[8]])),
      ]),
      victims: new Set(known.filter(([, , , role]) => role === 'victim').map((leg) => leg[7])),
    },
    event: {
      id: row[3],
      revision,
      retracted: isRetracted,
      is_final: row[8],
      confidence: row[9],
      reason: row[10],
      basis: row[11],
      link: row[12],
      link_address: row[13],
      slot_range: { from: toInteger(row[4]), to: toInteger(row[5]) },
      block_time: row[14],
      pool: poolOf({ pool, programId, mints: [mintIn, mintOut] }, symbolOf),
      back_pool_address: backPool,
      attackers: row[15],
      private_program: row[16],
      mint_in: mintIn,
      mint_out: mintOut,
      quantity_ratio: row[23],
      gross: row[24],
      net: row[25],
      cost: row[26],
      victim_count: row[27],
      attempt_count: row[28],
      victim_loss: row[29],
      victims: shown.filter(([, , , role]) => role === 'victim').map(toVictim),
      legs: shown.filter(([, , , role]) => role !== 'victim').map(toLeg),
      detected_at: new Date(toInteger(row[30])).toISOString(),
    },
  };
}

function placeOf(leg: FeedLegRow) {
  const [, , isGone, , slotText, blockIndex, pohTick] = leg;
  const slot = toInteger(slotText);
  return {
    slot,
    block_index: blockIndex,
    // A tombstone has a position and a wallet only.
    poh_tick: isGone === 1 ? null : String(reportedTick(slot, toIntegerOrNull(pohTick))),
  };
}

function toVictim(leg: FeedLegRow): EventVictim {
  const isGone = leg[2] === 1;
  return {
    wallet: leg[7],
    signer: isGone ? null : leg[8],
    signature: isGone ? null : leg[9],
    ...placeOf(leg),
    amount_in: isGone ? null : leg[11],
    amount_out: isGone ? null : leg[12],
    victim_loss: leg[13],
    loss_method: leg[14],
  };
}

function toLeg(leg: FeedLegRow): EventLeg {
  const isGone = leg[2] === 1;
  const role = leg[3];
  const isAttempt = role.endsWith('_attempt');
  return {
    attacker_wallet: leg[7],
    attacker_signer: isGone ? null : leg[8],
    attacker_signature: isGone ? null : leg[9],
    ...placeOf(leg),
    interaction_type: role.startsWith('front') ? 'sandwich_frontrun' : 'sandwich_backrun',
    pool_address: isGone ? null : leg[10],
    success: !isAttempt,
    // A failed attempt moved no tokens.
    amount_in: isGone || isAttempt ? null : leg[11],
    amount_out: isGone || isAttempt ? null : leg[12],
  };
}
