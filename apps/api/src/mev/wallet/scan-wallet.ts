import { positionKey, pubkeyFromBase58, type TxPosition } from '@tickscope/chain';
import { mintSymbol, type SymbolOf } from '@tickscope/dex';
import type { components } from '@tickscope/schemas';
import { sqlFile } from '@tickscope/store';
import type { Database } from '../../database/database.js';
import { toInteger, toIntegerOrNull } from '../../database/integers.js';
import { readSymbols } from '../../reference/token-symbols.js';
import type { QueryContext } from '../../request-context.js';
import type { DayRange } from '../../slot-coverage/day-range.js';
import { readAnalysedCoverage } from '../../slot-coverage/range-detection.js';
import type { TradedMarket } from '../../transactions/find-transaction.js';
import { groupBy, incidentsOf, type TracedIncident } from '../incidents.js';
import { withPairs } from './pool-pairs.js';
import { readUnknownWindows } from './unknown-windows.js';
import { readWalletSandwiches } from './wallet-sandwiches.js';

export type ScanRequest = Omit<components['schemas']['CheckWalletRequest'], 'max_age_seconds'>;
type RangeCoverage = components['schemas']['RangeCoverage'];
type SlotRange = components['schemas']['SlotRange'];

const query = (name: string) => ({ name, sql: sqlFile(import.meta.url, `./${name}.sql`) });
const WALLET_TRADES = query('wallet-trades');
const WALLET_SLOTS = query('wallet-slots');

export const MOST_TRADES = 10_000;

/** A transaction in which the wallet is the trader of a swap, or of a failed one. */
export interface ScannedTrade extends TxPosition {
  signature: string;
  pohTick: number | null;
  /** Unix seconds. */
  blockTime: number | null;
  success: boolean;
  /** One for each swap instruction, in order. */
  markets: TradedMarket[];
  incidents: TracedIncident[];
  /** The slots within the scan's window of it are stored, and detection has run over them. */
  isWindowKnown: boolean;
}

/** A wallet's trades in the last days, and the incidents around them. */
export interface Scan {
  request: ScanRequest;
  /** Newest first. */
  trades: ScannedTrade[];
  /** Displays the mints of the trades. */
  symbolOf: SymbolOf;
  totalTransactions: number;
  isTotalExact: boolean;
  isTruncated: boolean;
  /** The slots whose trades are listed; null where nothing is stored. */
  covered: SlotRange | null;
  coverage: RangeCoverage | null;
}

/**
 * Reads the newest 10,000 trades of a wallet and the stored sandwiches around them.
 *
 * @param range the days; null: nothing is stored
 */
export async function scanWallet(
  database: Database,
  request: ScanRequest,
  range: DayRange | null,
  context: QueryContext,
): Promise<Scan> {
  if (range === null) return nothingStored(request);
  const wallet = Buffer.from(pubkeyFromBase58(request.wallet_address)).toString('hex');
  const [{ coverage, hasLostLocks }, newest] = await Promise.all([
    readAnalysedCoverage(database, range, context),
    readTrades(database, wallet, range, context),
  ]);
  const scanned = await scanTrades(database, { ...request, wallet }, { range, newest, coverage }, context);
  return { request, ...scanned, isTotalExact: !hasLostLocks, coverage };
}

/**
 * Reads the incidents of the trades. Runs after the coverage was read: a block that is detected in between
 * counts as undetected.
 */
async function scanTrades(
  database: Database,
  { wallet, slot_window: window }: ScanRequest & { wallet: string },
  { range, newest, coverage }: { range: DayRange; newest: readonly BareTrade[]; coverage: RangeCoverage },
  context: QueryContext,
): Promise<Omit<Scan, 'request' | 'isTotalExact' | 'coverage' | 'range'>> {
  const { trades, fromSlot, isTruncated } = cutTrades(newest, range);
  const params = { wallet, from: fromSlot, to: range.toSlot };
  const slots = trades.map(({ slot }) => slot);
  const unknown = await readUnknownWindows(database, slots, window, coverage, context);
  const [{ signed, wholeSlots }, sandwiches, symbolOf] = await Promise.all([
    readSlots(database, params, context),
    readWalletSandwiches(database, { ...params, window }, context),
    readSymbolsOf(database, trades, range, context),
  ]);
  const victimsAt = groupBy(sandwiches.victims, positionKey);
  const stored = trades.filter(({ slot }) => wholeSlots.has(slot));
  return {
    trades: stored.map((trade) => ({
      ...trade,
      incidents: incidentsOf(trade, victimsAt.get(positionKey(trade)) ?? [], sandwiches, window),
      isWindowKnown: !unknown.has(trade.slot),
    })),
    symbolOf,
    totalTransactions: signed,
    isTruncated,
    covered: { from_slot: fromSlot, to_slot: range.toSlot },
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

type BareTrade = Omit<ScannedTrade, 'incidents' | 'isWindowKnown'>;

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

/**
 * Cuts the trades at the maximum that is listed. Leaves out whole slots, so that the covered part is a range of
 * slots.
 */
function cutTrades(
  newest: readonly BareTrade[],
  { fromSlot, toSlot }: DayRange,
): { trades: BareTrade[]; fromSlot: number; isTruncated: boolean } {
  const beyond = newest[MOST_TRADES];
  if (beyond === undefined) return { trades: [...newest], fromSlot, isTruncated: false };
  const first = Math.min(beyond.slot + 1, toSlot);
  return { trades: newest.filter(({ slot }) => slot >= first), fromSlot: first, isTruncated: true };
}

/** Reads how many transactions the wallet signed, and which of the slots it traded in are stored whole. */
async function readSlots(
  database: Database,
  params: Record<string, unknown>,
  context: QueryContext,
): Promise<{ signed: number; wholeSlots: ReadonlySet<number> }> {
  const [row] = await database.rows<[string, string[]]>(WALLET_SLOTS, params, context);
  if (row === undefined) throw new Error('a query without GROUP BY gave no row');
  return { signed: toInteger(row[0]), wholeSlots: new Set(row[1].map(toInteger)) };
}

/** Completes the pairs of the trades, and reads how their mints are displayed. */
async function readSymbolsOf(
  database: Database,
  trades: readonly BareTrade[],
  range: DayRange,
  context: QueryContext,
): Promise<SymbolOf> {
  await withPairs(database, trades, range, context);
  const mints = trades.flatMap(({ markets }) => markets.flatMap((market) => market.mints));
  return readSymbols(database, mints, context);
}
