import { lossTotals } from '../loss-totals.js';
import { type Market, type Pool, poolsOf, rememberedPoolOf } from '../pools.js';
import { verdictOf } from '../verdict.js';
import type { Scan, ScannedTrade } from './scan-wallet.js';

type WalletTrade = ReturnType<typeof describeTrade>;
type PoolOf = (market: Market) => Pool;

/** Far enough below the limit of a job's result, 20 MB, that the rest of the result does not matter. */
const MOST_BYTES = 18_000_000;

/** Describes a scan with as many of the newest trades as fit. */
export function describeScan(scan: Scan) {
  const { covered, coverage } = scan;
  const poolOf = rememberedPoolOf(scan.symbolOf);
  const all = scan.trades.map((trade) => describeTrade(trade, poolOf));
  const trades = all.slice(0, countThatFit(all));
  const firstLeftOut = scan.trades[trades.length];
  const isCut = firstLeftOut !== undefined && covered !== null;
  const listed = isCut ? trades.filter(({ slot }) => slot > firstLeftOut.slot) : trades;
  return {
    trades: listed,
    summary: {
      total_transactions: scan.totalTransactions,
      total_transactions_exact: scan.isTotalExact && !isCut,
      total_dex_trades: listed.length,
      total_sandwich_attacks: listed.filter(({ sandwich_detected: detected }) => detected).length,
      ...lossTotals(listed),
    },
    truncated: scan.isTruncated || isCut,
    covered: isCut ? { ...covered, from_slot: firstLeftOut.slot + 1 } : covered,
    coverage,
  };
}

function describeTrade(trade: ScannedTrade, poolOf: PoolOf) {
  const pools = poolsOf(trade.markets, poolOf);
  const incidents = trade.incidents.map(({ incident }) => ({
    ...incident,
    pool_label: (
      pools.find(({ pool_address: address }) => address === incident.pool_address) ??
      poolOf({ pool: incident.pool_address, programId: '', mints: [] })
    ).pool_label,
  }));
  const isSandwiched = incidents.some(({ success }) => success);
  return {
    signature: trade.signature,
    slot: trade.slot,
    block_index: trade.blockIndex,
    blockTime: trade.blockTime,
    success: trade.success,
    pools,
    incidents,
    sandwich_detected: isSandwiched,
    verdict: verdictOf(isSandwiched, trade.isWindowKnown),
  };
}

/** More than a trade without its pools and incidents has, and more than an incident has. */
const BYTES_OF_A_TRADE = 500;
const BYTES_OF_AN_INCIDENT = 4_000;

function countThatFit(trades: readonly WalletTrade[]): number {
  // Nearly always all of them fit, and writing them out to see it would cost as much as answering.
  if (mostBytes(trades) <= MOST_BYTES) return trades.length;
  let bytes = 0;
  for (const [count, trade] of trades.entries()) {
    bytes += bytesOf(trade);
    if (bytes > MOST_BYTES) return count;
  }
  return trades.length;
}

/** At least the bytes of some trades as JSON. Each pool is looked at once: trades share them. */
function mostBytes(trades: readonly WalletTrade[]): number {
  const pools = new Map<object, number>();
  let bytes = 0;
  for (const trade of trades) {
    bytes += BYTES_OF_A_TRADE + trade.incidents.length * BYTES_OF_AN_INCIDENT;
    for (const pool of trade.pools) {
      const known = pools.get(pool) ?? bytesOf(pool);
      pools.set(pool, known);
      bytes += known;
    }
  }
  return bytes;
}

/** As JSON, with a comma. */
function bytesOf(value: object): number {
  return Buffer.byteLength(JSON.stringify(value)) + 1;
}
