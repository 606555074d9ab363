import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startClickHouse } from '@tickscope/embedded';
import { recordUnrecordedGaps } from '@tickscope/pipeline';
import {
  type FaultOptions,
  type Simulator,
  type SimulatorOptions,
  startSimulator,
} from '@tickscope/simulator';
import { newestFullSlot } from '@tickscope/store';
import { connectTo, type TestConnection } from '@tickscope/testkit/store/test-connection';
import { afterAll, describe, expect, it } from 'vitest';
import { exitCode, startIngester } from './ingester-process.js';
import { countSlots, hasSlots, ingest, liveStore } from './support.js';

const FIRST = 432_000_000;
const TIMEOUT = { timeoutMs: 30_000 };

/** Named as a parent, not stored, and not in any gap. */
async function silentlyMissing(client: TestConnection): Promise<number[]> {
  const rows = await client.read.queryRows<[string]>(
    `SELECT parent_slot FROM slots FINAL
     WHERE parent_slot >= (SELECT min(slot) FROM slots) AND parent_slot NOT IN (SELECT slot FROM slots FINAL)
       AND NOT arrayExists(gap -> parent_slot BETWEEN gap.1 AND gap.2, (SELECT groupArray((from_slot, to_slot)) FROM gaps FINAL))
     ORDER BY parent_slot`,
    TIMEOUT,
  );
  return rows.map(([slot]) => Number(slot));
}

describe('an ingester that ends soon after a block did not come', () => {
  const store = liveStore();
  afterAll(() => store.stop());

  it('leaves its slot to the next one: it is stored, or a gap', async () => {
    // Messages by turns a status and a block: one block is among these two.
    const faults = { dropAt: [60, 61] };
    const serve = (
      slots: number,
      startOn: NonNullable<SimulatorOptions['startOn']>,
      own: Partial<FaultOptions>,
    ): Promise<Simulator> =>
      startSimulator({
        generate: {
          ...{ seed: 'restart', firstSlot: FIRST, slots, transactionsPerSlot: 20 },
          ...{ skippedShare: 0, slotMs: 400 },
        },
        pace: { slotMs: 20, retentionSlots: 1_000 },
        startOn,
        faults: own,
      });
    // It ends with fewer blocks after the dropped one than are waited for before that counts as missing.
    const first = await serve(37, 'first-subscriber', faults);
    const { client } = await store.fresh();
    await ingest(client, first.endpoint, hasSlots(client, 34));
    await first.stop();
    expect(await silentlyMissing(client)).toHaveLength(1);
    // What the next one does first.
    await recordUnrecordedGaps(client, (await newestFullSlot(client.read))!);
    expect(await silentlyMissing(client)).toEqual([]);
    expect(await recordUnrecordedGaps(client, (await newestFullSlot(client.read))!)).toEqual([]);
    // It has what comes next before it is asked for it.
    const second = await serve(200, 'start', {});
    await ingest(client, second.endpoint, hasSlots(client, 100));
    await second.stop();
    expect(await silentlyMissing(client)).toEqual([]);
  });
});

describe('a block lost immediately before an incomplete one', () => {
  const store = liveStore();
  afterAll(() => store.stop());

  it('is a gap too, although no block names it: the one that would is missing', async () => {
    // Messages by turns a status and a block: among these two is the block of `LOST`.
    const LOST = FIRST + 30;
    const simulator = await startSimulator({
      generate: {
        seed: 'restart',
        firstSlot: FIRST,
        slots: 200,
        transactionsPerSlot: 20,
        skippedShare: 0,
        slotMs: 400,
      },
      pace: { slotMs: 20, retentionSlots: 1_000 },
      startOn: 'first-subscriber',
      faults: { dropAt: [60, 61], halfSlots: [LOST + 1] },
    });
    const { client } = await store.fresh();
    const seen = await ingest(client, simulator.endpoint, hasSlots(client, 100));
    await simulator.stop();
    expect(seen.incomplete).toEqual([LOST + 1]);
    expect(seen.missing).toEqual([{ fromSlot: LOST, toSlot: LOST }]);
    const gaps = await client.read.queryRows<[string, string, string]>(
      'SELECT from_slot, to_slot, cause FROM gaps FINAL ORDER BY from_slot',
      TIMEOUT,
    );
    expect(gaps).toEqual([
      [String(LOST), String(LOST), 'missing'],
      [String(LOST + 1), String(LOST + 1), 'incomplete'],
    ]);
  });
});

describe('an ingester that is started before ClickHouse', () => {
  it('reports it, waits for it, and then stores', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'tickscope-late-'));
    const simulator = await startSimulator({
      generate: { seed: 'late', firstSlot: FIRST, slots: 40, transactionsPerSlot: 20, slotMs: 400 },
      pace: { slotMs: 20, retentionSlots: 1_000 },
      startOn: 'first-subscriber',
    });
    const before = await startClickHouse({ dataDir });
    const { httpPort, tcpPort } = before;
    await before.stop();

    const lines: string[] = [];
    const ingester = startIngester({
      ...{ server: before, endpoint: simulator.endpoint },
      onLog: (line) => lines.push(line),
    });
    const isSaid = () => lines.some((line) => line.includes('ClickHouse does not answer; trying again'));
    while (!isSaid() && ingester.exitCode === null) await sleep(50);
    const server = await startClickHouse({ dataDir, httpPort, tcpPort });
    const client = connectTo(server);
    try {
      const isStored = async () => (await countSlots(client).catch(() => 0)) > 10;
      while (!(await isStored()) && ingester.exitCode === null) await sleep(100);
      ingester.kill('SIGTERM');
      expect(await exitCode(ingester)).toBe(0);
      expect(await silentlyMissing(client)).toEqual([]);
    } finally {
      ingester.kill('SIGKILL');
      await client.close();
      await server.stop();
      await simulator.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});
