import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiProcess } from '@tickscope/api/testing/api-process';
import { Random } from '@tickscope/testkit/random';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BODIES } from './hostile/bodies.js';
import { CONNECTIONS } from './hostile/connections.js';
import { CREDENTIALS } from './hostile/credentials.js';
import { type GoodClient, startGoodClient } from './hostile/good-client.js';
import type { Kind, Scene } from './hostile/kinds.js';
import { OPERATION_KINDS } from './hostile/operations.js';
import { type Needs, watchNeeds } from './hostile/oracles.js';
import { EXPECTED_503 } from './hostile/send.js';
import { type Stage, setStage } from './hostile/stage.js';
import { WIRE } from './hostile/wire.js';

/** All runs together: 100,000. */
const REQUESTS = Number(process.env['HOSTILE_REQUESTS'] ?? '100000');
/** A run that fails is run again with the same seed. */
const SEED = Number(process.env['HOSTILE_SEED'] ?? Date.now());
const RUNS = [
  { name: 'warm-up', requests: Math.ceil(REQUESTS * 0.1) },
  { name: 'first run', requests: Math.ceil(REQUESTS * 0.45) },
  { name: 'second run', requests: Math.ceil(REQUESTS * 0.45) },
];
/** The share of the good client's questions, beside accounts whose plan bounds nothing. */
const MOST_BUSY_SHARE = 0.05;
const AT_ONCE = 24;
const LIMIT_MS = 90 * 60_000;
const MIB = 1_048_576;
/** Memory that is kept for good, and in proportion to nothing: compiled code, tables of what was seen lately. */
const GROWTH_MIB = 8;
/** Beyond what the warm-up needed. One connection took 530 MB more while all of its requests were started at once. */
const PEAK_GROWTH_MIB = 150;
/** For the longest delay of an event loop. An input that blocks it takes many seconds; a busy machine some tenths. */
const MOST_LAG_MS = 4_000;

const KINDS: Kind[] = [...BODIES, ...WIRE, ...CREDENTIALS, ...CONNECTIONS, ...OPERATION_KINDS];
/** Each kind as often as it weighs, so that a pick is a draw. */
const DRAW = KINDS.flatMap((kind) => Array<Kind>(kind.weight ?? 10).fill(kind));

interface Run {
  sent: number;
  statuses: Map<number, number>;
  failures: string[];
  /** Kinds whose credentials must open nothing, and did. */
  accepted: string[];
  seen: Set<string>;
}

async function attack(scene: Scene, requests: number): Promise<Run> {
  const run: Run = { sent: 0, statuses: new Map(), failures: [], accepted: [], seen: new Set() };
  let begun = 0;
  const client = async (): Promise<void> => {
    while (run.sent < requests) {
      // Each kind once, then drawn.
      const kind = KINDS[begun] ?? scene.random.pick(DRAW);
      begun += 1;
      run.seen.add(kind.name);
      const outcome = await kind.run(scene);
      run.sent += outcome.requests ?? 1;
      for (const status of outcome.statuses) run.statuses.set(status, (run.statuses.get(status) ?? 0) + 1);
      if (outcome.failure !== null) run.failures.push(`${kind.name}: ${outcome.failure}`);
      if (kind.mustFail === true && outcome.statuses.some((status) => status < 300))
        run.accepted.push(kind.name);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  return run;
}

/** In the heap and beside it, after a pause in which connections end and their garbage with them. */
async function heldMiB(api: ApiProcess): Promise<number> {
  await sleep(5_000);
  const { heapUsed, external } = await api.memory();
  return (heapUsed + external) / MIB;
}

const targetOf = ({ url }: ApiProcess) => ({
  host: new URL(url).hostname,
  port: Number(new URL(url).port),
});
const most = (values: readonly number[]): number => Math.max(...values);

/**
 * Hostile requests of many kinds to every operation, single and pipelined, with keys and as visitors, beside a client who
 * behaves.
 */
describe(`${REQUESTS} hostile requests of ${KINDS.length} kinds, seed ${SEED}`, () => {
  let stage: Stage;
  let client: GoodClient;
  let apis: readonly ApiProcess[];
  const runs: Run[] = [];
  const held: number[][] = [];
  const needs: Needs[][] = [];

  beforeAll(async () => {
    stage = await setStage();
    const { api, visited, known } = stage;
    apis = [api, visited];
    const scene = {
      ...{ target: targetOf(api), visitors: targetOf(visited), known },
      random: new Random(SEED),
    };
    client = startGoodClient(api.url, known);
    for (const { name, requests } of RUNS) {
      const startedAt = Date.now();
      const watches = apis.map(watchNeeds);
      const run = await attack(scene, requests);
      runs.push(run);
      needs.push(await Promise.all(watches.map((watch) => watch.stop())));
      held.push(await Promise.all(apis.map(heldMiB)));
      const statuses = [...run.statuses].sort(([a], [b]) => a - b).map(([status, n]) => `${status} ×${n}`);
      const rss = needs.at(-1)!.map(({ rssMiB }) => Math.round(most(rssMiB)));
      const lag = needs.at(-1)!.map(({ lagMs }) => Math.round(most(lagMs)));
      process.stdout.write(
        `${name}: ${run.sent} in ${Math.round((Date.now() - startedAt) / 1_000)} s; ${statuses.join(', ')}; RSS at most ${rss} MiB, event loop at most ${lag} ms late, held ${held.at(-1)!.map((mib) => mib.toFixed(1))} MiB\n`,
      );
    }
    await client.stop();
    const sorted = client.latenciesMs.toSorted((a, b) => a - b);
    const quantile = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]?.toFixed(0);
    process.stdout.write(
      `good client: ${sorted.length} answers, p50 ${quantile(0.5)} ms, p99 ${quantile(0.99)} ms, at most ${quantile(1)} ms\n`,
    );
  }, LIMIT_MS);
  afterAll(() => stage?.stop());

  it('every kind comes in every run', () => {
    for (const { seen } of runs) expect([...seen].sort()).toEqual(KINDS.map(({ name }) => name).sort());
  });

  it('no answer is a failure of the server', () => {
    expect(runs.flatMap(({ failures }) => failures).slice(0, 5)).toEqual([]);
    for (const api of apis) expect(api.errors.slice(0, 3)).toEqual([]);
  });

  it('forged credentials open nothing', () => {
    expect(runs.flatMap(({ accepted }) => accepted)).toEqual([]);
  });

  it('the good client is answered all along, and asked to come back only rarely', () => {
    expect(client.refusals.filter((refusal) => !EXPECTED_503.test(refusal)).slice(0, 5)).toEqual([]);
    expect(client.latenciesMs.length).toBeGreaterThan(100);
    expect(client.refusals.length).toBeLessThan(client.latenciesMs.length * MOST_BUSY_SHARE);
  });

  it('memory is flat: the second run leaves no more than the first', () => {
    for (const at of apis.keys()) expect(held[2]![at]! - held[1]![at]!).toBeLessThan(GROWTH_MIB);
  });

  it('no request takes much memory, and none blocks the event loop', () => {
    for (const at of apis.keys()) {
      const [warmUp, ...others] = needs.map((ofRun) => ofRun[at]!);
      for (const { rssMiB, lagMs } of others) {
        expect(most(rssMiB) - most(warmUp!.rssMiB)).toBeLessThan(PEAK_GROWTH_MIB);
        expect(most(lagMs)).toBeLessThan(MOST_LAG_MS);
      }
    }
  });

  it('nothing is left in flight', async () => {
    for (const api of apis)
      for (const metric of ['tickscope_http_requests_in_flight', 'tickscope_stream_listeners'])
        await expect.poll(() => api.metric(metric), { timeout: 60_000, message: metric }).toBe(0);
  });
});
