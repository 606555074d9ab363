import {
  applyRetention,
  BlockWriter,
  type ClickHouseClient,
  DEFAULT_RETENTION,
  sqlFile,
} from '@tickscope/store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBlock } from '../../../../packages/store/src/testing/made-block.js';
import { startTestStore, type TestStore } from '../../../../packages/store/src/testing/test-store.js';

const SLOT = 300_000;

let store: TestStore;
let client: ClickHouseClient;
beforeAll(async () => {
  store = await startTestStore();
  client = await store.fresh();
  await new BlockWriter(client).write([makeBlock({ slot: SLOT }), makeBlock({ slot: SLOT + 10 })]);
  // As if the first had been inserted two days ago.
  await client.command({
    query: `ALTER TABLE slots UPDATE inserted_at = inserted_at - INTERVAL 2 DAY WHERE slot = ${SLOT} SETTINGS mutations_sync = 2`,
  });
});
afterAll(async () => store?.stop());

async function expired(): Promise<number[]> {
  const answer = await client.query({
    query: sqlFile(import.meta.url, './stored-blocks.sql'),
    query_params: { from: SLOT, to: SLOT + 10, from_slot: SLOT, to_slot: SLOT + 10 },
    format: 'JSONEachRow',
  });
  const rows = await answer.json<{ slot: string; is_expired: boolean }>();
  return rows.filter((row) => row.is_expired).map(({ slot }) => Number(slot));
}

test('slots count as expired when their locks may be gone, by the retention that was in force', async () => {
  expect(await expired()).toEqual([]);
  await applyRetention(client, { ...DEFAULT_RETENTION, locks: 1 });
  expect(await expired()).toEqual([SLOT]);
  // Kept longer from now on: what was dropped does not come back.
  await applyRetention(client, DEFAULT_RETENTION);
  expect(await expired()).toEqual([SLOT]);
});
