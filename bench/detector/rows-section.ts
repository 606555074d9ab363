import { detectSandwiches } from '@tickscope/sandwich';
import { ROWS } from '@tickscope/simulator';
import { ROW_REASONS, type RowTally, rowChain, tallyRows } from '../../test/detection/row-score.js';
import { count, markdownTable } from '../support/report.js';
import { explainRow } from './explain-rows.js';
import { shareWithInterval } from './wilson.js';

/** Figures of each seed. */
export const SEED_SLOTS = 205;

/** The rows as blocks of generated chains, through the decoder: packages/core/dex reads what packages/core/sandwich is given. */
export function rowsSection(
  seeds: readonly number[],
  { slots = SEED_SLOTS, only = '', explains = false },
): string {
  const sums = new Map<string, RowTally>();
  let swaps = 0;
  for (const seed of seeds) {
    const chain = rowChain(seed, { slots, rows: ROWS.filter(({ name }) => name.includes(only)) });
    swaps += chain.swaps;
    for (const [row, tally] of tallyRows(detectSandwiches(chain.blocks), chain.labels)) {
      const sum = sums.get(row) ?? { scenes: 0, counted: 0, others: 0, wrong: [], reasons: [] };
      sums.set(row, sum);
      sum.scenes += tally.scenes;
      sum.counted += tally.counted;
      sum.others += tally.others;
      sum.wrong.push(...tally.wrong);
      sum.reasons.push(...tally.reasons);
    }
    process.stderr.write(`rows ${seed}: ${chain.swaps} swaps, ${chain.labels.length} round trips\n`);
  }
  const rows = ROWS.flatMap(({ name, isAttack, goal }) => {
    const tally = sums.get(name);
    if (tally === undefined) return [];
    const { scenes, counted, others, wrong, reasons } = tally;
    const isMet = isAttack ? counted >= goal * scenes : counted <= goal * scenes;
    const row = [
      name,
      `${isAttack ? '≥' : '≤'} ${100 * goal}`,
      shareWithInterval(counted, scenes),
      `${counted} of ${scenes}`,
      count(others),
      isMet ? '' : 'missed',
      ...namesOf(name, reasons),
    ];
    if (explains) process.stderr.write(`${row.join(' | ')}\n${wrong.slice(0, 12).map(explainRow).join('')}`);
    return [row];
  });
  return [
    '## What the answer must be',
    `Seeds ${seeds.join(', ')}: ${count(swaps)} decoded swaps of Raydium v4, CPMM, Whirlpool, Pump.fun and PumpSwap. Round trips counted, in percent, with Wilson 95 % intervals. Of the others the row says nothing: attacks without a gain, profits that were none, the first five of a bot that must become known.`,
    markdownTable([
      ['row', 'goal', 'counted', 'round trips', 'others', '', 'reason', 'share of the suspected, %'],
      ...rows,
    ]),
  ].join('\n\n');
}

/** The names that a look-alike may have, and the share of those that do. */
function namesOf(row: string, reasons: RowTally['reasons']): [string, string] {
  const names = ROW_REASONS[row];
  if (names === undefined || reasons.length === 0) return ['', ''];
  const named = reasons.filter((reason) => names.includes(reason)).length;
  return [names.map((name) => `\`${name}\``).join(', '), shareWithInterval(named, reasons.length)];
}
