import { detectSandwiches } from '@tickscope/sandwich';
import { ROWS } from '@tickscope/simulator';
import { type RowTally, rowChain, tallyRows } from '../../test/detection/row-score.js';
import { count, markdownTable } from '../support/report.js';
import { explainRow } from './explain-rows.js';
import { shareWithInterval } from './wilson.js';

/** Of each seed. */
export const SEED_SLOTS = 205;

/** The rows as blocks of generated chains, through the decoder: packages/dex reads what packages/sandwich is given. */
export function decoderRowsSection(
  seeds: readonly number[],
  { slots = SEED_SLOTS, only = '', explains = false },
): string {
  const sums = new Map<string, RowTally>();
  let swaps = 0;
  for (const seed of seeds) {
    const chain = rowChain(seed, { slots, rows: ROWS.filter(({ name }) => name.includes(only)) });
    swaps += chain.swaps;
    for (const [row, tally] of tallyRows(detectSandwiches(chain.blocks), chain.labels)) {
      const sum = sums.get(row) ?? { scenes: 0, counted: 0, others: 0, wrong: [] };
      sums.set(row, sum);
      sum.scenes += tally.scenes;
      sum.counted += tally.counted;
      sum.others += tally.others;
      sum.wrong.push(...tally.wrong);
    }
    process.stderr.write(`decoder-rows ${seed}: ${chain.swaps} swaps, ${chain.labels.length} round trips\n`);
  }
  const rows = ROWS.flatMap(({ name, isAttack, goal }) => {
    const tally = sums.get(name);
    if (tally === undefined) return [];
    const { scenes, counted, others, wrong } = tally;
    const isMet = isAttack ? counted >= goal * scenes : counted <= goal * scenes;
    const row = [
      name,
      `${isAttack ? '≥' : '≤'} ${100 * goal}`,
      shareWithInterval(counted, scenes),
      `${counted} of ${scenes}`,
      count(others),
      isMet ? '' : 'missed',
    ];
    if (explains) process.stderr.write(`${row.join(' | ')}\n${wrong.slice(0, 12).map(explainRow).join('')}`);
    return [row];
  });
  return [
    '## What the answer must be, through the decoder',
    `Seeds ${seeds.join(', ')}: ${count(swaps)} decoded swaps of Raydium v4, CPMM, Whirlpool, Pump.fun and PumpSwap. Round trips counted, in percent, with Wilson 95 % intervals. Of the others the row says nothing: attacks without a gain, profits that were none, the first five of a bot that must become known.`,
    markdownTable([['row', 'goal', 'counted', 'round trips', 'others', ''], ...rows]),
  ].join('\n\n');
}
