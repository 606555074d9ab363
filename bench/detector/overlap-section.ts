import { detectSandwiches } from '@tickscope/sandwich';
import { OVERLAP, type RowLabel } from '@tickscope/simulator';
import { rowChain, tallyRows } from '../../test/detection/row-score.js';
import { markdownTable } from '../support/report.js';
import { SEED_SLOTS } from './rows-section.js';
import { shareWithInterval } from './wilson.js';

const BINS = 10;

interface Bin {
  counted: number;
  scenes: number;
}

/** Attacks and profits where limits do not separate them, by how much of the limit between the legs was used. */
export function overlapSection(seeds: readonly number[]): string {
  const bins = OVERLAP.map(() => Array.from({ length: BINS }, (): Bin => ({ counted: 0, scenes: 0 })));
  for (const seed of seeds) {
    const { blocks, labels } = rowChain(seed, { slots: SEED_SLOTS, rows: OVERLAP });
    const tallies = tallyRows(detectSandwiches(blocks), labels);
    for (const [at, row] of OVERLAP.entries()) {
      const wrong = new Set(tallies.get(row.name)?.wrong.map(({ label }) => label));
      for (const label of labels) {
        const bin = label.row === row.name && label.counted !== null ? binOf(label) : null;
        if (bin === null) continue;
        const sum = bins[at]![bin]!;
        sum.scenes += 1;
        if (label.counted !== wrong.has(label)) sum.counted += 1;
      }
    }
    process.stderr.write(`rows, any use ${seed}: ${labels.length} round trips\n`);
  }
  const [attacks, profits] = bins as [Bin[], Bin[]];
  const share = ({ counted, scenes }: Bin): number => (scenes === 0 ? 0 : counted / scenes);
  return [
    '## Where limits do not tell',
    'One wallet, spans of 0 to 4 slots, one trade between, by how much of its limit was used. Precision is that of equally many attacks and profits.',
    markdownTable([
      ['use', 'recall of attacks, %', 'profits counted, %', 'precision, %'],
      ...attacks.map((attack, at) => {
        const all = share(attack) + share(profits[at]!);
        return [
          `${at / BINS} to ${(at + 1) / BINS}`,
          shareWithInterval(attack.counted, attack.scenes),
          shareWithInterval(profits[at]!.counted, profits[at]!.scenes),
          all === 0 ? '–' : ((100 * share(attack)) / all).toFixed(1),
        ];
      }),
    ]),
  ].join('\n\n');
}

function binOf({ victims }: RowLabel): number | null {
  const use = victims.find(({ placed }) => placed)?.slippage_use ?? null;
  return use === null ? null : Math.min(BINS - 1, Math.floor(use * BINS));
}
