import { pubkeyFromBase58 } from '@tickscope/chain';
import { mintSymbol, type SymbolOf } from '@tickscope/dex';
import { countsAtWindow } from '@tickscope/sandwich';
import type { components } from '@tickscope/schemas';
import { sqlFile } from '@tickscope/store';
import type { Database } from '../../database/database.js';
import { toInteger, toIntegerOrNull } from '../../database/integers.js';
import { readSymbols } from '../../reference/token-symbols.js';
import type { QueryContext } from '../../request-context.js';
import { type DayRange, readDayCoverage, readDayRange } from '../../slot-coverage/day-range.js';
import type { TradedMarket } from '../../transactions/find-transaction.js';
import {
  type AttackLegRow,
  type EvidenceRow,
  toAttackLeg,
  toEvidence,
  toVictimLeg,
  type VictimLegRow,
} from '../bracket-rows.js';
import {
  type Brackets,
  groupBy,
  incidentsOf,
  type Place,
  placeKey,
  type TracedIncident,
  type VictimLeg,
} from '../incidents.js';
import { withPairs } from './pool-pairs.js';

export type ScanRequest = components['schemas']['CheckWalletRequest'];
type RangeCoverage = components['schemas']['RangeCoverage'];
type SlotRange = components['schemas']['SlotRange'];

const query = (name: string) => ({ name, sql: sqlFile(import.meta.url, `./${name}.sql`) });
const WALLET_TRADES = query('wallet-trades');
const TRADE_SLOTS = query('trade-slots');
const VICTIM_LEGS = query('wallet-victim-legs');
const ATTACK_LEGS = query('wallet-attack-legs');
const BRACKETS = query('wallet-brackets');
const SIGNED_TRANSACTIONS = query('signed-transactions');

export const MOST_TRADES = 10_000;

/** A transaction in which the wallet is the trader of a swap, or of one that failed. */
export interface ScannedTrade extends Place {
  signature: string;
  pohTick: number | null;
  /** Unix seconds. */
  blockTime: number | null;
  success: boolean;
  /** One for each instruction, in their order. */
  markets: TradedMarket[];
  /** Base58; null where it is not known. */
  leader: string | null;
  incidents: TracedIncident[];
}

/** What a wallet traded in the last days, and what was done to it. */
export interface Scan {
  request: ScanRequest;
  /** Newest first. */
  trades: ScannedTrade[];
  /** How the mints of the trades are shown. */
  symbolOf: SymbolOf;
  totalTransactions: number;
  isTotalExact: boolean;
  isTruncated: boolean;
  /** The slots whose trades are told; null where nothing is stored. */
  covered: SlotRange | null;
  coverage: RangeCoverage | null;
}

/** Reads the newest 10,000 trades of a wallet and the stored brackets around them. */
export async function scanWallet(
  database: Database,
  request: ScanRequest,
  context: QueryContext,
): Promise<Scan> {
  const range = await readDayRange(database, request.time_range_days, context);
  if (range === null) return nothingStored(request);
  const wallet = Buffer.from(pubkeyFromBase58(request.wallet_address)).toString('hex');
  const newest = await readTrades(database, wallet, range, context);
  const { trades, fromSlot, isTruncated } = cutTrades(newest, range);
  const params = { wallet, from: fromSlot, to: range.toSlot };
  const [slots, brackets, signed, { coverage, hasLostLocks }] = await Promise.all([
    readSlots(database, params, context),
    readBrackets(database, { ...params, window: request.slot_window }, context),
    database.rows<[string]>(SIGNED_TRANSACTIONS, params, context),
    readDayCoverage(database, range, context),
    withPairs(database, trades, range, context),
  ]);
  const stored = trades.filter(({ slot }) => slots.has(slot));
  const victimsAt = groupBy(brackets.victims, placeKey);
  const mints = stored.flatMap(({ markets }) => markets.flatMap((market) => market.mints));
  const symbolOf = await readSymbols(database, mints, context);
  return {
    request,
    trades: stored.map((trade) => ({
      ...trade,
      leader: slots.get(trade.slot) ?? null,
      incidents: incidentsOf(trade, victimsAt.get(placeKey(trade)) ?? [], brackets, request.slot_window),
    })),
    symbolOf,
    totalTransactions: toInteger(signed[0]?.[0] ?? '0'),
    isTotalExact: !hasLostLocks,
    isTruncated,
    covered: { from_slot: fromSlot, to_slot: range.toSlot },
    coverage,
  };
}

function nothingStored(request: ScanRequest): Scan {
  return {
    request,
    trades: [],
    symbolOf: mintSymbol,
    totalTransactions: 0,
    isTotalExact: true,
    isTruncated: false,
    covered: null,
    coverage: null,
  };
}

type BareTrade = Omit<ScannedTrade, 'leader' | 'incidents'>;

async function readTrades(
  database: Database,
  wallet: string,
  { fromSlot, toSlot }: DayRange,
  context: QueryContext,
): Promise<BareTrade[]> {
  type Row = [
    slot: string,
    blockIndex: number,
    signature: string,
    pohTick: string | null,
    blockTime: number | null,
    success: boolean,
    markets: [pool: string, programId: string, mints: string[]][],
  ];
  const params = { wallet, from: fromSlot, to: toSlot, limit: MOST_TRADES + 1 };
  const rows = await database.rows<Row>(WALLET_TRADES, params, context);
  return rows.map(([slot, blockIndex, signature, pohTick, blockTime, success, markets]) => ({
    slot: toInteger(slot),
    blockIndex,
    signature,
    pohTick: toIntegerOrNull(pohTick),
    blockTime,
    success,
    markets: markets.map(([pool, programId, mints]) => ({ pool, programId, mints })),
  }));
}

/** Beyond the most that are told, whole slots are left out, so that what is covered is a range of slots. */
function cutTrades(
  newest: readonly BareTrade[],
  { fromSlot, toSlot }: DayRange,
): { trades: BareTrade[]; fromSlot: number; isTruncated: boolean } {
  const beyond = newest[MOST_TRADES];
  if (beyond === undefined) return { trades: [...newest], fromSlot, isTruncated: false };
  const first = Math.min(beyond.slot + 1, toSlot);
  return { trades: newest.filter(({ slot }) => slot >= first), fromSlot: first, isTruncated: true };
}

/** The leader of each slot that is stored whole: by the schedule, else by the fee reward. */
async function readSlots(
  database: Database,
  params: Record<string, unknown>,
  context: QueryContext,
): Promise<Map<number, string | null>> {
  const rows = await database.rows<[string, string, number]>(TRADE_SLOTS, params, context);
  return new Map(rows.map(([slot, leader, isUnknown]) => [toInteger(slot), isUnknown === 1 ? null : leader]));
}

async function readBrackets(
  database: Database,
  params: { window: number } & Record<string, unknown>,
  context: QueryContext,
): Promise<Brackets & { victims: VictimLeg[] }> {
  const { window, ...withoutWindow } = params;
  const victims = (await database.rows<VictimLegRow>(VICTIM_LEGS, withoutWindow, context))
    .map(toVictimLeg)
    .filter((victim) => countsAtWindow(victim.slot, victim, window));
  if (victims.length === 0) return { victims, legs: new Map(), evidence: new Map() };
  const [legs, evidence] = await Promise.all([
    database.rows<AttackLegRow>(ATTACK_LEGS, params, context),
    database.rows<EvidenceRow>(BRACKETS, params, context),
  ]);
  return {
    victims,
    legs: groupBy(legs.map(toAttackLeg), ({ bracketId }) => bracketId),
    evidence: new Map(evidence.map((row) => [row[0], toEvidence(row)])),
  };
}
