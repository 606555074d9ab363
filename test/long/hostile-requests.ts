// Hostile requests of many kinds beside a client who behaves: 20,000 in two runs. Run from the root:
//   npx tsx --conditions=tickscope:source test/long/hostile-requests.ts [requests a run, 10000] [seed]
// Shown: no answer is a 5xx, forged credentials open nothing, the good client is never refused, and the API holds as much
// memory after the second run as after the first. Everything is on loopback, in a folder that is removed.
import { setTimeout as sleep } from 'node:timers/promises';
import { BODIES } from './hostile/bodies.js';
import { CONNECTIONS } from './hostile/connections.js';
import { CREDENTIALS } from './hostile/credentials.js';
import { startGoodClient } from './hostile/good-client.js';
import type { Kind, Scene } from './hostile/kinds.js';
import { Random } from './hostile/random.js';
import { setStage } from './hostile/stage.js';
import { WIRE } from './hostile/wire.js';

const REQUESTS = Number(process.argv[2] ?? 10_000);
const SEED = process.argv[3] ?? String(Date.now());
const AT_ONCE = 24;
const RUN_LIMIT_MS = 15 * 60_000;
const MIB = 1_048_576;
/** What is kept for good, and in proportion to nothing: compiled code, tables of what was seen lately. */
const GROWTH_MIB = 8;

const KINDS: Kind[] = [...BODIES, ...WIRE, ...CREDENTIALS, ...CONNECTIONS];
/** Each kind as often as it weighs, so that a pick is a draw. */
const DRAW = KINDS.flatMap((kind) => Array<Kind>(kind.weight ?? 10).fill(kind));

interface Run {
  sent: number;
  statuses: Map<number, number>;
  failures: string[];
  accepted: string[];
  /** What each kind took, all its acts together. */
  msOf: Map<string, number>;
}

async function attack(scene: Scene, count: number): Promise<Run> {
  const run: Run = { sent: 0, statuses: new Map(), failures: [], accepted: [], msOf: new Map() };
  const endsAt = Date.now() + RUN_LIMIT_MS;
  let begun = 0;
  const worker = async (): Promise<void> => {
    while (begun < count && Date.now() < endsAt) {
      // Each kind once, then drawn.
      const kind = KINDS[begun] ?? scene.random.pick(DRAW);
      begun += 1;
      const startedAt = performance.now();
      const { statuses, failure } = await kind.run(scene);
      run.sent += 1;
      run.msOf.set(kind.name, (run.msOf.get(kind.name) ?? 0) + performance.now() - startedAt);
      for (const status of statuses) run.statuses.set(status, (run.statuses.get(status) ?? 0) + 1);
      if (failure !== null) run.failures.push(`${kind.name}: ${failure}`);
      if (kind.mustFail === true && statuses.some((status) => status < 300)) run.accepted.push(kind.name);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return run;
}

const results: { what: string; isRight: boolean }[] = [];
function check(what: string, isRight: boolean, detail = ''): void {
  results.push({ what, isRight });
  process.stdout.write(`${isRight ? 'ok  ' : 'FAIL'} ${what}${detail === '' ? '' : `: ${detail}`}\n`);
}

process.stdout.write(`${KINDS.length} kinds, ${REQUESTS} requests a run, seed ${SEED}\n`);
const stage = await setStage();
const { api, known } = stage;
const { hostname, port } = new URL(api.url);
const scene: Scene = { target: { host: hostname, port: Number(port) }, known, random: new Random(SEED) };

/** In the heap and beside it, after a pause in which connections end and their garbage with them. */
async function held(): Promise<{ heldMiB: number; rssMiB: number }> {
  await sleep(5_000);
  const { heapUsed, external, rss } = await api.memory();
  return { heldMiB: (heapUsed + external) / MIB, rssMiB: rss / MIB };
}

try {
  const client = startGoodClient(api.url, known);
  const memory: { heldMiB: number; rssMiB: number }[] = [];
  for (const [name, count] of [
    ['warm-up', Math.ceil(REQUESTS / 5)],
    ['first run', REQUESTS],
    ['second run', REQUESTS],
  ] as const) {
    const startedAt = Date.now();
    const run = await attack(scene, count);
    const statuses = [...run.statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, times]) => `${status} ×${times}`);
    memory.push(await held());
    const { heldMiB, rssMiB } = memory.at(-1)!;
    process.stdout.write(
      `${name}: ${run.sent} in ${Math.round((Date.now() - startedAt) / 1_000)} s; ${statuses.join(', ')}; holds ${heldMiB.toFixed(1)} MiB, RSS ${rssMiB.toFixed(0)} MiB\n`,
    );
    const slowest = [...run.msOf].sort(([, a], [, b]) => b - a).slice(0, 5);
    process.stdout.write(
      `  most time: ${slowest.map(([kind, ms]) => `${kind} ${Math.round(ms / 1_000)} s`).join(', ')}\n`,
    );
    check(`${name}: all ${count} were sent`, run.sent === count, `${run.sent}`);
    check(`${name}: every kind came`, run.msOf.size === KINDS.length, `${run.msOf.size}`);
    check(`${name}: no 5xx`, run.failures.length === 0, run.failures.slice(0, 5).join('\n'));
    check(
      `${name}: forged credentials opened nothing`,
      run.accepted.length === 0,
      run.accepted.slice(0, 5).join(', '),
    );
  }
  await client.stop();
  const sorted = client.latenciesMs.toSorted((a, b) => a - b);
  const quantile = (share: number) => `${sorted[Math.floor((sorted.length - 1) * share)]?.toFixed(0)} ms`;
  process.stdout.write(
    `good client: ${sorted.length} answers, p50 ${quantile(0.5)}, p99 ${quantile(0.99)}, at most ${quantile(1)}\n`,
  );
  check(
    'the good client was never refused',
    client.refusals.length === 0,
    client.refusals.slice(0, 5).join('\n'),
  );
  check('the good client asked all along', sorted.length > 100, `${sorted.length}`);
  const growth = memory[2]!.heldMiB - memory[1]!.heldMiB;
  check(
    'memory is flat over two runs',
    growth < GROWTH_MIB,
    `${growth.toFixed(1)} MiB more after the second`,
  );
  check('nothing is left in flight', (await api.metric('tickscope_http_requests_in_flight')) === 0);
  check('no listeners are left', (await api.metric('tickscope_stream_listeners')) === 0);
  check('the log has no error', api.errors.length === 0, JSON.stringify(api.errors.slice(0, 3)));
} finally {
  await stage.stop();
}

const failed = results.filter(({ isRight }) => !isRight).length;
process.stdout.write(`${results.length - failed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);
