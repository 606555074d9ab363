import { detectSandwiches, type Sandwich, victimsAtWindow } from '@tickscope/sandwich';
import { FLOWS, FULL_SIZE, honestFlow } from '@tickscope/testkit/flows/honest-flow';
import { count, markdownTable } from '../support/report.js';
import { createNaiveDetector } from './naive.js';

const WINDOWS = [0, 4, 10, 1_000];
/** The naive detector is asked at these alone: at 1,000 it takes for ever. */
const NAIVE_WINDOWS = [0, 4, 10];

interface FlowResult {
  swaps: number;
  counted: number[];
  naive: number[];
}

/** Counted sandwiches in flows without an attacker, for each 100,000 swaps: the mean over the seeds, and the worst. */
export function flowSection(seeds: readonly number[], scale: number): string {
  const rows = Object.entries(FLOWS).map(([name, mix]) => {
    const runs = seeds.map((seed): FlowResult => {
      const blocks = [...honestFlow(mix, { ...FULL_SIZE, slots: Math.round(FULL_SIZE.slots * scale), seed })];
      const near = detectSandwiches(blocks);
      const wide = detectSandwiches(blocks, { window: 1_000 });
      return {
        swaps: blocks.reduce((sum, { swaps }) => sum + swaps.length, 0),
        counted: WINDOWS.map((window) => countedAt(window > 10 ? wide : near, window)),
        naive: NAIVE_WINDOWS.map((window) => naiveAt(blocks, window)),
      };
    });
    process.stderr.write(`${name}: ${runs.map(({ counted }) => counted.join('/')).join(' ')}\n`);
    const swaps = runs.reduce((sum, run) => sum + run.swaps, 0);
    const per = (values: readonly number[]): string =>
      ((values.reduce((sum, value) => sum + value, 0) * 100_000) / swaps).toFixed(2);
    return [
      name,
      count(swaps),
      ...WINDOWS.map((_, index) => {
        const counts = runs.map(({ counted }) => counted[index]!);
        const worst = Math.max(...runs.map((run) => (run.counted[index]! * 100_000) / run.swaps));
        return `${per(counts)} (${worst.toFixed(2)})`;
      }),
      ...NAIVE_WINDOWS.map((_, index) => per(runs.map(({ naive }) => naive[index]!))),
    ];
  });
  return [
    '## Flows without an attacker',
    `Counted sandwiches (exact or loose) for each 100,000 swaps: mean of ${seeds.length} seeds, in parentheses the worst of them. 1,000 slots × 300 swaps, 300 constant-product pools, 30,000 wallets. Holds are log-normal, σ = 1 (narrow: 0.7). The last columns are what "same signer, opposite direction, another trader between" says of the same flow.`,
    markdownTable([
      [
        'flow',
        'swaps',
        ...WINDOWS.map((window) => `±${window}`),
        ...NAIVE_WINDOWS.map((window) => `naive ±${window}`),
      ],
      ...rows,
    ]),
  ].join('\n\n');
}

export function countedAt(sandwiches: readonly Sandwich[], window: number): number {
  return sandwiches.filter(
    (sandwich) => sandwich.confidence !== 'suspected' && victimsAtWindow(sandwich, window).length > 0,
  ).length;
}

function naiveAt(blocks: Parameters<typeof detectSandwiches>[0], window: number): number {
  const detect = createNaiveDetector(2 * window);
  let hits = 0;
  for (const block of blocks)
    for (const { firstSlot, lastSlot, victimSlots } of detect(block))
      if (victimSlots.some((slot) => slot - firstSlot <= window && lastSlot - slot <= window)) hits += 1;
  return hits;
}
