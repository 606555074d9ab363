import type { components } from '@tickscope/schemas';
import { groupThousands } from '../amounts.js';
import { fitTable } from '../fit-table.js';
import { describeCoverage } from '../range-coverage.js';
import { formatCount } from '../table.js';
import { formatTime } from '../time.js';
import { TRADE_COLUMNS, tradeRows } from './trade-table.js';

type WalletScan = components['schemas']['WalletScan'];

/**
 * The output of `tickscope scan`.
 *
 * @param all every trade, not only the sandwiched ones
 * @param maxWidth of the terminal; `null`: none
 */
export function describeScan(scan: WalletScan, all: boolean, maxWidth: number | null): string {
  const trades = scan.trades.filter(({ sandwich_detected: detected }) => all || detected);
  const table = fitTable(TRADE_COLUMNS, tradeRows(trades), maxWidth);
  const notes = table.leftOut.length === 0 ? [] : [`No room for: ${table.leftOut.join(', ')}.`];
  return [
    headingOf(scan),
    ...(trades.length === 0 ? [] : [table.text]),
    ...(trades.length === 0 || notes.length === 0 ? [] : [notes.join('\n')]),
    [...summaryOf(scan), ...coverageOf(scan)].join('\n'),
  ].join('\n\n');
}

function headingOf({ wallet_address: wallet, time_range_days: days, coverage }: WalletScan): string {
  const range = days === 1 ? 'the last day' : `the last ${days} days`;
  const until = coverage === null ? '' : `, up to ${formatTime(coverage.to_time)} UTC`;
  return `Wallet ${wallet}\nin ${range} stored${until}`;
}

function summaryOf(scan: WalletScan): string[] {
  const { slot_window: window, summary } = scan;
  const { total_transactions: signed, total_transactions_exact: isExact } = summary;
  if (signed === 0 && summary.total_dex_trades === 0 && isExact)
    return ['No transaction of this wallet is stored in these days.'];
  const within = window === 0 ? 'within their slots' : `within ±${window} slots`;
  const unknown = scan.trades.filter(({ verdict }) => verdict === 'unknown').length;
  const lines = [
    `${isExact ? '' : 'At least '}${counted(signed, 'transaction')}, ${counted(summary.total_dex_trades, 'trade')}, ` +
      `${formatCount(summary.total_sandwich_attacks)} sandwiched ${within}${unknown === 0 ? '' : `, ${formatCount(unknown)} not known`}.`,
  ];
  if (unknown > 0) lines.push('Not known: around these trades not all slots are stored and analysed.');
  if (summary.total_sandwich_attacks > 0) lines.push(lossesOf(scan));
  return lines;
}

/** What the sandwiches of the listed trades cost, all in SOL. */
function lossesOf({ summary }: WalletScan): string {
  const { total_loss_sol: sol, loss_unknown_count: unknown } = summary;
  if (unknown === 0) return `They cost ${groupThousands(sol)} SOL.`;
  const rest = `of ${counted(unknown, 'sandwich', 'sandwiches')} the cost in SOL is not known`;
  return Number(sol) === 0
    ? `What they cost: ${rest}.`
    : `They cost at least ${groupThousands(sol)} SOL; ${rest}.`;
}

function coverageOf({ truncated, covered, coverage }: WalletScan): string[] {
  const cut =
    truncated && covered !== null
      ? [`More trades than can be listed: only those of slots ${covered.from_slot} to ${covered.to_slot}.`]
      : [];
  return coverage === null ? describeCoverage(null) : [...cut, ...describeCoverage(coverage)];
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
