import { markdownTable, percentile } from '../../../bench/support/report.js';

/** One line of the table: what a neighbour's question took alone, and beside those who are hostile. */
export interface Line {
  thing: string;
  aloneMs: number[];
  besideMs: number[];
  /** The most that the p99 beside them may be, as a multiple of that alone; null: it is only shown. */
  mostRatio: number | null;
}

export const ratioOf = ({ aloneMs, besideMs }: Line): number =>
  percentile(besideMs, 0.99) / percentile(aloneMs, 0.99);

/** Median and p99 in milliseconds. */
export function tableOf(lines: readonly Line[]): string {
  const rounded = (values: readonly number[]) =>
    [0.5, 0.99].map((share) => String(Math.round(percentile(values, share))));
  return markdownTable([
    [
      ...['shared', 'asked', 'alone: median', 'alone: p99'],
      ...['beside: median', 'beside: p99', 'p99, ratio'],
    ],
    ...lines.map((line) => [
      ...[line.thing, String(line.aloneMs.length)],
      ...[...rounded(line.aloneMs), ...rounded(line.besideMs), ratioOf(line).toFixed(1)],
    ]),
  ]);
}
