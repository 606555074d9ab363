import { detectSandwiches, type Sandwich } from '@tickscope/sandwich';
import { idOf, type Label } from '@tickscope/testkit/flows/label';
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
    let [counted, of] = [0, 0];
    for (const seed of seeds) {
      const { blocks, labels } = rowCorpus(row, { seed, scenes });
      const sandwiches = detectSandwiches(blocks);
      const found = countedScenes(labels, sandwiches);
      counted += found.size;
      of += labels.length;
      if (explains)
        explain(
          labels.filter((label) => found.has(label) !== row.isAttack),
          sandwiches,
        );
    }
    const isMet = row.isAttack ? counted >= row.goal * of : counted <= row.goal * of;
    const goal = `${row.isAttack ? '≥' : '≤'} ${100 * row.goal}`;
    rows.push([row.name, goal, shareWithInterval(counted, of), `${counted} of ${of}`, isMet ? '' : 'missed']);
    process.stderr.write(`${rows.at(-1)!.join(' | ')}\n`);
  }
  return [
    '## What the answer must be',
    `Seeds ${seeds.join(', ')}. Scenes counted, in percent, with Wilson 95 % intervals.`,
    markdownTable([['row', 'goal', 'counted', 'scenes', ''], ...rows]),
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
