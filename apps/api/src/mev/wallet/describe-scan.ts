import type { SymbolOf } from '@tickscope/dex';
import type { components } from '@tickscope/schemas';
import { poolOf, poolsOf } from '../pools.js';
import type { Scan, ScannedTrade } from './scan-wallet.js';

type WalletScan = components['schemas']['WalletScan'];
type WalletTrade = components['schemas']['WalletTrade'];

/** Below what a job's result may have, 20 MB, by so much that nothing else in it matters. */
const MOST_BYTES = 18_000_000;

/** A scan as it is told: as many of the newest trades as fit. */
export function describeScan(scan: Scan): WalletScan {
  const { request, covered, coverage } = scan;
  const all = scan.trades.map((trade) => describeTrade(trade, scan.symbolOf));
  const trades = all.slice(0, countThatFit(all));
  const firstLeftOut = scan.trades[trades.length];
  const isCut = firstLeftOut !== undefined && covered !== null;
  const told = isCut ? trades.filter(({ slot }) => slot > firstLeftOut.slot) : trades;
  return {
    ...request,
    trades: told,
    summary: {
      total_transactions: scan.totalTransactions,
      total_transactions_exact: scan.isTotalExact && !isCut,
      total_dex_trades: told.length,
      total_sandwich_attacks: told.filter(({ sandwich_detected: detected }) => detected).length,
    },
    truncated: scan.isTruncated || isCut,
    covered: isCut ? { ...covered, from_slot: firstLeftOut.slot + 1 } : covered,
    coverage,
  };
}

function describeTrade(trade: ScannedTrade, symbolOf: SymbolOf): WalletTrade {
  const pools = poolsOf(trade.markets, symbolOf);
  const labels = new Map(pools.map((pool) => [pool.pool_address, pool.pool_label]));
  const incidents = trade.incidents.map(({ incident }) => ({
    ...incident,
    pool_label:
      labels.get(incident.pool_address) ??
      poolOf({ pool: incident.pool_address, programId: '', mints: [] }, symbolOf).pool_label,
  }));
  return {
    signature: trade.signature,
    slot: trade.slot,
    block_index: trade.blockIndex,
    blockTime: trade.blockTime,
    success: trade.success,
    pools,
    incidents,
    sandwich_detected: incidents.some(({ success }) => success),
  };
}

function countThatFit(trades: readonly WalletTrade[]): number {
  let bytes = 0;
  for (const [count, trade] of trades.entries()) {
    bytes += Buffer.byteLength(JSON.stringify(trade)) + 1;
    if (bytes > MOST_BYTES) return count;
  }
  return trades.length;
}
