import { setTimeout as sleep } from 'node:timers/promises';
import { count, markdownTable, percentile } from '../support/report.js';
import { readChainHead, readIngester } from './live-figures.js';
import { known, type Sample, Sampler } from './sampler.js';
import { Scene, type SceneOptions } from './scene.js';
import { textPlot } from './text-plot.js';

export interface CatchUpOptions {
  scene: Omit<SceneOptions, 'retentionSlots' | 'pregenerateSlots'>;
  /** How long the ingester is away. */
  minutes: number;
  /** Before that, to see how far behind it is as a rule. */
  steadySeconds: number;
  deadlineMinutes: number;
}

interface Milestones {
  /** Milliseconds since the start of the process; null: not within the deadline. */
  received: number | null;
  stored: number | null;
  asBefore: number | null;
}

const NEAR_SLOTS = 2;
const LOOK_EVERY_MS = 200;
const GOAL_MS = 150_000;
/** The server keeps a little more than what was missed. */
const RETENTION_FACTOR = 1.3;
const RETENTION_MORE_SLOTS = 150;

/** The ingester is away for minutes and comes back: how long until it is at the head of the chain. */
export async function benchCatchUp(options: CatchUpOptions): Promise<string[]> {
  const { minutes, steadySeconds, deadlineMinutes } = options;
  const missedSlots = (minutes * 60_000) / options.scene.slotMs;
  const retentionSlots = Math.ceil(missedSlots * RETENTION_FACTOR) + RETENTION_MORE_SLOTS;
  // In production, the chain is not generated on the machine of the ingester.
  const pregenerateSlots = Math.ceil((steadySeconds * 1_000 + GOAL_MS) / options.scene.slotMs + missedSlots);
  return Scene.run({ ...options.scene, retentionSlots, pregenerateSlots }, async (scene) => {
    const sampler = new Sampler(scene);
    try {
      await sleep(steadySeconds * 1_000);
      const steady = known(
        sampler.samples.slice(-Math.ceil(steadySeconds / 2)).map((sample) => sample.behindSlots),
      );
      const before = { median: percentile(steady, 0.5), most: percentile(steady, 1) };
      await scene.stopIngester();
      const stoppedAtMs = sampler.elapsedMs;
      await sleep(minutes * 60_000);
      const { blocks, transactions } = await scene.stored();
      const missed = ((await readChainHead(scene.rpcUrl)) ?? Number.NaN) - (await newestStored(scene));
      const startedAtMs = sampler.elapsedMs;
      await scene.startIngester();
      const reached = await watch(scene, before.median, deadlineMinutes * 60_000);
      const stored = await scene.stored();
      sampler.stop();
      return report(options, { before, missed, stoppedAtMs, startedAtMs, reached }, sampler.samples, {
        ...stored,
        perBlock: transactions / blocks,
        retentionSlots,
      });
    } finally {
      sampler.stop();
    }
  });
}

async function newestStored(scene: Scene): Promise<number> {
  const [row] = await scene.client.read.queryRows<[string]>('SELECT max(slot) FROM slots', {
    timeoutMs: 10_000,
  });
  return Number(row?.[0]);
}

/** Looks often until all is reached, or it takes too long. */
async function watch(scene: Scene, steadySlots: number, deadlineMs: number): Promise<Milestones> {
  const startedAt = Date.now();
  const reached: Milestones = { received: null, stored: null, asBefore: null };
  while (Date.now() - startedAt < deadlineMs) {
    const [head, { headSlot, writtenSlot }] = await Promise.all([
      readChainHead(scene.rpcUrl),
      readIngester(scene.metricsUrl),
    ]);
    const atMs = Date.now() - startedAt;
    if (head !== null && headSlot !== null && head - headSlot <= NEAR_SLOTS) reached.received ??= atMs;
    if (head !== null && writtenSlot !== null && head - writtenSlot <= NEAR_SLOTS) reached.stored ??= atMs;
    if (head !== null && writtenSlot !== null && head - writtenSlot <= Math.max(NEAR_SLOTS, steadySlots))
      reached.asBefore ??= atMs;
    if (reached.received !== null && reached.stored !== null) break;
    await sleep(LOOK_EVERY_MS);
  }
  return reached;
}

function report(
  { scene, minutes, deadlineMinutes }: CatchUpOptions,
  run: {
    before: { median: number; most: number };
    missed: number;
    stoppedAtMs: number;
    startedAtMs: number;
    reached: Milestones;
  },
  samples: readonly Sample[],
  stored: Awaited<ReturnType<Scene['stored']>> & { perBlock: number; retentionSlots: number },
): string[] {
  const { before, missed, stoppedAtMs, startedAtMs, reached } = run;
  const text = (ms: number | null): string =>
    ms === null ? `not within ${deadlineMinutes} minutes` : `${(ms / 1_000).toFixed(1)} s`;
  const behind = samples.map(({ chainHead, writtenSlot }, at) => {
    const newest = writtenSlot ?? lastWritten(samples, at);
    return chainHead === null || newest === null ? null : Math.max(0, chainHead - newest);
  });
  const totalMinutes = (samples.at(-1)?.atMs ?? 0) / 60_000;
  return [
    `${count((scene.transactionsPerSlot * 1_000) / scene.slotMs)} transactions/s asked for (slots of ${scene.slotMs} ms, ${count(stored.perBlock)} transactions each). The ingester was ended (SIGTERM) and started again after ${minutes} minutes: ${count(missed)} slots, about ${count(missed * stored.perBlock)} transactions. The chain was made beforehand, on this machine as everything else; the server kept ${count(stored.retentionSlots)} blocks for the replay. The ingester has a spill folder: what it receives faster than ClickHouse takes it waits there.`,
    markdownTable([
      ['from the start of the process until', ''],
      [`the newest block received is within ${NEAR_SLOTS} slots of the chain's head`, text(reached.received)],
      [`the newest block stored is within ${NEAR_SLOTS} slots of it`, text(reached.stored)],
      [
        `the newest block stored is as near as the median before (baseline: ${before.median} slots, most ${before.most})`,
        text(reached.asBefore),
      ],
    ]),
    `Goal, stored: under ${GOAL_MS / 1_000} s after 5 minutes: ${reached.stored !== null && reached.stored < GOAL_MS ? 'met' : 'MISSED'}${minutes === 5 ? '' : ' (but it was another time)'}.`,
    '## Slots behind the chain, every second',
    textPlot(behind, {
      unit: 'slots',
      minutes: totalMinutes,
      marked: samples.map(({ atMs }) => atMs >= stoppedAtMs && atMs < startedAtMs),
      markText: 'the ingester is away',
    }),
    '## Resident memory of the ingester',
    textPlot(
      samples.map(({ rssMb }) => rssMb.ingester),
      { unit: 'MB', minutes: totalMinutes },
    ),
    `At the end: ${count(stored.blocks)} blocks, ${stored.missing} slots missing between the first and the last, ${stored.openGaps} gaps open. The stream was cut ${count(samples.at(-1)?.disconnects ?? Number.NaN)} times since the new start. The simulator held ${count(Math.max(0, ...known(samples.map(({ rssMb }) => rssMb.simulator))))} MB.`,
  ];
}

/** While the ingester is down it stores nothing, so its last reported value still holds. */
function lastWritten(samples: readonly Sample[], at: number): number | null {
  for (let before = at - 1; before >= 0; before -= 1) {
    const written = samples[before]?.writtenSlot ?? null;
    if (written !== null) return written;
  }
  return null;
}
