import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startClickHouse } from '@tickscope/embedded';
import { Ingester, LiveDetection } from '@tickscope/ingest';
import { type SandwichLabel, startSimulator } from '@tickscope/simulator';
import { BlockWriter, migrate, openStore, queryRows, writeGaps } from '@tickscope/store';
import { markdownTable, writeReport } from '../support/report.js';

/**
 * How long after its last back leg a planted sandwich is in the tables, provisional and then final, in slots of the
 * chain at real-time rate: what a reader sees who asks every 25 ms. Everything runs on this machine, the simulator too.
 *
 *   npx tsx --conditions=tickscope:source bench/detector/live.ts
 */
const SLOT_MS = 400;
const SANDWICHES = 200;
const TRANSACTIONS_PER_SLOT = 600;
const POLL_MS = 25;
const SEEN_SQL = `
  SELECT bracket_id, last_slot, is_final, (SELECT max(slot) FROM slots), base58Encode(pool)
  FROM sandwiches FINAL WHERE confidence != 'suspected'`;

const dataDir = mkdtempSync(join(tmpdir(), 'tickscope-bench-'));
const server = await startClickHouse({ dataDir });
const client = openStore({
  url: server.url,
  ...server.users.owner,
  database: 'tickscope',
  application: 'bench',
});
await migrate(client, 'tickscope');

const labels: SandwichLabel[] = [];
const simulator = await startSimulator({
  generate: {
    seed: 'live',
    voteShare: 0.5,
    transactionsPerSlot: TRANSACTIONS_PER_SLOT,
    dexShare: 0.4,
    sandwichesPerSlot: 2,
    sandwichLimit: SANDWICHES,
    onLabel: (label) => labels.push(label),
  },
  pace: { slotMs: SLOT_MS },
  startOn: 'first-subscriber',
});
const failures: string[] = [];
const ignore = (): void => {};
const detection = new LiveDetection(client, {
  taken: ignore,
  detected: ignore,
  redetected: ignore,
  failed: (error) => void failures.push(error.message),
});
const ingester = new Ingester({
  endpoint: { url: simulator.endpoint, xToken: null, compression: 'none' },
  mode: 'blocks',
  content: 'full',
  commitment: 'processed',
  lastStoredSlot: null,
  writer: new BlockWriter(client),
  writeGaps: (gaps) => writeGaps(client, gaps),
  on: {
    connected: ignore,
    disconnected: (cause) => void failures.push(cause),
    message: ignore,
    garbage: ignore,
    incomplete: ignore,
    hole: ignore,
    queued: ignore,
    written: (blocks) => detection.add(blocks),
    writeFailed: (error) => void failures.push(error.message),
  },
});
const running = [ingester.run(), detection.run()];

/** By bracket: slots between its last leg and the head of the chain when it was first seen. */
const provisional = new Map<string, number>();
const final = new Map<string, number>();
const startedAt = Date.now();
while (Date.now() - startedAt < ((SANDWICHES / 2) * 1.1 + 60) * SLOT_MS + 10_000) {
  type Row = [string, string, boolean, string, string];
  for (const [id, lastSlot, isFinal, head] of await queryRows<Row>(client, SEEN_SQL, { timeoutMs: 10_000 })) {
    const slots = Number(head) - Number(lastSlot);
    if (!provisional.has(id)) provisional.set(id, slots);
    if (isFinal && !final.has(id)) final.set(id, slots);
  }
  if (labels.length >= SANDWICHES && final.size === provisional.size && Date.now() - startedAt > 60_000)
    break;
  await sleep(POLL_MS);
}
ingester.stop();
detection.stop();
await Promise.all(running);
await simulator.stop();
await client.close();
await server.stop();
rmSync(dataDir, { recursive: true, force: true });

function distribution(name: string, slots: readonly number[]): string[] {
  const sorted = [...slots].sort((left, right) => left - right);
  const at = (share: number): string =>
    String(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]);
  return [name, String(sorted.length), at(0.5), at(0.95), at(0.99), at(1)];
}

writeReport('Detector, live', 'npx tsx --conditions=tickscope:source bench/detector/live.ts', [
  `${labels.length} sandwiches planted (${labels.filter(({ counted }) => counted).length} count) in a generated chain of ${SLOT_MS} ms a slot, ${TRANSACTIONS_PER_SLOT} transactions a slot, over gRPC into ClickHouse. Slots between a counted bracket's last leg and the newest stored slot when a reader, asking every ${POLL_MS} ms, first saw it. Final means 20 slots later by definition.`,
  markdownTable([
    ['seen', 'brackets', 'p50', 'p95', 'p99', 'max'],
    distribution('provisional', [...provisional.values()]),
    distribution('final', [...final.values()]),
  ]),
  failures.length === 0 ? 'No failure.' : `Failures: ${failures.join('; ')}`,
]);
