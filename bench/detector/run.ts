import { parseArgs } from 'node:util';
import { writeReport } from '../support/report.js';
import { flowSection } from './flow-section.js';
import { plantedSection, thresholdSection } from './planted-section.js';
import { speedSection } from './speed-section.js';

/**
 * The sandwich detector: what it counts where there is nothing to count, what it finds of what was planted, and what
 * a swap costs. All corpora come from seeds. Two reports: accuracy says the same on any machine, speed wants a quiet one.
 * `--small` is a check of minutes that writes no report; `--ten-million` goes on to ten million swaps.
 *
 *   npx tsx --conditions=tickscope:source bench/detector/run.ts [--part accuracy|speed] [--small] [--seeds N] [--ten-million]
 */
const { values: flags } = parseArgs({
  options: {
    part: { type: 'string' },
    small: { type: 'boolean', default: false },
    seeds: { type: 'string', default: '5' },
    'ten-million': { type: 'boolean', default: false },
  },
});
if (flags.part !== undefined && !['accuracy', 'speed'].includes(flags.part))
  throw new Error('--part is accuracy or speed');

const seeds = Array.from({ length: flags.small ? 1 : Number(flags.seeds) }, (_, index) => index + 1);
const sizes = flags.small
  ? [10_000, 100_000]
  : [10_000, 100_000, 1_000_000, ...(flags['ten-million'] ? [10_000_000] : [])];
const COMMAND = 'npx tsx --conditions=tickscope:source bench/detector/run.ts';

function report(name: string, command: string, sections: readonly string[]): void {
  if (flags.small) process.stdout.write(`${sections.join('\n\n')}\n`);
  else writeReport(name, command, sections);
}

// Speed first, before the heap has held anything else.
if (flags.part !== 'accuracy')
  report('Detector speed', `${COMMAND} --part speed${flags['ten-million'] ? ' --ten-million' : ''}`, [
    speedSection(sizes, 1),
  ]);
if (flags.part !== 'speed')
  report('Detector accuracy', `${COMMAND} --part accuracy --seeds ${flags.seeds}`, [
    plantedSection(seeds),
    flowSection(seeds, flags.small ? 0.2 : 1),
    ...(flags.small ? [] : [thresholdSection(2)]),
  ]);
