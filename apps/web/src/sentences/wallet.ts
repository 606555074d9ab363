import type { Schemas } from '@tickscope/sdk';
import { solText } from '../format/sol.js';
import { plural } from '../format/text.js';
import { isLeast } from './loss.js';

type Scan = Pick<Schemas['WalletScan'], 'summary' | 'coverage' | 'truncated' | 'covered'> & {
  trades: readonly Pick<Schemas['WalletTrade'], 'verdict' | 'incidents'>[];
};

/** The sum of a wallet's losses is a lower bound where one of them is, or is not known in SOL. */
export const isTotalLeast = ({ summary, trades }: Pick<Scan, 'summary' | 'trades'>): boolean =>
  summary.loss_unknown_count > 0 ||
  trades.some(({ incidents }) => incidents.some(({ success, sandwich }) => success && isLeast(sandwich)));

/** Says in one sentence what a scan found. `asked`: `the last day`. */
export function walletSentence(scan: Scan, asked: string): string {
  const { summary, coverage, trades, truncated: isTruncated, covered } = scan;
  const period = isTruncated && covered !== null ? slotsText(covered) : asked;
  const { total_dex_trades: total, total_sandwich_attacks: attacked } = summary;
  if (coverage === null) return 'No block is stored yet.';
  const hasHoles = coverage.missing_slot_count + coverage.incomplete_slot_count > 0;
  const where = `${hasHoles ? 'seen ' : ''}in ${period}`;
  if (total === 0) return `No trades ${where}.`;
  const unknown = trades.filter(({ verdict }) => verdict === 'unknown').length;
  const clear = total - attacked - unknown;
  if (attacked > 0) {
    const rest = unknown === 0 ? '' : `, ${unknown.toLocaleString('en')} not known`;
    return `${ofTrades(attacked, total)} sandwiched ${where}${rest}${lossText(scan)}.`;
  }
  if (unknown === 0 && !hasHoles) return `Not sandwiched in ${period}: ${plural(total, 'trade')}.`;
  if (unknown === 0) return `Not sandwiched: the ${plural(total, 'trade')} ${where}.`;
  if (clear === 0)
    return `Not known whether ${total === 1 ? 'its trade' : `its ${plural(total, 'trade')}`} ${where} ${total === 1 ? 'was' : 'were'} sandwiched.`;
  return `${ofTrades(clear, total)} ${where} ${clear === 1 ? 'was' : 'were'} not sandwiched; of ${unknown.toLocaleString('en')} it is not known.`;
}

function lossText(scan: Scan): string {
  const { total_loss_sol: sol } = scan.summary;
  if (Number(sol) <= 0) return '';
  return `: ${isTotalLeast(scan) ? 'at least ' : ''}${solText(sol)} lost`;
}

const slotsText = ({ from_slot: from, to_slot: to }: Schemas['SlotRange']): string =>
  `slots ${from.toLocaleString('en')} to ${to.toLocaleString('en')}`;

const ofTrades = (count: number, total: number): string =>
  `${count.toLocaleString('en')} of ${plural(total, 'trade')}`;
