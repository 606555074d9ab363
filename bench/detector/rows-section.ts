import { detectSandwiches, type Sandwich } from '@tickscope/sandwich';
import { idOf, type Label } from '@tickscope/testkit/flows/label';
import { ROW_NAMES, suspectedScenes } from '@tickscope/testkit/flows/rows/names';
import { OVERLAP } from '@tickscope/testkit/flows/rows/overlap';
import { countedScenes, ROWS, rowCorpus } from '@tickscope/testkit/flows/rows/row-corpus';
import { markdownTable } from '../support/report.js';
import { shareWithInterval } from './wilson.js';

export interface RowsOptions {
  seeds: readonly number[];
  scenes: number;
  /** Only rows whose names contain it. */
  only: string;
  /** Prints why scenes that came out wrong did. */
  explains: boolean;
}

/** The two tables of docs/detection.md, "What the answer must be". */
export function rowsSection({ seeds, scenes, only, explains }: RowsOptions): string {
  const rows: string[][] = [];
  for (const row of ROWS) {
    if (!row.name.includes(only)) continue;
    let [counted, of, suspected, named] = [0, 0, 0, 0];
    for (const seed of seeds) {
      const { blocks, labels } = rowCorpus(row, { seed, scenes });
      const sandwiches = detectSandwiches(blocks);
      const found = countedScenes(labels, sandwiches);
      counted += found.size;
      of += labels.length;
      for (const reason of suspectedScenes(labels, sandwiches).values()) {
        suspected += 1;
        if (ROW_NAMES[row.name]?.includes(reason)) named += 1;
      }
      if (explains)
        explain(
          labels.filter((label) => found.has(label) !== row.isAttack),
          sandwiches,
        );
    }
    const isMet = row.isAttack ? counted >= row.goal * of : counted <= row.goal * of;
    const goal = `${row.isAttack ? '≥' : '≤'} ${100 * row.goal}`;
    const names = ROW_NAMES[row.name];
    rows.push([
      row.name,
      goal,
      shareWithInterval(counted, of),
      `${counted} of ${of}`,
      isMet ? '' : 'missed',
      names === undefined ? '' : names.map((name) => `\`${name}\``).join(', '),
      names === undefined ? '' : shareWithInterval(named, suspected),
    ]);
    process.stderr.write(`${rows.at(-1)!.join(' | ')}\n`);
  }
  return [
    '## What the answer must be',
    `Seeds ${seeds.join(', ')}. Scenes counted, in percent, with Wilson 95 % intervals.`,
    markdownTable([['row', 'goal', 'counted', 'scenes', '', 'reason', 'share of the suspected, %'], ...rows]),
  ].join('\n\n');
}

/**
 * The same where attacks and profits overlap: both with any use of the victim's limit, counted by tenths of it. Precision
 * is that of equally many of both.
 */
export function overlapSection({ seeds, scenes }: Pick<RowsOptions, 'seeds' | 'scenes'>): string {
  const BINS = 10;
  const tally = OVERLAP.map(() => Array.from({ length: BINS }, () => ({ counted: 0, of: 0 })));
  for (const [at, row] of OVERLAP.entries())
    for (const seed of seeds) {
      const { blocks, labels } = rowCorpus(row, { seed, scenes: 5 * scenes });
      const found = countedScenes(labels, detectSandwiches(blocks));
      for (const label of labels) {
        const use = label.victims.find((victim) => victim.use !== null)?.use ?? null;
        if (use === null) continue;
        const bin = tally[at]![Math.min(BINS - 1, Math.floor(use * BINS))]!;
        bin.of += 1;
        if (found.has(label)) bin.counted += 1;
      }
    }
  const [attacks, profits] = tally as [(typeof tally)[number], (typeof tally)[number]];
  const share = ({ counted, of }: { counted: number; of: number }): number => (of === 0 ? 0 : counted / of);
  return [
    '## Where limits do not tell',
    'One wallet, spans of 0 to 4 slots, by how much of the victim’s limit was used. Precision is that of equally many attacks and profits.',
    markdownTable([
      ['use', 'recall of attacks, %', 'profits counted, %', 'precision, %'],
      ...attacks.map((attack, at) => {
        const profit = profits[at]!;
        const all = share(attack) + share(profit);
        return [
          `${at / BINS} to ${(at + 1) / BINS}`,
          shareWithInterval(attack.counted, attack.of),
          shareWithInterval(profit.counted, profit.of),
          all === 0 ? '–' : ((100 * share(attack)) / all).toFixed(1),
        ];
      }),
    ]),
  ].join('\n\n');
}

function explain(labels: readonly Label[], sandwiches: readonly Sandwich[]): void {
  for (const label of labels.slice(0, 12)) {
    const legs = new Set([...label.fronts, ...label.backs]);
    const near = sandwiches.filter(({ fronts, backs }) =>
      [...fronts, ...backs].some((leg) => legs.has(idOf(leg))),
    );
    process.stderr.write(
      `  ${label.pool.slice(0, 6)} span ${label.lastSlot - label.firstSlot} q ${label.quantityRatio} net ${label.net}\n`,
    );
    for (const { confidence, reason, basis, intent, evidence, link, quantityRatio, victims, isAimed } of near)
      process.stderr.write(
        `    ${confidence} ${reason ?? basis} ${intent} ${link} q ${quantityRatio.toFixed(4)} ${evidence.signs.join(' ')} aimed ${isAimed} uses ${victims.map(({ slippageUse, limitAge }) => `${slippageUse?.toFixed(2)} ${limitAge}`).join(', ')}\n`,
      );
  }
}
