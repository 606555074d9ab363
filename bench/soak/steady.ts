import { setTimeout as sleep } from 'node:timers/promises';
import { type DiskUse, readDiskUse, totalUse } from '@tickscope/store';
import { count, markdownTable, percentile } from '../support/report.js';
import { perBlock, readServerEvents, type ServerEvents } from '../support/server-events.js';
import { readHistogram } from './live-figures.js';
import { known, type ProcessName, type Sample, Sampler } from './sampler.js';
import { Scene, type SceneOptions } from './scene.js';
import { textPlot } from './text-plot.js';

export interface SteadyOptions {
  scene: SceneOptions;
  minutes: number;
}

const SHARES = [0.5, 0.9, 0.99, 1];
const PROCESSES: readonly ProcessName[] = ['ingester', 'ClickHouse', 'simulator'];

/** All at one rate for long: lag, memory, parts and CPU. */
export async function benchSteady(options: SteadyOptions): Promise<string[]> {
  return Scene.run(options.scene, async (scene) => {
    const sampler = new Sampler(scene);
    /** Active parts of each table, once a minute. */
    const parts: DiskUse['tables'][] = [];
    let before: ServerEvents;
    try {
      const startedAt = Date.now();
      before = await readServerEvents(scene.client.read);
      const endAt = startedAt + options.minutes * 60_000;
      while (Date.now() < endAt) {
        await sleep(Math.max(0, Math.min(endAt, startedAt + (parts.length + 1) * 60_000) - Date.now()));
        parts.push(totalUse(await readDiskUse(scene.client)).tables);
      }
    } finally {
      sampler.stop();
    }
    const did = perBlock(before, await readServerEvents(scene.client.read), sampler.elapsedMs / 1_000);
    const lag = await readHistogram(scene.metricsUrl, 'tickscope_arrival_to_answer_seconds', SHARES);
    return [
      ...report(options, sampler.samples, parts, lag, await scene.stored()),
      '## What ClickHouse did',
      markdownTable(did),
    ];
  });
}

function report(
  { scene, minutes }: SteadyOptions,
  samples: readonly Sample[],
  parts: readonly DiskUse['tables'][],
  lag: { bounds: number[]; count: number },
  stored: Awaited<ReturnType<Scene['stored']>>,
): string[] {
  const behind = known(samples.map(({ behindSlots }) => behindSlots));
  const writes = known(samples.map(({ transactions }) => transactions));
  const seconds = ((samples.at(-1)?.atMs ?? 0) - (samples[0]?.atMs ?? 0)) / 1_000;
  const rss = samples.map(({ rssMb }) => rssMb.ingester);
  return [
    `${count((scene.transactionsPerSlot * 1_000) / scene.slotMs)} transactions/s asked for (slots of ${scene.slotMs} ms) for ${minutes} minutes; ${count(((writes.at(-1) ?? 0) - (writes[0] ?? 0)) / seconds)} a second were stored. ${count(stored.blocks)} blocks, ${count(stored.transactions)} transactions; ${stored.missing} slots missing between the first and the last, ${stored.openGaps} gaps open. The stream was cut ${count(samples.at(-1)?.disconnects ?? Number.NaN)} times.`,
    '## Lag',
    markdownTable([
      ['', 'p50', 'p90', 'p99', 'most'],
      [
        `slots behind the chain's head, looked at every second (${count(behind.length)} times)`,
        ...SHARES.map((share) => count(percentile(behind, share))),
      ],
      [
        `seconds from a block whole in memory to its \`slots\` row (${count(lag.count)} batches; upper bounds of the histogram's buckets)`,
        ...lag.bounds.map((bound) => (Number.isFinite(bound) ? `≤ ${bound}` : '> 30')),
      ],
    ]),
    textPlot(
      samples.map(({ behindSlots }) => behindSlots),
      { unit: 'slots behind', minutes },
    ),
    '## Resident memory',
    textPlot(rss, { unit: 'MB, ingester', minutes }),
    textPlot(
      samples.map(({ rssMb }) => rssMb.ClickHouse),
      { unit: 'MB, ClickHouse', minutes },
    ),
    `Ingester: median of the first tenth ${count(percentile(known(rss.slice(0, Math.ceil(rss.length / 10))), 0.5))} MB, of the last tenth ${count(percentile(known(rss.slice(-Math.ceil(rss.length / 10))), 0.5))} MB, highest ${count(Math.max(...known(rss)))} MB.`,
    '## Active parts',
    partsTable(parts),
    '## CPU seconds of each minute',
    cpuTable(samples),
  ];
}

function partsTable(parts: readonly DiskUse['tables'][]): string {
  const names = [...new Set(parts.flatMap((tables) => tables.map(({ table }) => table)))].sort();
  const of = (table: string, value: (use: DiskUse['tables'][number]) => number): number[] =>
    parts.flatMap((tables) => tables.filter((use) => use.table === table).map(value));
  return markdownTable([
    ['table', 'at the end', 'most, once a minute', 'MB at the end'],
    ...names.map((table) => {
      const active = of(table, (use) => use.parts);
      const bytes = of(table, (use) => use.bytes).at(-1) ?? 0;
      return [table, count(active.at(-1) ?? 0), count(Math.max(...active)), (bytes / 1_048_576).toFixed(1)];
    }),
  ]);
}

/** A line a minute, and what each process took on average. */
function cpuTable(samples: readonly Sample[]): string {
  const last = samples.at(-1)?.atMs ?? 0;
  const wholeMinutes = Math.max(1, Math.floor(last / 60_000));
  const at = (minute: number): Sample | undefined =>
    samples.findLast(({ atMs }) => atMs <= minute * 60_000) ?? samples[0];
  const used = (name: ProcessName, from: number, to: number): number =>
    (at(to)?.cpuSeconds[name] ?? Number.NaN) - (at(from)?.cpuSeconds[name] ?? Number.NaN);
  const row = (label: string, of: (name: ProcessName) => number): string[] => [
    label,
    ...PROCESSES.map((name) => of(name).toFixed(1)),
  ];
  return markdownTable([
    ['minute', ...PROCESSES],
    ...Array.from({ length: wholeMinutes }, (_, minute) =>
      row(String(minute + 1), (name) => used(name, minute, minute + 1)),
    ),
    row('**mean**', (name) => used(name, 0, wholeMinutes) / wholeMinutes),
  ]);
}
