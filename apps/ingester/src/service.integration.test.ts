import { setTimeout as sleep } from 'node:timers/promises';
import { type IngesterConfig, readIngesterConfig } from '@tickscope/config';
import { LabelsSource } from '@tickscope/pipeline';
import { type Simulator, startSimulator } from '@tickscope/simulator';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type IngesterService, startIngesterService } from './service.js';

const SLOTS = 60;
const SLOT_MS = 100;
const log = pino({ level: 'silent' });

describe('the service of the ingester', () => {
  let store: TestStore;
  let client: TestConnection;
  let simulator: Simulator;
  let config: IngesterConfig;

  beforeAll(async () => {
    store = await startTestStore();
    client = await store.fresh();
    simulator = await startSimulator({
      generate: { slots: SLOTS, sandwichesPerSlot: 1 },
      pace: { slotMs: SLOT_MS, retentionSlots: SLOTS },
      startOn: 'first-subscriber',
      rpc: {},
    });
    config = readIngesterConfig({
      ...store.environment('owner'),
      GEYSER_ENDPOINT: simulator.endpoint,
      GEYSER_COMMITMENT: 'processed',
      INGESTER_PORT: '0',
      RPC_URL: simulator.rpc!.endpoint,
    });
  }, 120_000);
  afterAll(async () => {
    await simulator?.stop();
    await store?.stop();
  });

  const start = (): Promise<IngesterService> =>
    startIngesterService(config, { labels: new LabelsSource(null), log });
  const countOf = async (table: string): Promise<number> => {
    const [row] = await client.read.queryRows<[string]>(`SELECT count() FROM ${table} FINAL`, {
      timeoutMs: 30_000,
    });
    return Number(row![0]);
  };
  const until = async (isTrue: () => Promise<boolean>): Promise<void> => {
    const deadline = Date.now() + 60_000;
    while (!(await isTrue())) {
      if (Date.now() > deadline) throw new Error('not within a minute');
      await sleep(100);
    }
  };
  const statusOf = async ({ port }: IngesterService, path: string): Promise<number> =>
    (await fetch(`http://127.0.0.1:${port}${path}`)).status;

  test('stores the stream, and has detected all published blocks when it has stopped', async () => {
    const service = await start();
    expect(await statusOf(service, '/healthz')).toBe(200);
    await until(async () => (await countOf('slots')) > 0);
    await until(async () => (await statusOf(service, '/readyz')) === 200);
    service.stop();
    await service.done;
    const stored = await countOf('slots');
    expect(service.status.writtenSlot).not.toBeNull();
    expect(await countOf('detected_slots')).toBe(stored);
    await expect(fetch(`http://127.0.0.1:${service.port}/healthz`)).rejects.toThrow();
  }, 120_000);

  test('continues after the stored blocks when it starts again', async () => {
    const service = await start();
    await simulator.chain.ended;
    const blocks = simulator.chain.blocksBetween(0, Number.MAX_SAFE_INTEGER).length;
    await until(async () => (await countOf('slots')) >= blocks);
    const [newest] = await client.read.queryRows<[string, number]>(
      'SELECT slot, toUnixTimestamp(assumeNotNull(block_time)) FROM slots ORDER BY slot DESC LIMIT 1',
      { timeoutMs: 30_000 },
    );
    const metrics = await (await fetch(`http://127.0.0.1:${service.port}/metrics`)).text();
    const metric = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1]);
    expect(metric('tickscope_head_slot')).toBe(Number(newest![0]));
    expect(metric('tickscope_head_block_timestamp_seconds')).toBe(newest![1]);
    // Asked when the service started.
    expect(metric('tickscope_node_slot')).toBeGreaterThan(Number(newest![0]) - 2 * SLOTS);
    expect(metric('tickscope_node_slot')).toBeLessThanOrEqual(Number(newest![0]));
    service.stop();
    await service.done;
    expect(await countOf('slots')).toBe(blocks);
    expect(await countOf('detected_slots')).toBe(blocks);
    expect(await countOf('gaps')).toBe(0);
  }, 120_000);
});
