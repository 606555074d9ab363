import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Swap } from '@tickscope/dex';
import { type BlockTrades, createSandwichDetector } from '@tickscope/sandwich';
import { FLOWS, FULL_SIZE, honestFlow } from '@tickscope/testkit/flows/honest-flow';
import { count, markdownTable, percentile } from '../support/report.js';
import { createBareLoop, createNaiveDetector } from './naive.js';
import { withOwnStrings } from './own-strings.js';

type Block = BlockTrades<Swap>;
type Push = (block: Block) => unknown;

interface Subject {
  name: string;
  /** A fresh one for every run. */
  make: () => Push;
  /** The subject that it is held against, by name. */
  against: string | null;
  /** Prepares the blocks, outside the time. */
  prepare: (block: Block) => Block;
}

const WINDOWS = [0, 4, 10];
const asGiven = (block: Block): Block => block;
const naiveName = (window: number): string => `naive, ±${window}`;

function detectorAt(window: number): () => Push {
  return () => {
    const detector = createSandwichDetector({ maxSpan: 2 * window });
    return (block) => detector.push(block);
  };
}

const subject = (
  name: string,
  make: () => Push,
  { against = null, prepare = asGiven }: Partial<Pick<Subject, 'against' | 'prepare'>> = {},
): Subject => ({ name, make, against, prepare });

const SUBJECTS: readonly Subject[] = [
  subject('a map look-up for each swap, nothing else', createBareLoop),
  ...WINDOWS.map((window) => subject(naiveName(window), () => createNaiveDetector(2 * window))),
  ...WINDOWS.map((window) =>
    subject(`detector, ±${window}`, detectorAt(window), { against: naiveName(window) }),
  ),
  subject('detector, ±10, every swap with texts of its own', detectorAt(10), { prepare: withOwnStrings }),
];

/** Blocks made at once, before the clock runs; a fraction of what is kept alive anyway. */
const CHUNK_SLOTS = 50;
/**
 * Garbage of the blocks is collected after this many chunks. That is often enough that creating blocks never fills the
 * heap so far that V8 starts marking, which would run concurrently with the detector.
 */
const SWEPT_CHUNKS = 2;
const MIX = FLOWS['holders 5 %, 200 slots']!;
const ROUNDS = 5;
/** A shorter stream is repeated from the start, by a new detector each time, until this many swaps are done. */
const SHORTEST_SERIES = 100_000;
/** Length of the warm-up, in times the stream: code that runs for one swap in a thousand must have run often enough. */
const WARM_TIMES = 5;
/** Helper threads are idle when they do less than this in each of two waits. */
const WAIT_MS = 2;
const RESTING_MICROSECONDS = 100;
const MAX_WAITS = 500;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as (options?: { type: 'minor' }) => void;

interface Run {
  swaps: number;
  wallSeconds: number;
  /** CPU time of all the process's threads: garbage collection and compilation beside the main one are in it. */
  cpuSeconds: number;
  /** Memory that the subject keeps alive at the end. */
  stateMb: number;
  peakRssMb: number;
}

/** Speed of the detector and of the baselines on one stream, and what a swap costs as the stream grows. */
export function speedSection(sizes: readonly number[], seed: number): string {
  const largest = sizes.at(-1)!;
  const speedAt = Math.min(300_000, largest);
  const warm = warmUp(speedAt, seed);
  const speeds = speedRows(speedAt, seed);
  const growth = WINDOWS.flatMap((window) =>
    sizes.map((size) => {
      const run = series(detectorAt(window), size, seed);
      process.stderr.write(`±${window}, ${count(size)} swaps: ${nsOf(run.cpuSeconds, run)} ns of CPU time\n`);
      return [
        `±${window}`,
        count(size),
        nsOf(run.cpuSeconds, run),
        nsOf(run.wallSeconds, run),
        count(run.swaps / run.cpuSeconds),
        run.stateMb.toFixed(1),
        run.peakRssMb.toFixed(0),
      ];
    }),
  );
  warm.length = 0;
  return [
    '## Speed',
    `Streaming, block by block, the flow of 5 % holders (300 swaps a slot in 300 pools), whose objects lie in memory before the clock runs: making them is not in the time, nor sweeping up after that: the clock starts when the helper threads have done what that gave them to do. All is warmed up before, the detector by ${WARM_TIMES} such streams. ${count(speedAt)} swaps, ${ROUNDS} rounds in which all take turns. CPU time is that of all threads of the process, collecting garbage and compiling included: swaps for each second of it are what one core does, however busy the machine. ±w is legs up to 2w slots apart, for the naive ones as well. Against naive: CPU time of the naive one of the same window over the detector's, round by round, the middle one.`,
    markdownTable([
      [
        ...['', 'swaps/s of CPU time: middle round', 'best', 'worst', 'swaps/s of wall time: middle round'],
        ...['ns of CPU time a swap', 'against naive'],
      ],
      ...speeds,
    ]),
    'As the stream grows (one run each, of the shortest the mean of ten, each with a new detector; memory: what the detector keeps alive at the end, and the whole process with the generator at its peak):',
    markdownTable([
      [
        ...['window', 'swaps', 'ns of CPU time a swap', 'ns of wall time', 'swaps/s of CPU time'],
        ...['detector, MB', 'process, MB'],
      ],
      ...growth,
    ]),
  ].join('\n\n');
}

/**
 * The first runs compile, which a detector does once in its life: most of its code runs for one swap in a thousand.
 * What was warmed up is kept: when the last object of a kind is collected, the code that was compiled for it goes too.
 */
function warmUp(size: number, seed: number): unknown[] {
  // Keeps an unfinished flow too: otherwise its code is compiled again for each run, during the first chunks.
  const flow = honestFlow(MIX, { ...FULL_SIZE, slots: 2, seed });
  flow.next();
  const kept = SUBJECTS.map(({ make }) => make());
  SUBJECTS.forEach(({ prepare }, index) => {
    feed(kept[index]!, prepare, 30_000, seed + 1);
  });
  const detector = detectorAt(10)();
  feed(detector, asGiven, WARM_TIMES * size, seed + 2);
  return [...kept, detector, flow];
}

function speedRows(size: number, seed: number): string[][] {
  const rounds = Array.from(
    { length: ROUNDS },
    () =>
      new Map(SUBJECTS.map((subject) => [subject.name, measure(subject.make, subject.prepare, size, seed)])),
  );
  return SUBJECTS.map(({ name, against }) => {
    const runs = rounds.map((round) => round.get(name)!);
    const cpu = runs.map((run) => run.swaps / run.cpuSeconds);
    const wall = runs.map((run) => run.swaps / run.wallSeconds);
    const ratios = rounds.flatMap((round) =>
      against === null ? [] : [round.get(against)!.cpuSeconds / round.get(name)!.cpuSeconds],
    );
    process.stderr.write(`${name}: ${count(middle(cpu))}/s of CPU time\n`);
    return [
      name,
      count(middle(cpu)),
      count(Math.max(...cpu)),
      count(Math.min(...cpu)),
      count(middle(wall)),
      (1e9 / middle(cpu)).toFixed(0),
      ratios.length === 0 ? '' : `${middle(ratios).toFixed(1)} ×`,
    ];
  });
}

const middle = (values: readonly number[]): number => percentile(values, 0.5);

function nsOf(seconds: number, { swaps }: Run): string {
  return ((seconds * 1e9) / swaps).toFixed(0);
}

function series(make: () => Push, size: number, seed: number): Run {
  const runs = Array.from({ length: Math.max(1, SHORTEST_SERIES / size) }, () =>
    measure(make, asGiven, size, seed),
  );
  const sum = (of: (run: Run) => number): number => runs.reduce((total, run) => total + of(run), 0);
  return {
    swaps: sum((run) => run.swaps),
    wallSeconds: sum((run) => run.wallSeconds),
    cpuSeconds: sum((run) => run.cpuSeconds),
    stateMb: Math.max(...runs.map((run) => run.stateMb)),
    peakRssMb: Math.max(...runs.map((run) => run.peakRssMb)),
  };
}

function measure(make: () => Push, prepare: Subject['prepare'], size: number, seed: number): Run {
  let push: Push | null = make();
  const fed = feed(push, prepare, size, seed);
  const alive = heapMb();
  push = null;
  return { ...fed, stateMb: Math.max(0, alive - heapMb()) };
}

function feed(push: Push, prepare: Subject['prepare'], size: number, seed: number): Omit<Run, 'stateMb'> {
  const slots = Math.ceil(size / FULL_SIZE.swapsPerSlot);
  const flow = honestFlow(MIX, { ...FULL_SIZE, slots, seed });
  let [swaps, wallSeconds, cpuSeconds, peakRssMb] = [0, 0, 0, 0];
  for (let done = 0, chunks = 0; done < slots; done += CHUNK_SLOTS, chunks += 1) {
    if (chunks % SWEPT_CHUNKS === 0) collectGarbage();
    const chunk: Block[] = [];
    while (chunk.length < CHUNK_SLOTS) {
      const next = flow.next();
      if (next.done) break;
      chunk.push(prepare(next.value));
    }
    // What the generator left is not the subject's to sweep, nor the chunk its to move: twice survived is old.
    collectGarbage({ type: 'minor' });
    collectGarbage({ type: 'minor' });
    awaitHelpers();
    const usage = process.cpuUsage();
    const started = performance.now();
    for (const block of chunk) push(block);
    wallSeconds += (performance.now() - started) / 1_000;
    const { user, system } = process.cpuUsage(usage);
    cpuSeconds += (user + system) / 1e6;
    for (const block of chunk) swaps += block.swaps.length;
    peakRssMb = Math.max(peakRssMb, process.memoryUsage.rss() / 2 ** 20);
  }
  return { swaps, wallSeconds, cpuSeconds, peakRssMb };
}

const waitCell = new Int32Array(new SharedArrayBuffer(4));

/** Waits until the helper threads have swept and compiled what the making of the blocks gave them to do. */
function awaitHelpers(): void {
  for (let waits = 0, quiet = 0; waits < MAX_WAITS && quiet < 2; waits += 1) {
    const usage = process.cpuUsage();
    Atomics.wait(waitCell, 0, 0, WAIT_MS);
    const { user, system } = process.cpuUsage(usage);
    quiet = user + system < RESTING_MICROSECONDS ? quiet + 1 : 0;
  }
}

/** With what lies outside the heap: the detector's numbers do. */
function heapMb(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 2 ** 20;
}
