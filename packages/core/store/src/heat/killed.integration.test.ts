import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { makeBlock } from '@tickscope/testkit/made-block';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectedHeat, storedHeat } from '../testing/heat-rows.js';
import { BlockWriter } from '../writer/block-writer.js';
import { refreshHeat } from './refresh-heat.js';

const PROGRAM = fileURLToPath(new URL('../testing/refresh-heat-program.ts', import.meta.url));
const HERE = fileURLToPath(new URL('../..', import.meta.url));

const BUCKETS = [4_000, 4_001, 4_002];
/** Some blocks in each of three buckets, and one in the open bucket behind them. */
const chain = [...BUCKETS.flatMap((bucket) => [0, 60, 127].map((at) => bucket * 128 + at)), 4_003 * 128].map(
  (slot) => makeBlock({ slot, transactions: 20 }),
);

let store: TestStore;
let client: TestConnection;
const started: ChildProcess[] = [];
beforeAll(async () => {
  store = await startTestStore();
});
beforeEach(async () => {
  client = await store.fresh();
  await new BlockWriter(client).write(chain);
});
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL');
  await store?.stop();
});

/** Starts the program that makes what is due. */
function startProgram(): ChildProcess {
  const options = ['--conditions', 'tickscope:source', '--import', 'tsx'];
  const child = spawn(process.execPath, [...options, PROGRAM], {
    cwd: HERE,
    env: { PATH: process.env['PATH'] ?? '', ...store.environment('owner') },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  started.push(child);
  return child;
}

/** Whether the server is just inserting into a table. */
async function isInserting(table: string): Promise<boolean> {
  const [row] = await client.read.queryRows<[string]>(
    `SELECT count() FROM system.processes WHERE position(query, 'INSERT INTO ${table} (') > 0 AND query_id != queryID()`,
    { timeoutMs: 10_000 },
  );
  return row?.[0] !== '0';
}

describe.each(['account_heat', 'account_heat_buckets'])('killed while it inserts into %s', (table) => {
  test('it leaves only correct rows that count, and the next one computes the rest', async () => {
    // Long enough to be met; the inserts themselves take milliseconds.
    await client.command({
      query: `CREATE MATERIALIZED VIEW slow ENGINE = Null AS SELECT sleep(1) AS slept FROM ${table}`,
    });
    const killed = startProgram();
    const exited = once(killed, 'exit');
    while (!(await isInserting(table))) {
      if (killed.exitCode !== null) throw new Error('the program ended before it was killed');
      await sleep(20);
    }
    killed.kill('SIGKILL');
    expect(await exited).toEqual([null, 'SIGKILL']);
    // The server goes on with what it has been given.
    while (await isInserting(table)) await sleep(20);
    await client.command({ query: 'DROP VIEW slow SYNC' });

    const blocksOf = (bucket: number) => chain.filter(({ slot }) => Math.floor(slot / 128) === bucket);
    for (const bucket of BUCKETS)
      expect([[], expectedHeat(blocksOf(bucket))]).toContainEqual(await storedHeat(client, bucket));
    expect(await storedHeat(client, BUCKETS[0]!)).toEqual([]);

    expect(await once(startProgram(), 'exit')).toEqual([0, null]);
    for (const bucket of BUCKETS)
      expect(await storedHeat(client, bucket)).toEqual(expectedHeat(blocksOf(bucket)));
    expect(await refreshHeat(client, { settleSeconds: 0 })).toEqual({ made: [], isMore: false });
  });
});
