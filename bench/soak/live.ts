import { setTimeout as sleep } from 'node:timers/promises';
import { count, markdownTable, percentile } from '../support/report.js';
import { perBlock, readServerEvents, type ServerEvents } from '../support/server-events.js';
import { type StoredTable, storedTables } from '../support/tables.js';
import { type Bucket, boundsOf, readBuckets } from './live-figures.js';
import { firstPlateau } from './plateau.js';
import { known, PROCESSES, type ProcessName, type Sample, Sampler } from './sampler.js';
import { Scene, type SceneOptions } from './scene.js';
import { textPlot } from './text-plot.js';

export interface LiveOptions {
  scene: SceneOptions;
  /** With all there; where something is taken away, half of them before, half after. */
  minutes: number;
  away: Away | null;
}

export interface Away {
  what: 'ClickHouse' | 'ingester';
  minutes: number;
  /** ClickHouse is frozen instead of ended: then requests hang instead of being refused. */
  isFrozen: boolean;
}

const SHARES = [0.5, 0.9, 0.99, 1];
/** Until the code that runs is compiled. */
const WARM_UP_MS = 15_000;
const MINUTE_MS = 60_000;
const GOAL_LAG_SECONDS = 0.5;
const GOALS_CORES =
  'at 4,000 transactions/s ClickHouse ≤ 0.65 and the ingester ≤ 0.33, at 470 ClickHouse ≤ 0.12';
const GOAL_CAUGHT_UP_MS = 150_000;
const NEAR_SLOTS = 2;
const MOST_TIMES_PLATEAU = 1.2;
const LONGEST_PLATEAU_SAMPLES = 60;

/** Figures of the ingester and of ClickHouse at a moment. */
interface Moment {
  atMs: number;
  lags: Bucket[];
  events: ServerEvents;
}

interface Run {
  samples: readonly Sample[];
  /** The ends of the time in which all is there and the programs are warm. */
  from: Moment;
  to: Moment;
  outage: { fromMs: number; toMs: number } | null;
  /** The most active parts of each table, once a minute. */
  mostParts: ReadonlyMap<string, number>;
  tables: readonly StoredTable[];
  stored: Awaited<ReturnType<Scene['stored']>>;
}

/** The programs at one rate, with one of them away in the middle or not: lag, memory, parts and CPU. */
export async function benchLive(options: LiveOptions): Promise<string[]> {
  const { scene: sceneOptions, minutes, away } = options;
  const partMinutes = away === null ? minutes : minutes / 2;
  return Scene.run(sceneOptions, async (scene) => {
    const sampler = new Sampler(scene);
    const mostParts = new Map<string, number>();
    const goOn = async (): Promise<void> => {
      for (let left = partMinutes * MINUTE_MS; left > 0; left -= MINUTE_MS) {
        await sleep(Math.min(left, MINUTE_MS));
        for (const { table, parts } of await storedTables(scene.client))
          mostParts.set(table, Math.max(parts, mostParts.get(table) ?? 0));
      }
    };
    const moment = async (): Promise<Moment> => ({
      atMs: sampler.elapsedMs,
      lags: await readBuckets(scene.metricsUrl, 'tickscope_arrival_to_answer_seconds'),
      events: await readServerEvents(scene.client),
    });
    try {
      await sleep(WARM_UP_MS);
      const from = await moment();
      await goOn();
      const to = await moment();
      let outage: Run['outage'] = null;
      if (away !== null) {
        const fromMs = sampler.elapsedMs;
        await scene.takeAway(away);
        await sleep(away.minutes * MINUTE_MS);
        await scene.bringBack();
        outage = { fromMs, toMs: sampler.elapsedMs };
        await goOn();
      }
      sampler.stop();
      const tables = await storedTables(scene.client);
      const stored = await scene.stored();
      return report(options, { samples: sampler.samples, from, to, outage, mostParts, tables, stored });
    } finally {
      sampler.stop();
    }
  });
}

function report({ scene, minutes, away }: LiveOptions, run: Run): string[] {
  const { samples, from, to, stored, mostParts, tables } = run;
  const seconds = (to.atMs - from.atMs) / 1_000;
  const perSecond = (to.events.transactions - from.events.transactions) / seconds;
  return [
    `${count((scene.transactionsPerSlot * 1_000) / scene.slotMs)} transactions/s asked for (slots of ${scene.slotMs} ms, mainnet's mix of bench/ingest${scene.madeSlots === undefined ? '' : ', made beforehand'}) for ${minutes} minutes${awayText(away)}; ${count(perSecond)} a second were stored while all was there. ${count(stored.blocks)} blocks, ${count(stored.transactions)} transactions; ${stored.missing} slots missing between the first and the last, ${stored.openGaps} gaps open. The stream was cut ${count(samples.at(-1)?.disconnects ?? Number.NaN)} times. Started as \`tickscope up\` starts them, with a spill folder.`,
    ...lagSection(run),
    '## CPU',
    `Cores, over the ${count(seconds)} s after a warm-up in which all was there. Goals: ${GOALS_CORES}.`,
    markdownTable([
      PROCESSES.map(String),
      PROCESSES.map((name) => (cpuBetween(run, name) / seconds).toFixed(2)),
    ]),
    ...memorySection(run),
    ...(run.outage === null ? [] : outageSection(run, run.outage)),
    '## Active parts',
    markdownTable([
      ['table', 'at the end', 'most, once a minute', 'MB at the end'],
      ...tables.map(({ table, parts, bytes }) => [
        ...[table, count(parts), count(Math.max(parts, mostParts.get(table) ?? 0))],
        megabytes(bytes)!.toFixed(1),
      ]),
    ]),
    '## What ClickHouse did',
    markdownTable(perBlock(from.events, to.events, seconds)),
  ];
}

function awayText(away: Away | null): string {
  if (away === null) return '';
  const how = away.isFrozen ? 'frozen (SIGSTOP) and went on' : 'ended and started again';
  const what = away.what === 'ClickHouse' ? 'ClickHouse' : 'the ingester';
  return `, in the middle of which ${what} was ${how} after ${away.minutes} minutes`;
}

/** Over the time in which all was there: a counter of a process as it was last seen before each of its ends. */
function cpuBetween({ samples, from, to }: Run, name: ProcessName): number {
  const at = ({ atMs }: Moment): number =>
    samples.findLast((sample) => sample.atMs <= atMs)?.cpuSeconds[name] ?? Number.NaN;
  return at(to) - at(from);
}

function lagSection(run: Run): string[] {
  const { samples, from, to } = run;
  const undisturbed = samples.filter(({ atMs }) => atMs >= from.atMs && atMs <= to.atMs);
  const behind = known(undisturbed.map(({ behindSlots }) => behindSlots));
  const lags = to.lags.map((bucket, at) => ({ ...bucket, total: bucket.total - from.lags[at]!.total }));
  const bounds = boundsOf(lags, SHARES);
  const text = (bound: number): string => (Number.isFinite(bound) ? `≤ ${bound}` : '> 30');
  return [
    '## Lag',
    markdownTable([
      ['while all was there', 'p50', 'p90', 'p99', 'most'],
      [
        `slots behind the chain's head, looked at every second (${count(behind.length)} times)`,
        ...SHARES.map((share) => count(percentile(behind, share))),
      ],
      [
        `seconds from a block whole in memory to its \`slots\` row (${count(lags.at(-1)?.total ?? 0)} batches, the oldest block of each; upper bounds of the histogram's buckets)`,
        ...bounds.map(text),
      ],
    ]),
    `Goal, p99 from a block whole to its row: ≤ ${GOAL_LAG_SECONDS} s: ${bounds[2]! <= GOAL_LAG_SECONDS ? 'met' : 'MISSED'}. In the ${WARM_UP_MS / 1_000} s before, of a process just started: p50 ${text(boundsOf(from.lags, [0.5])[0]!)} s.`,
    '### Slots behind the chain, every second',
    plot(run, ({ behindSlots }) => behindSlots, 'slots'),
  ];
}

function memorySection(run: Run): string[] {
  const { samples, to } = run;
  const rss = samples.map(({ rssMb }) => rssMb.ingester);
  const before = known(samples.filter(({ atMs }) => atMs <= to.atMs).map(({ rssMb }) => rssMb.ingester));
  const plateau = firstPlateau(before, Math.min(LONGEST_PLATEAU_SAMPLES, Math.floor(before.length / 3)));
  const most = Math.max(...known(rss));
  const tenth = Math.ceil(rss.length / 10);
  const median = (values: readonly (number | null)[]): string => count(percentile(known(values), 0.5));
  return [
    '## Resident memory',
    plot(run, ({ rssMb }) => rssMb.ingester, 'MB, ingester'),
    plot(run, ({ rssMb }) => rssMb.ClickHouse, 'MB, ClickHouse'),
    `Ingester: median of the first tenth ${median(rss.slice(0, tenth))} MB, of the last tenth ${median(rss.slice(-tenth))} MB, highest **${count(most)} MB**. ${
      plateau === null
        ? 'No plateau while all was there.'
        : `First plateau (the first ${plateau.values} s in a row whose halves have the same median within 3 %): from second ${plateau.from} on, median **${count(plateau.median)} MB**. Goal, highest ≤ ${MOST_TIMES_PLATEAU} × its median: ${(most / plateau.median).toFixed(2)} ×, ${most <= MOST_TIMES_PLATEAU * plateau.median ? 'met' : 'MISSED'}.`
    }`,
  ];
}

function outageSection(run: Run, { toMs }: { fromMs: number; toMs: number }): string[] {
  const { samples, from, to } = run;
  const before = percentile(
    known(samples.filter(({ atMs }) => atMs >= from.atMs && atMs <= to.atMs).map((one) => one.behindSlots)),
    0.5,
  );
  /** From the return until the newest stored block is so near to the head; null: not within the run. */
  const until = (slots: number): number | null => {
    const near = samples.find(
      ({ atMs, behindSlots }) => atMs >= toMs && behindSlots !== null && behindSlots <= slots,
    );
    return near === undefined ? null : near.atMs - toMs;
  };
  const text = (ms: number | null): string =>
    ms === null ? 'not within the run' : `${(ms / 1_000).toFixed(0)} s`;
  const caughtUp = until(NEAR_SLOTS);
  return [
    '## After the outage',
    markdownTable([
      ['from the return until', ''],
      [`the newest block stored is within ${NEAR_SLOTS} slots of the chain's head`, text(caughtUp)],
      [`it is as near as the median before (${before} slots)`, text(until(Math.max(NEAR_SLOTS, before)))],
    ]),
    `Goal: under ${GOAL_CAUGHT_UP_MS / 1_000} s after 5 minutes: ${caughtUp !== null && caughtUp < GOAL_CAUGHT_UP_MS ? 'met' : 'MISSED'}.`,
    '### Where the blocks were',
    plot(run, ({ queueBytes }) => megabytes(queueBytes), 'MB in memory (estimate)'),
    plot(run, ({ spillBytes }) => megabytes(spillBytes), 'MB on disk'),
  ];
}

function plot({ samples, outage }: Run, of: (sample: Sample) => number | null, unit: string): string {
  return textPlot(samples.map(of), {
    ...{ unit, minutes: (samples.at(-1)?.atMs ?? 0) / MINUTE_MS, markText: 'away' },
    marked: samples.map(({ atMs }) => outage !== null && atMs >= outage.fromMs && atMs < outage.toMs),
  });
}

function megabytes(bytes: number | null): number | null {
  return bytes === null ? null : bytes / 1_048_576;
}
