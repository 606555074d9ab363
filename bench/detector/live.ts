import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { FINAL_AFTER_SLOTS } from '@tickscope/sandwich';
import { createTickscope } from '@tickscope/sdk';
import { connect, request } from '@tickscope/simulator/testing/client';
import { CommitmentLevel, type SubscribeUpdate } from '@triton-one/yellowstone-grpc';
import { startBenchApi } from '../support/api.js';
import { markdownTable, percentile, writeReport } from '../support/report.js';
import { rowsOf } from '../support/rows.js';
import { benchStore, clickHouseEnv, startApp, startIngester, stopApp } from '../support/stack.js';

/**
 * How long after its last back leg a planted sandwich is in the tables, provisional and then final, in slots of the
 * chain at real-time rate: what a reader sees who asks every 100 ms. And the time from the arrival of the last leg's
 * block, at a subscriber of the same stream, to the event in the API's feed. Simulator, ingester, ClickHouse and API
 * are processes of their own on this machine (built before: `npx turbo run build`).
 *
 *   npx tsx --conditions=tickscope:source bench/detector/live.ts [--transactions PER_SLOT]
 */
const { values: flags } = parseArgs({ options: { transactions: { type: 'string', default: '600' } } });
const SLOT_MS = 400;
const SANDWICHES = 200;
const TRANSACTIONS_PER_SLOT = Number(flags.transactions);
const POLL_MS = 100;
const PORTS = { simulatorPort: 20_111, port: 20_112 };
const SEEN_SQL = `
  SELECT bracket_id, last_slot, is_final, (SELECT max(slot) FROM slots)
  FROM sandwiches FINAL
  WHERE first_slot + 100 > (SELECT max(slot) FROM slots) AND confidence != 'suspected'`;

const work = mkdtempSync(join(tmpdir(), 'tickscope-bench-'));
const labelsPath = join(work, 'labels.jsonl');
const store = await benchStore(join(work, 'store'));
const simulator = await startApp('simulator', {}, null, [
  ...['--port', String(PORTS.simulatorPort), '--log-level', 'error', '--wait', '--seed', 'live'],
  ...['--slot-ms', String(SLOT_MS), '--transactions', String(TRANSACTIONS_PER_SLOT), '--votes', '0.5'],
  ...['--dex', '0.4', '--sandwiches', '2', '--sandwich-limit', String(SANDWICHES), '--labels', labelsPath],
]);
await sleep(2_000);
const ingester = await startIngester(store, PORTS);

interface Sighting {
  /** Slot of the sandwich's last leg. */
  lastSlot: number;
  /** The newest stored slot. */
  head: number;
}

const api = await startBenchApi({ ...clickHouseEnv(store.server, 'reader'), AUTH: 'off' });
/** By slot, when its block was whole at a subscriber of the stream. */
const blockArrivals = new Map<number, number>();
const blocks = await (await connect(`http://127.0.0.1:${PORTS.simulatorPort}`)).subscribe();
blocks.on('data', ({ blockMeta }: SubscribeUpdate) => {
  if (blockMeta !== undefined) blockArrivals.set(Number(blockMeta.slot), Date.now());
});
blocks.write(request({ blocksMeta: { all: {} }, commitment: CommitmentLevel.PROCESSED }));
/** By sandwich, its last leg's slot and when the feed first had it. */
const events = new Map<string, { lastSlot: number; at: number }>();
const ended = new AbortController();
const listening = listen(ended.signal);

/** By sandwich, when it was first seen. */
const provisional = new Map<string, Sighting>();
const final = new Map<string, Sighting>();
const startedAt = Date.now();
while (Date.now() - startedAt < ((SANDWICHES / 2) * 1.1 + 60) * SLOT_MS + 10_000) {
  type Row = [string, string, boolean, string];
  const rows = await rowsOf<Row>(store.client, SEEN_SQL);
  for (const [id, lastSlot, isFinal, head] of rows) {
    const sighting = { lastSlot: Number(lastSlot), head: Number(head) };
    if (!provisional.has(id)) provisional.set(id, sighting);
    if (isFinal && !final.has(id)) final.set(id, sighting);
  }
  await sleep(POLL_MS);
}
const slotRows = await rowsOf<[string]>(store.client, 'SELECT slot FROM slots FINAL ORDER BY slot');
const storedSlots = slotRows.map(([slot]) => Number(slot));
ended.abort();
await listening;
blocks.destroy();
await api.stop();
await stopApp(ingester);
await stopApp(simulator);
await store.close();
const labels = readFileSync(labelsPath, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as { counted: boolean });
rmSync(work, { recursive: true, force: true });

async function listen(signal: AbortSignal): Promise<void> {
  const client = createTickscope({ baseUrl: api.origin });
  try {
    for await (const { event, data } of client.stream({ signal })) {
      if (event !== 'sandwich' || events.has(data.id)) continue;
      events.set(data.id, { lastSlot: data.slot_range.to, at: Date.now() });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** Delays of the sandwiches whose block came after the bench subscribed. */
function feedDelaysMs(): number[] {
  return [...events.values()].flatMap(({ lastSlot, at }) => {
    const arrived = blockArrivals.get(lastSlot);
    return arrived === undefined ? [] : [at - arrived];
  });
}

function slotsLater({ lastSlot, head }: Sighting): number {
  return head - lastSlot;
}

/** Stored blocks after the one that makes the sandwich final: the first that is 20 slots later or more. */
function blocksLater({ lastSlot, head }: Sighting): number {
  return storedSlots.filter((slot) => slot >= lastSlot + FINAL_AFTER_SLOTS && slot <= head).length - 1;
}

function late(seen: ReadonlyMap<string, Sighting>, most: number): string {
  const count = [...seen.values()].filter((sighting) => slotsLater(sighting) > most).length;
  return `${count} of ${seen.size}`;
}

function skippedShare(): string {
  const slots = storedSlots.at(-1)! - storedSlots[0]! + 1;
  return ((100 * (slots - storedSlots.length)) / slots).toFixed(0);
}

function distribution(name: string, slots: readonly number[]): string[] {
  return [
    name,
    String(slots.length),
    ...[0.5, 0.95, 0.99, 1].map((share) => String(percentile(slots, share))),
  ];
}

const perSecond = Math.round((TRANSACTIONS_PER_SLOT * 1_000) / SLOT_MS);
writeReport(`Detector, live, ${perSecond} transactions a second`, [
  `${labels.length} sandwiches planted (${labels.filter(({ counted }) => counted).length} count) in a generated chain of ${SLOT_MS} ms a slot, ${TRANSACTIONS_PER_SLOT} transactions a slot (${perSecond} a second), over gRPC into ClickHouse. Slots between a counted sandwich's last leg and the newest stored slot when a reader, asking every ${POLL_MS} ms, first saw it. Final means ${FINAL_AFTER_SLOTS} slots later by definition: what makes it known is a block that is so much later, and ${skippedShare()} % of the slots here have none.`,
  markdownTable([
    ['seen', 'sandwiches', 'p50', 'p95', 'p99', 'max'],
    distribution('provisional', [...provisional.values()].map(slotsLater)),
    distribution('final', [...final.values()].map(slotsLater)),
    distribution('final, in blocks after the one that makes it final', [...final.values()].map(blocksLater)),
  ]),
  `From the arrival of the last leg's block at a subscriber of the same stream to the event of the feed, read by the SDK. Goal: p99 within a second.`,
  markdownTable([
    ['ms', 'sandwiches', 'p50', 'p95', 'p99', 'max'],
    distribution("last leg's block to the feed's event", feedDelaysMs()),
  ]),
  `Goals: provisional within 2 slots, final within 22. Provisional later than that: ${late(provisional, 2)}; final: ${late(final, 22)}.`,
]);
