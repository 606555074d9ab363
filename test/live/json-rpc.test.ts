import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importFile } from '@tickscope/pipeline';
import { type Simulator, startSimulator } from '@tickscope/simulator';
import { BlockWriter, readLinks, writeGaps } from '@tickscope/store';
import { digests } from '@tickscope/testkit/store/table-digests';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasSlots, ingest, liveStore } from './support.js';

const FIRST_SLOT = 810_000;
const SLOTS = 25;
/** An RPC block has no entries. */
const TABLES = [
  ...['slots', 'transactions', 'account_slots', 'signatures'],
  ...['swaps', 'swaps_by_trader', 'token_links', 'pool_events', 'fills', 'rebates'],
  ...['tips', 'unknown_frames'],
];

/** Two servers over one chain: what one streams, the other answers block by block, and the tables are the same. */
describe("getBlock of the simulator's JSON-RPC, imported as files", () => {
  const folder = mkdtempSync(join(tmpdir(), 'tickscope-rpc-'));
  const store = liveStore();
  let simulator: Simulator;
  let streamed: TestConnection;
  let slots: number[];

  const call = async (method: string, ...params: unknown[]): Promise<unknown> => {
    const response = await fetch(simulator.rpc!.endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(30_000),
    });
    // As a file would hold it: amounts beyond 2^53 must not go through JSON.parse.
    return method === 'getBlock' ? response.text() : ((await response.json()) as { result: unknown }).result;
  };

  beforeAll(async () => {
    simulator = await startSimulator({
      generate: {
        ...{ seed: 'json-rpc', slots: SLOTS, firstSlot: FIRST_SLOT, skippedShare: 0.2 },
        ...{ transactionsPerSlot: 50, voteShare: 0.3, dexShare: 0.5, sandwichesPerSlot: 0.5 },
      },
      pace: { slotMs: 0 },
      startOn: 'first-subscriber',
      rpc: {},
    });
    ({ client: streamed } = await store.fresh());
    // At its end the chain is finalized to its last block.
    let hasEnded = false;
    const { chain } = simulator;
    chain.ended.then(
      () => {
        hasEnded = true;
      },
      () => undefined,
    );
    await ingest(
      streamed,
      simulator.endpoint,
      async () => hasEnded && (await hasSlots(streamed, chain.blocksBetween(0, FIRST_SLOT + SLOTS).length)()),
    );
    slots = (await call('getBlocks', FIRST_SLOT, FIRST_SLOT + SLOTS)) as number[];
  }, 180_000);
  afterAll(async () => {
    await simulator?.stop();
    await store.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('getBlocks names the stored slots', async () => {
    const rows = await streamed.read.queryRows<[string]>('SELECT slot FROM slots FINAL ORDER BY slot', {
      timeoutMs: 30_000,
    });
    expect(slots).toEqual(rows.map(([slot]) => Number(slot)));
    expect(slots.length).toBeGreaterThan(10);
    expect(slots.length).toBeLessThan(SLOTS);
  });

  it.each(['base64', 'json', 'base58'] as const)(
    '%s gives the same rows, except for ticks',
    async (encoding) => {
      const { client } = await store.fresh();
      const writer = new BlockWriter(client);
      for (const slot of slots) {
        const path = join(folder, `${slot}.${encoding}.json`);
        const config = {
          encoding,
          transactionDetails: 'full',
          rewards: true,
          maxSupportedTransactionVersion: 1,
        };
        writeFileSync(path, (await call('getBlock', slot, config)) as string);
        const report = await importFile(path, {
          writer,
          slot,
          storedLinks: (fromSlot, toSlot) => readLinks(client.read, fromSlot, toSlot),
          writeGaps: (gaps) => writeGaps(client.write, gaps),
        });
        expect(report.error).toBeNull();
      }
      const options = { withoutTicks: true, tables: TABLES };
      const expected = await digests(streamed, options);
      expect(await digests(client, options)).toEqual(expected);
      expect(expected['swaps']).not.toMatch(/^0 rows/);
    },
  );
});
