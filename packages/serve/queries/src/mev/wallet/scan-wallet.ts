import { type Address, groupBy, positionKey } from '@tickscope/chain';
import { mintSymbol, type SymbolOf } from '@tickscope/dex';
import { column, defineFileQuery, param, type RowOf } from '@tickscope/store';
import { type AnalysedCoverage, type DayRange, readAnalysedCoverage } from '../../coverage/index.js';
import type { Database, QueryContext } from '../../database.js';
import { readSymbols } from '../../reference/token-symbols.js';
import { incidentsOf, type TracedIncident } from '../incidents.js';
import type { VictimsAndSandwiches } from '../stored-sandwiches.js';
import { readPairCompletion } from './pool-pairs.js';
import { readUnknownWindows } from './unknown-windows.js';
import { readWalletSandwiches } from './wallet-sandwiches.js';
import { readWalletSlots, type WalletSlots } from './wallet-slots.js';

export interface ScanQuestion {
  wallet: Address;
  /** Before the newest block. */
  days: number;
  /** Slots on either side of a trade. */
  window: number;
}

const WALLET_TRADES = defineFileQuery(import.meta.url, './wallet-trades.sql', {
  params: { wallet: param.address, from: param.integer, to: param.integer, limit: param.integer },
  row: {
    slot: column.integer,
    blockIndex: column.integer,
    signature: column.signature,
    pohTick: column.nullable(column.integer),
    /** Unix seconds. */
    blockTime: column.nullable(column.integer),
    success: column.flag,
    /** One for each swap instruction, in order. */
    markets: column.list(
      column.tuple({ pool: column.address, programId: column.address, mints: column.list(column.address) }),
    ),
  },
});

type BareTrade = RowOf<typeof WALLET_TRADES>;

const MOST_TRADES = 10_000;

/** A transaction in which the wallet is the trader of a swap, or of a failed one. */
export interface ScannedTrade extends BareTrade {
  incidents: TracedIncident[];
  /** The slots within the scan's window of it are stored, and detection has run over them. */
  isWindowKnown: boolean;
}

/** A wallet's trades in the last days, and the incidents around them. */
export interface Scan {
  /** Newest first. */
  trades: ScannedTrade[];
  /** Displays the mints of the trades. */
  symbolOf: SymbolOf;
  totalTransactions: number;
  isTotalExact: boolean;
  isTruncated: boolean;
  /** The slots whose trades are listed; null where nothing is stored. */
  covered: { from_slot: number; to_slot: number } | null;
  coverage: AnalysedCoverage['coverage'] | null;
}

/**
 * Reads the newest 10,000 trades of a wallet and the stored sandwiches around them.
 *
 * @param range the days; null: nothing is stored
 */
export async function scanWallet(
  database: Database,
  { wallet, window }: Omit<ScanQuestion, 'days'>,
  range: DayRange | null,
  context: QueryContext,
): Promise<Scan> {
  if (range === null) return NOTHING_STORED;
  const bounds = { wallet, from: range.fromSlot, to: range.toSlot };
  const analysed = await readAnalysedCoverage(database, range, context);
  const rows = await database.rows(WALLET_TRADES, { ...bounds, limit: MOST_TRADES + 1 }, context);
  const cut = cutTrades(rows, range);
  const [around, { trades, symbolOf }] = await Promise.all([
    readSurroundings(database, { wallet, window }, { range, analysed, cut }, context),
    completeTrades(database, cut.trades, range, context),
  ]);
  const { unknown, signed, wholeSlots, sandwiches } = around;
  const victimsAt = groupBy(sandwiches.victims, positionKey);
  const whole = trades.filter(({ slot }) => wholeSlots.has(slot));
  return {
    trades: whole.map((trade) => ({
      ...trade,
      incidents: incidentsOf(trade, victimsAt.get(positionKey(trade)) ?? [], sandwiches, window),
      isWindowKnown: !unknown.has(trade.slot),
    })),
    symbolOf,
    totalTransactions: signed,
    isTotalExact: !analysed.hasLostLocks,
    isTruncated: cut.isTruncated,
    covered: { from_slot: cut.fromSlot, to_slot: range.toSlot },
    coverage: analysed.coverage,
  };
}

interface Surroundings extends WalletSlots {
  /** Slots of trades whose window is not known. */
  unknown: ReadonlySet<number>;
  sandwiches: VictimsAndSandwiches;
}

/** Reads what is known of the slots of the trades, and the sandwiches in them. */
async function readSurroundings(
  database: Database,
  { wallet, window }: Omit<ScanQuestion, 'days'>,
  { range, analysed, cut }: { range: DayRange; analysed: AnalysedCoverage; cut: CutTrades },
  context: QueryContext,
): Promise<Surroundings> {
  const bounds = { wallet, from: cut.fromSlot, to: range.toSlot };
  const slots = cut.trades.map(({ slot }) => slot);
  const [unknown, walletSlots, sandwiches] = await Promise.all([
    readUnknownWindows(database, slots, window, analysed.coverage, context),
    readWalletSlots(database, { ...bounds, stored: analysed.stored }, context),
    readWalletSandwiches(database, { ...bounds, window }, context),
  ]);
  return { unknown, ...walletSlots, sandwiches };
}

const NOTHING_STORED: Scan = {
  trades: [],
  symbolOf: mintSymbol,
  totalTransactions: 0,
  isTotalExact: true,
  isTruncated: false,
  covered: null,
  coverage: null,
};

interface CutTrades {
  trades: BareTrade[];
  /** The first slot whose trades are listed. */
  fromSlot: number;
  isTruncated: boolean;
}

/**
 * Cuts the trades at the maximum that is listed. Leaves out whole slots, so that the covered part is a range of
 * slots.
 */
function cutTrades(newest: readonly BareTrade[], { fromSlot, toSlot }: DayRange): CutTrades {
  const beyond = newest[MOST_TRADES];
  if (beyond === undefined) return { trades: [...newest], fromSlot, isTruncated: false };
  const first = Math.min(beyond.slot + 1, toSlot);
  return { trades: newest.filter(({ slot }) => slot >= first), fromSlot: first, isTruncated: true };
}

/** Completes the pairs of the trades' markets, and reads how their mints are displayed. */
async function completeTrades(
  database: Database,
  trades: readonly BareTrade[],
  range: DayRange,
  context: QueryContext,
): Promise<{ trades: BareTrade[]; symbolOf: SymbolOf }> {
  const markets = trades.flatMap((trade) => trade.markets);
  const completed = await readPairCompletion(database, markets, range, context);
  const complete = trades.map((trade) => ({ ...trade, markets: trade.markets.map(completed) }));
  const mints = complete.flatMap((trade) => trade.markets.flatMap((market) => market.mints));
  return { trades: complete, symbolOf: await readSymbols(database, mints, context) };
}
