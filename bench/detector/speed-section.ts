import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Swap } from '@tickscope/dex';
import { type BlockTrades, createSandwichDetector } from '@tickscope/sandwich';
import { FLOWS, FULL_SIZE, honestFlow } from '../../packages/sandwich/src/testing/flows/honest-flow.js';
import { processUsage } from '../support/process-usage.js';
import { count, markdownTable } from '../support/report.js';
import { createBareLoop, createNaiveDetector } from './naive.js';

type Push = (block: BlockTrades<Swap>) => unknown;

/** What is measured: a fresh one for every run. */
const SUBJECTS: [string, () => Push][] = [
  ['a map look-up for each swap, nothing else', createBareLoop],
  ...[0, 4, 10].map((window): [string, () => Push] => [
    `naive, ±${window}`,
    () => createNaiveDetector(2 * window),
  ]),
  ...[0, 4, 10].map((window): [string, () => Push] => [
    `detector, ±${window}`,
    () => {
      const detector = createSandwichDetector({ maxSpan: 2 * window });
      return (block) => detector.push(block);
    },
  ]),
];

/** Blocks made at once, before the clock runs; a fraction of what is kept alive anyway. */
const CHUNK_SLOTS = 50;
const MIX = FLOWS['holders 5 %, 200 slots']!;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as (options?: { type: 'minor' }) => void;

interface Run {
  swaps: number;
  seconds: number;
  /** What the subject keeps alive at the end. */
  stateMb: number;
  peakRssMb: number;
}

/** Speed of the detector and of the baselines on one stream, and what a swap costs as the stream grows. */
export function speedSection(sizes: readonly number[], seed: number): string {
  const speedAt = Math.min(300_000, sizes.at(-1)!);
  // The first runs compile; they are not counted.
  for (const [, make] of SUBJECTS) measure(make, 30_000, seed);
  const speeds = SUBJECTS.map(([name, make]) => {
    const runs = [1, 2, 3].map(() => measure(make, speedAt, seed));
    const best = runs.reduce((a, b) => (a.seconds < b.seconds ? a : b));
    const worst = runs.reduce((a, b) => (a.seconds > b.seconds ? a : b));
    process.stderr.write(`${name}: ${count(best.swaps / best.seconds)}/s\n`);
    return [
      name,
      count(best.swaps / best.seconds),
      count(worst.swaps / worst.seconds),
      ((best.seconds * 1e9) / best.swaps).toFixed(0),
    ];
  });
  const growth = sizes.map((size) => {
    const run = measure(SUBJECTS.at(-1)![1], size, seed);
    process.stderr.write(`${count(size)} swaps: ${((run.seconds * 1e9) / run.swaps).toFixed(0)} ns\n`);
    return [
      count(run.swaps),
      ((run.seconds * 1e9) / run.swaps).toFixed(0),
      run.stateMb.toFixed(1),
      run.peakRssMb.toFixed(0),
    ];
  });
  return [
    '## Speed',
    `One core, streaming, block by block, the flow of 5 % holders (300 swaps a slot in 300 pools); making the blocks is not in the time, nor sweeping up after that; collecting the detector’s own garbage is. ${count(speedAt)} swaps, best and worst of three. ±w is legs up to 2w slots apart, for the naive ones as well.`,
    markdownTable([['', 'swaps/s', 'worst', 'ns for a swap'], ...speeds]),
    'As the stream grows, at ±10 (one run each; memory: what the detector keeps alive at the end, and the whole process with the generator at its peak):',
    markdownTable([['swaps', 'ns for a swap', 'detector, MB', 'process, MB'], ...growth]),
  ].join('\n\n');
}

function measure(make: () => Push, target: number, seed: number): Run {
  const slots = Math.ceil(target / FULL_SIZE.swapsPerSlot);
  const flow = honestFlow(MIX, { ...FULL_SIZE, slots, seed });
  let push: Push | null = make();
  let [swaps, seconds, peakRssMb] = [0, 0, 0];
  for (let done = 0; done < slots; done += CHUNK_SLOTS) {
    const chunk: BlockTrades<Swap>[] = [];
    while (chunk.length < CHUNK_SLOTS) {
      const next = flow.next();
      if (next.done) break;
      chunk.push(next.value);
    }
    // What the generator left is not the subject's to sweep, nor the chunk its to move: twice survived is old.
    collectGarbage({ type: 'minor' });
    collectGarbage({ type: 'minor' });
    const started = performance.now();
    for (const block of chunk) push(block);
    seconds += (performance.now() - started) / 1_000;
    for (const block of chunk) swaps += block.swaps.length;
    peakRssMb = Math.max(peakRssMb, processUsage(process.pid).rssBytes / 2 ** 20);
  }
  const alive = heapMb();
  push = null;
  return { swaps, seconds, stateMb: Math.max(0, alive - heapMb()), peakRssMb };
}

function heapMb(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 2 ** 20;
}
