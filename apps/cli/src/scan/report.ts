import { counted, fitTable, formatCount, groupThousands } from '@tickscope/command-line';
import type { components } from '@tickscope/schemas';
import { daysText, describeCoverage, describePeriod } from '../range-coverage.js';
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
  return [
    headingOf(scan),
    ...(trades.length === 0 ? [] : [table.text, ...table.notes]),
    [...summaryOf(scan), ...coverageOf(scan)].join('\n'),
  ].join('\n\n');
}

function headingOf({ wallet_address: wallet, time_range_days: days, coverage }: WalletScan): string {
  return `Wallet ${wallet}\n${describePeriod(daysText(days), coverage)}`;
}

function summaryOf(scan: WalletScan): string[] {
  const { slot_window: window, summary } = scan;
  const { total_transactions: signed, total_transactions_exact: isExact } = summary;
  if (signed === 0 && summary.total_dex_trades === 0 && isExact)
    return ['No transaction of this wallet is stored in these days.'];
  const within = window === 0 ? 'within their slots' : `within ±${counted(window, 'slot')}`;
  const unknown = scan.trades.filter(({ verdict }) => verdict === 'unknown').length;
  const lines = [
    `${isExact ? '' : 'At least '}${counted(signed, 'transaction')}, ${counted(summary.total_dex_trades, 'trade')}, ` +
      `${sandwichedText(summary.total_sandwich_attacks, unknown)} ${within}${unknown === 0 ? '' : `, ${formatCount(unknown)} not known`}.`,
  ];
  if (unknown > 0) lines.push('Not known: around these trades not all slots are stored and analysed.');
  if (summary.total_sandwich_attacks > 0) lines.push(lossesOf(scan));
  return lines;
}

/** Without a verdict on every trade, none that was found does not mean that none was sandwiched. */
function sandwichedText(count: number, unknown: number): string {
  return count === 0 && unknown > 0 ? 'none known to be sandwiched' : `${formatCount(count)} sandwiched`;
}

/** Sums the losses to the sandwiches of the listed trades, all in SOL. */
function lossesOf({ summary, trades }: WalletScan): string {
  const { total_loss_sol: sol, loss_unknown_count: unknown } = summary;
  const isLeast = trades.some(({ incidents }) =>
    incidents.some(({ success, sandwich }) => success && sandwich.loss_method === 'front_rate'),
  );
  if (unknown === 0) return `They cost ${isLeast ? 'at least ' : ''}${groupThousands(sol)} SOL.`;
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
