import { setTimeout as sleep } from 'node:timers/promises';
import { count, markdownTable } from '../support/report.js';
import { firstPlateau } from './plateau.js';
import { known, type Sample, Sampler } from './sampler.js';
import { Scene, type SceneOptions } from './scene.js';
import { textPlot } from './text-plot.js';

export interface MemoryOptions {
  scene: SceneOptions;
  minutes: number;
  outageMinutes: number;
  how: 'end' | 'freeze';
}

const MOST_TIMES_PLATEAU = 1.2;
const LONGEST_PLATEAU_SAMPLES = 60;

/** Memory of the ingester with more blocks than it can write, ClickHouse away in the middle. */
export async function benchMemory(options: MemoryOptions): Promise<string[]> {
  const { minutes, outageMinutes, how } = options;
  return Scene.run(options.scene, async (scene) => {
    const sampler = new Sampler(scene);
    const partMs = ((minutes - outageMinutes) / 2) * 60_000;
    let outage: { fromMs: number; toMs: number };
    try {
      await sleep(partMs);
      const fromMs = sampler.elapsedMs;
      await scene.stopClickHouse(how);
      await sleep(outageMinutes * 60_000);
      await scene.goOnWithClickHouse();
      outage = { fromMs, toMs: sampler.elapsedMs };
      await sleep(partMs);
    } finally {
      sampler.stop();
    }
    return report(options, sampler.samples, outage, await scene.stored());
  });
}

function report(
  { scene, minutes, outageMinutes, how }: MemoryOptions,
  samples: readonly Sample[],
  outage: { fromMs: number; toMs: number },
  stored: Awaited<ReturnType<Scene['stored']>>,
): string[] {
  const rss = samples.map(({ rssMb }) => rssMb.ingester);
  const before = known(samples.filter(({ atMs }) => atMs < outage.fromMs).map(({ rssMb }) => rssMb.ingester));
  const plateau = firstPlateau(before, Math.min(LONGEST_PLATEAU_SAMPLES, Math.floor(before.length / 3)));
  const most = Math.max(...known(rss));
  const isOut = samples.map(({ atMs }) => atMs >= outage.fromMs && atMs <= outage.toMs);
  const away = how === 'end' ? 'ended cleanly and started again' : 'frozen (SIGSTOP, SIGCONT)';
  const measured = { unit: 'MB', minutes, marked: isOut, markText: 'ClickHouse away' };
  return [
    `The simulator was asked for ${count(perSecond(scene))} transactions/s (${count(scene.transactionsPerSlot)} a slot of ${scene.slotMs} ms) for ${minutes} minutes; ClickHouse was ${away} for ${outageMinutes} of them, in the middle. The ingester: queue and memory limits at their defaults, with a spill folder, started as \`tickscope up\` starts it.`,
    '## Rate',
    rates(scene, samples, stored),
    '## Resident memory of the ingester, every second',
    textPlot(rss, measured),
    plateau === null
      ? `No plateau before ClickHouse was stopped. Highest: ${count(most)} MB.`
      : `First plateau (the first ${plateau.values} s in a row whose halves have the same median within 3 %; before the outage): from second ${plateau.from} on, median **${count(plateau.median)} MB**, highest ${count(plateau.max)} MB. Highest of the whole run: **${count(most)} MB**, **${(most / plateau.median).toFixed(2)} ×** the plateau's median, ${(most / plateau.max).toFixed(2)} × its highest. Goal ≤ ${MOST_TIMES_PLATEAU} × the first plateau: ${most <= MOST_TIMES_PLATEAU * plateau.median ? 'met' : 'MISSED'} by its median, ${most <= MOST_TIMES_PLATEAU * plateau.max ? 'met' : 'MISSED'} by its highest.`,
    '## Where the blocks were',
    textPlot(
      samples.map(({ queueBytes }) => megabytes(queueBytes)),
      { ...measured, unit: 'MB in memory (estimate)' },
    ),
    textPlot(
      samples.map(({ spillBytes }) => megabytes(spillBytes)),
      { ...measured, unit: 'MB on disk' },
    ),
    `At the end: ${count(samples.at(-1)?.behindSlots ?? Number.NaN)} slots behind the chain, ${count(megabytes(samples.at(-1)?.spillBytes ?? null) ?? Number.NaN)} MB on disk. The stream was cut ${count(samples.at(-1)?.disconnects ?? Number.NaN)} times. Stored: ${count(stored.blocks)} blocks, ${stored.missing} slots missing between the first and the last, ${stored.openGaps} gaps open.`,
  ];
}

function rates(
  scene: SceneOptions,
  samples: readonly Sample[],
  stored: Awaited<ReturnType<Scene['stored']>>,
): string {
  const seconds = ((samples.at(-1)?.atMs ?? 0) - (samples[0]?.atMs ?? 0)) / 1_000;
  const heads = known(samples.map(({ chainHead }) => chainHead));
  const writes = known(samples.map(({ transactions }) => transactions));
  // Blocks hold about as many transactions as configured; the stored ones give the exact mean.
  const perBlock = stored.blocks === 0 ? scene.transactionsPerSlot : stored.transactions / stored.blocks;
  const grown = (values: readonly number[]): number => ((values.at(-1) ?? 0) - (values[0] ?? 0)) / seconds;
  return markdownTable([
    ['', 'transactions/s'],
    ['asked for', count(perSecond(scene))],
    ['the chain grew by', count(grown(heads) * perBlock)],
    ['stored, over the whole time', count(grown(writes))],
  ]);
}

function perSecond({ transactionsPerSlot, slotMs }: SceneOptions): number {
  return (transactionsPerSlot * 1_000) / slotMs;
}

function megabytes(bytes: number | null): number | null {
  return bytes === null ? null : bytes / 1_048_576;
}
