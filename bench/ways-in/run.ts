import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { backfill } from '../../test/detection/ways-in/backfill.js';
import { count, markdownTable, percentile, writeReport } from '../support/report.js';
import { type Lag, LiveLag } from './live-lag.js';
import { type Scene, startScene } from './scene.js';
import { awaitVerdicts, type SlotRange, type Verdicts } from './verdicts.js';

/**
 * How soon a backfill has its verdicts below a live head at mainnet's rate: a chain streams into the ingester, 200 slots
 * some thousands of slots below it are backfilled through the API, and from the end of the last backfill the time counts
 * until detection has run over all of them and the API is right about what is planted there. Beside it, how long live
 * sandwiches take. The built programs (built before: `npx turbo run build`), everything on this machine:
 *
 *   npx tsx --conditions=tickscope:source bench/ways-in/run.ts [--rate N] [--slots N] [--slot-range N] [--sandwiches N]
 *     [--distance N] [--steady-seconds N] [--deadline-seconds N] [--rpc-per-second N] [--report FILE]
 *
 * `--rate` is transactions a second, `--slot-range` that of each backfill (as many as `--slots` need), `--distance` the
 * slots from the backfilled ones up to the live chain.
 */
const { values: flags } = parseArgs({
  options: {
    rate: { type: 'string', default: '4000' },
    slots: { type: 'string', default: '200' },
    'slot-range': { type: 'string', default: '50' },
    sandwiches: { type: 'string', default: '2' },
    distance: { type: 'string', default: '5000' },
    'steady-seconds': { type: 'string', default: '40' },
    'deadline-seconds': { type: 'string', default: '300' },
    'rpc-per-second': { type: 'string', default: '20' },
    report: { type: 'string' },
  },
});
/** Mainnet's slots since 28 August 2026. */
const SLOT_MS = 300;
const GOAL_MS = 60_000;
const STEADY_SLOTS = 3;
const STEADY_DEADLINE_MS = 300_000;
const BACKFILL_DEADLINE_MS = 900_000;

const steadyMs = Number(flags['steady-seconds']) * 1_000;
const deadlineMs = Number(flags['deadline-seconds']) * 1_000;
const slotRange = Number(flags['slot-range']);
const backfills = Math.ceil(Number(flags.slots) / (2 * slotRange + 1));
const backfilledSlots = backfills * (2 * slotRange + 1);
const transactionsPerSlot = Math.round((Number(flags.rate) * SLOT_MS) / 1_000);
const backfillMs = (backfilledSlots / Number(flags['rpc-per-second'])) * 1_000;

const scene = await startScene({
  ...{ transactionsPerSlot, slotMs: SLOT_MS, sandwichesPerSlot: Number(flags.sandwiches) },
  // A second part of the goal again: what is not made beforehand is made while the chain runs.
  pregenerateSlots: Math.ceil((2 * steadyMs + backfillMs + 2 * GOAL_MS) / SLOT_MS),
  // The node knows slots around those that are backfilled.
  ...{ pastSlots: backfilledSlots + 40, distanceSlots: Number(flags.distance) },
  rpcPerSecond: Number(flags['rpc-per-second']),
});
try {
  writeReport('Ways in, backfill', commandLine(), await measure(scene), flags.report);
} finally {
  await scene.close();
}
process.exit();

interface Measured {
  range: SlotRange;
  steadyFromMs: number;
  backfillFromMs: number;
  backfillToMs: number;
  endMs: number;
  verdicts: Verdicts;
  lags: readonly Lag[];
  /** Slots that the store was behind the live chain, every second while backfilling and waiting. */
  behind: readonly number[];
}

async function measure(running: Scene): Promise<string[]> {
  const { store, api, pastFrom, liveFrom, labels } = running;
  await untilSteady(running);
  const lag = new LiveLag(store.client, liveFrom);
  const steadyFromMs = Date.now();
  await sleep(steadyMs);
  const behind: number[] = [];
  const looking = setInterval(() => {
    void running.behindSlots().then((slots) => {
      if (slots !== null) behind.push(slots);
    });
  }, 1_000);
  try {
    const first = pastFrom + 20;
    const range = { fromSlot: first, toSlot: first + backfilledSlots - 1 };
    const centers = Array.from(
      { length: backfills },
      (_, at) => first + at * (2 * slotRange + 1) + slotRange,
    );
    const signatures = await Promise.all(centers.map((center) => signatureIn(running, center)));
    const backfillFromMs = Date.now();
    await Promise.all(
      signatures.map((signature) => backfill(api, signature, slotRange, BACKFILL_DEADLINE_MS)),
    );
    const backfillToMs = Date.now();
    const verdicts = await awaitVerdicts(store.client, api, labels, range, deadlineMs);
    const endMs = Date.now();
    return report({
      ...{ range, steadyFromMs, backfillFromMs, backfillToMs, endMs, verdicts, behind },
      lags: lag.lags,
    });
  } finally {
    clearInterval(looking);
    await lag.stop();
  }
}

async function untilSteady(running: Scene): Promise<void> {
  const deadline = Date.now() + STEADY_DEADLINE_MS;
  for (let near = 0; near < 10; ) {
    const behind = await running.behindSlots();
    near = behind !== null && behind <= STEADY_SLOTS ? near + 1 : 0;
    if (Date.now() > deadline)
      throw new Error(`the ingester does not keep up: ${behind} slots behind the live chain`);
    await sleep(500);
  }
}

/** Of a transaction of exactly this slot: the backfill is centred on it. */
async function signatureIn({ pastRpc }: Scene, slot: number): Promise<string> {
  const config = { transactionDetails: 'signatures', rewards: false, maxSupportedTransactionVersion: 1 };
  const response = await fetch(pastRpc, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getBlock', params: [slot, config] }),
    signal: AbortSignal.timeout(30_000),
  });
  const { result } = (await response.json()) as { result?: { signatures: string[] } };
  const signature = result?.signatures[0];
  if (signature === undefined) throw new Error(`the node has no block of slot ${slot}`);
  return signature;
}

function report(measured: Measured): string[] {
  const { range, steadyFromMs, backfillFromMs, backfillToMs, endMs, verdicts, lags, behind } = measured;
  const text = (ms: number | null): string =>
    ms === null ? `not within ${deadlineMs / 1_000} s` : `${(ms / 1_000).toFixed(1)} s`;
  const { detectedMs, rightMs, blocks, detectedBlocks, victims, rightVictims, wrongKinds } = verdicts;
  const isMet =
    detectedMs !== null && rightMs !== null && Math.max(detectedMs, rightMs) <= GOAL_MS && blocks > 0;
  const wrong = [...wrongKinds].map(([kind, times]) => `${kind} ${times}`).join(', ');
  return [
    `${count(Number(flags.rate))} transactions/s asked for (slots of ${SLOT_MS} ms, ${count(transactionsPerSlot)} transactions and ${flags.sandwiches} planted sandwiches each) into the ingester; ${backfills} backfills of ±${slotRange} slots, slots ${range.fromSlot} to ${range.toSlot}, ${count(Number(flags.distance))} slots below the start of the live chain, at most ${flags['rpc-per-second']} calls a second to the node. The live chain and the past are made beforehand, each in a simulator of its own on this machine.`,
    markdownTable([
      ['', ''],
      ['the backfills together took', text(backfillToMs - backfillFromMs)],
      [
        `from their end until detection has run over every block (${detectedBlocks} of ${blocks})`,
        text(detectedMs),
      ],
      [
        `until the API is right about every planted victim (${rightVictims} of ${victims} at the end)`,
        text(rightMs),
      ],
    ]),
    ...(wrong === '' ? [] : [`Planted victims that it was not right about, by kind: ${wrong}.`]),
    `Goal: verdicts within ${GOAL_MS / 1_000} s of the end: ${isMet ? 'met' : 'MISSED'}.`,
    '## Live meanwhile',
    `From the block of its last leg to the stored sandwich, as seen by a reader who asks ten times a second; and how many slots the store was behind the live chain, every second from the first backfill on: median ${count(percentile(behind, 0.5))}, most ${count(percentile(behind, 1))}.`,
    markdownTable([
      ['live sandwiches', 'number', 'p50', 'p90', 'p99', 'most'],
      lagRow('before the backfill', lags, steadyFromMs, backfillFromMs),
      lagRow('while it runs', lags, backfillFromMs, backfillToMs),
      lagRow('until its verdicts are there', lags, backfillToMs, endMs),
    ]),
  ];
}

function lagRow(name: string, lags: readonly Lag[], fromMs: number, toMs: number): string[] {
  const own = lags.filter(({ seenAtMs }) => seenAtMs >= fromMs && seenAtMs < toMs).map(({ lagMs }) => lagMs);
  const at = (share: number): string => (own.length === 0 ? '' : `${count(percentile(own, share))} ms`);
  return [name, count(own.length), at(0.5), at(0.9), at(0.99), at(1)];
}

function commandLine(): string {
  return ['npx tsx --conditions=tickscope:source bench/ways-in/run.ts', ...process.argv.slice(2)].join(' ');
}
