import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startClickHouse } from '@tickscope/embedded';
import { type FaultOptions, type Simulator, startSimulator } from '@tickscope/simulator';
import { BlockWriter, migrate, transactionRows } from '@tickscope/store';
import { digests } from '@tickscope/testkit/store/table-digests';
import { connectTo } from '@tickscope/testkit/store/test-connection';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exitCode, kill, startIngester } from './ingester-process.js';
import { countSlots, hasSlots, ingest, liveStore } from './support.js';

const SLOTS = 60;
// Times of blocks follow `slotMs`, not the pace at which the chain is served.
const CHAIN = { seed: 'convergence', slots: SLOTS, transactionsPerSlot: 60, skippedShare: 0.05, slotMs: 400 };

/** The same chain, however it comes, ends in the same tables. */
describe('the tables do not depend on how the blocks came', () => {
  const store = liveStore();
  let expected: Record<string, string>;
  let blocks: number;

  function serve(faults: Partial<FaultOptions> = {}, slotMs = 0): Promise<Simulator> {
    return startSimulator({
      generate: CHAIN,
      pace: { slotMs, retentionSlots: 1_000 },
      startOn: 'first-subscriber',
      faults,
    });
  }

  beforeAll(async () => {
    const simulator = await serve();
    const { client } = await store.fresh();
    let hasEnded = false;
    void simulator.chain.ended.then(() => {
      hasEnded = true;
    });
    await ingest(client, simulator.endpoint, async () => {
      blocks = simulator.chain.blocksBetween(0, Number.MAX_SAFE_INTEGER).length;
      return hasEnded && (await countSlots(client)) === blocks;
    });
    await simulator.stop();
    expected = await digests(client);
    expect(blocks).toBeGreaterThan(SLOTS / 2);
  }, 120_000);
  afterAll(() => store.stop());

  it('as single messages, in another order and some twice', async () => {
    const simulator = await serve({ reorderWindow: 200, duplicateShare: 0.1 });
    const { client } = await store.fresh();
    await ingest(client, simulator.endpoint, hasSlots(client, blocks), { mode: 'messages' });
    await simulator.stop();
    expect(await digests(client)).toEqual(expected);
  });

  it('as whole blocks, some twice, with the stream cut again and again', async () => {
    const simulator = await serve({ duplicateShare: 0.2, disconnectEvery: 25 });
    const { client } = await store.fresh();
    const seen = await ingest(client, simulator.endpoint, hasSlots(client, blocks));
    await simulator.stop();
    expect(seen.disconnects.length).toBeGreaterThan(0);
    expect(await digests(client)).toEqual(expected);
  });

  it('from two ingesters at once, one in each mode', async () => {
    const simulators = [await serve({}, 50), await serve({}, 50)];
    const { client } = await store.fresh();
    const done = hasSlots(client, blocks);
    await Promise.all([
      ingest(client, simulators[0]!.endpoint, done),
      ingest(client, simulators[1]!.endpoint, done, { mode: 'messages' }),
    ]);
    for (const simulator of simulators) await simulator.stop();
    expect(await digests(client)).toEqual(expected);
  });

  it('a second run of the whole chain changes nothing', async () => {
    const { client } = await store.fresh();
    for (const lastStoredSlot of [null, null]) {
      const simulator = await serve();
      const written = new Set<number>();
      await ingest(client, simulator.endpoint, async () => written.size === blocks, {
        lastStoredSlot,
        onWritten: (batch) => {
          for (const { slot } of batch) written.add(slot);
        },
      });
      await simulator.stop();
    }
    expect(await digests(client)).toEqual(expected);
  });

  it('with a writer that cannot keep up: the stream is cut and taken up again', async () => {
    const simulator = await serve();
    const { client } = await store.fresh();
    const writer = new BlockWriter(client);
    let peakTransactions = 0;
    const seen = await ingest(client, simulator.endpoint, hasSlots(client, blocks), {
      writer: {
        async write(batch) {
          peakTransactions = Math.max(
            peakTransactions,
            batch.reduce((sum, block) => sum + transactionRows(block), 0),
          );
          await sleep(120);
          return writer.write(batch);
        },
      },
      // A block of this chain counts as some 250 kB: the queue holds four.
      limits: { queueBytes: 1_000_000, batchBytes: 500_000, maxPauseMs: 100 },
    });
    await simulator.stop();
    expect(seen.disconnects).toContain('writer_behind');
    expect(peakTransactions).toBeLessThan(400);
    expect(await digests(client)).toEqual(expected);
  });

  it('across kill -9 of the ingester and of ClickHouse', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'tickscope-kill-'));
    const simulator = await serve({}, 100);
    let server = await startClickHouse({ dataDir });
    const ports = { httpPort: server.httpPort, tcpPort: server.tcpPort };
    const client = connectTo(server);
    await migrate(client);
    // One that has not begun to listen ends without a stop.
    let listening: Promise<unknown> = Promise.resolve();
    const start = (): ChildProcess => {
      const child = startIngester({ server, endpoint: simulator.endpoint });
      listening = once(child, 'message');
      return child;
    };
    let ingester = start();
    try {
      // One that dies before it stored anything has nothing to go on from: the next begins at the head.
      // A client finds out by its next question that a server was killed.
      const stored = async (): Promise<number> => {
        for (;;) {
          const count = await countSlots(client).catch(() => null);
          if (count !== null) return count;
          await sleep(50);
        }
      };
      const storesMoreThan = async (count: number): Promise<void> => {
        for (let now = await stored(); now <= count && now < blocks; now = await stored()) await sleep(50);
      };
      await storesMoreThan(0);
      for (const victim of ['ingester', 'ClickHouse', 'ingester', 'ClickHouse'] as const) {
        await storesMoreThan(await stored());
        if (victim === 'ingester') {
          await kill(ingester);
          ingester = start();
        } else {
          process.kill(server.pid, 'SIGKILL');
          await server.exited;
          server = await startClickHouse({ dataDir, ...ports });
        }
      }
      const deadline = Date.now() + 300_000;
      while ((await stored()) < blocks && Date.now() < deadline) await sleep(200);
      await listening;
      ingester.kill('SIGTERM');
      expect(await exitCode(ingester)).toBe(0);
      expect(await digests(client)).toEqual(expected);
    } finally {
      ingester.kill('SIGKILL');
      await client.close();
      await server.stop();
      await simulator.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});
