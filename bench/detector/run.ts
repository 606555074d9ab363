import { parseArgs } from 'node:util';
import { writeReport } from '../support/report.js';
import { flowSection } from './flow-section.js';
import { kindsSection } from './kinds-section.js';
import { overlapSection } from './overlap-section.js';
import { plantedSection } from './planted-section.js';
import { rowsSection, SEED_SLOTS } from './rows-section.js';
import { speedSection } from './speed-section.js';
import { sweptSection, thresholdSection } from './threshold-section.js';
import { writeThresholdsPage } from './thresholds-page.js';

/**
 * The sandwich detector: what it counts where there is nothing to count, what it finds of what was planted, and what
 * a swap costs. All corpora come from seeds. A report for each part: all but speed say the same on any machine.
 * `--small` is a check of minutes that writes no report; `--ten-million` goes on to ten million swaps. Of the rows,
 * `--row TEXT` takes those whose names contain it, and `--explain` prints why scenes came out wrong. With
 * `--threshold NAME`, which may be repeated, only these are swept, and their lines printed for the page.
 *
 *   npx tsx --conditions=tickscope:source bench/detector/run.ts [--part planted|flows|rows|overlap|kinds|thresholds|speed] [--small] [--seeds N] [--ten-million]
 *     [--row TEXT] [--explain] [--threshold NAME]
 */
const { values: flags } = parseArgs({
  options: {
    part: { type: 'string' },
    small: { type: 'boolean', default: false },
    seeds: { type: 'string', default: '5' },
    'ten-million': { type: 'boolean', default: false },
    row: { type: 'string', default: '' },
    explain: { type: 'boolean', default: false },
    threshold: { type: 'string', multiple: true, default: [] },
  },
});
const PARTS = ['speed', 'planted', 'flows', 'rows', 'overlap', 'kinds', 'thresholds'] as const;
if (flags.part !== undefined && !PARTS.some((part) => part === flags.part))
  throw new Error(`--part is one of ${PARTS.join(', ')}`);
const does = (part: (typeof PARTS)[number]): boolean => flags.part === undefined || flags.part === part;

const seeds = Array.from({ length: flags.small ? 1 : Number(flags.seeds) }, (_, index) => index + 1);
const sizes = flags.small
  ? [10_000, 100_000]
  : [10_000, 100_000, 1_000_000, ...(flags['ten-million'] ? [10_000_000] : [])];

function report(name: string, sections: readonly string[]): void {
  if (flags.small) process.stdout.write(`${sections.join('\n\n')}\n`);
  else writeReport(name, sections);
}

// Speed first, before the heap has held anything else.
if (does('speed')) report('Detector speed', [speedSection(sizes, 1)]);
if (does('planted')) report('Detector planted', [plantedSection(seeds, flags.small ? 300 : 1_100)]);
if (does('flows')) report('Detector flows', [flowSection(seeds, flags.small ? 0.2 : 1)]);
// Thresholds are tuned on odd seeds; even ones are reported.
const rowSeeds = flags.small ? [1] : [2, 4];
if (does('rows'))
  report('Detector rows', [rowsSection(rowSeeds, { only: flags.row, explains: flags.explain })]);
if (does('overlap')) report('Detector overlap', [overlapSection(rowSeeds)]);
if (does('kinds')) report('Detector kinds', [kindsSection(rowSeeds)]);
if (does('thresholds')) {
  const scale = { tuned: 1, reported: 2, rowSlots: flags.small ? 110 : SEED_SLOTS };
  if (flags.threshold.length > 0) process.stdout.write(`${sweptSection(scale, flags.threshold)}\n`);
  else {
    const section = thresholdSection(scale);
    report('Detector thresholds', [section]);
    if (!flags.small) writeThresholdsPage(section);
  }
}
