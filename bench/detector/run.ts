import { parseArgs } from 'node:util';
import { writeReport } from '../support/report.js';
import { flowSection } from './flow-section.js';
import { plantedSection, thresholdSection } from './planted-section.js';
import { speedSection } from './speed-section.js';

/**
 * The sandwich detector: what it counts where there is nothing to count, what it finds of what was planted, and what
 * a swap costs. All corpora come from seeds. `--small` is a check of minutes that writes no report; `--ten-million`
 * goes on to ten million swaps.
 *
 *   npx tsx --conditions=tickscope:source bench/detector/run.ts [--small] [--seeds N] [--ten-million]
 */
const { values: flags } = parseArgs({
  options: {
    small: { type: 'boolean', default: false },
    seeds: { type: 'string', default: '5' },
    'ten-million': { type: 'boolean', default: false },
  },
});

const seedCount = flags.small ? 1 : Number(flags.seeds);
const seeds = Array.from({ length: seedCount }, (_, index) => index + 1);
const sizes = flags.small
  ? [10_000, 100_000]
  : [10_000, 100_000, 1_000_000, ...(flags['ten-million'] ? [10_000_000] : [])];

// Speed first, before the heap has held anything else.
const speed = speedSection(sizes, 1);
const sections = [
  plantedSection(seeds),
  flowSection(seeds, flags.small ? 0.2 : 1),
  speed,
  ...(flags.small ? [] : [thresholdSection(2)]),
];

if (flags.small) process.stdout.write(`${sections.join('\n\n')}\n`);
else
  writeReport(
    'Detector',
    `npx tsx --conditions=tickscope:source bench/detector/run.ts --seeds ${seedCount}${flags['ten-million'] ? ' --ten-million' : ''}`,
    sections,
  );
