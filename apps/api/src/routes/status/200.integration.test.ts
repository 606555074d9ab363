import { compileValidators, type components } from '@tickscope/schemas';
import { markDetected } from '@tickscope/testkit/store/mark-detected';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../server.js';
import { type ApiUnderTest, startApiUnderTest } from '../../testing/api-under-test.js';
import { quiet } from '../../testing/quiet.js';
import { get } from '../../testing/request.js';

type Status = components['schemas']['DataStatus'];

const isDocumented = compileValidators().response('getStatus', 200);

let api: ApiUnderTest;
beforeAll(async () => {
  api = await startApiUnderTest();
});
afterAll(() => api?.stop());

/** Another process, which has no answer kept. */
async function ask(): Promise<Status> {
  const other = await startApi(api.config, quiet);
  const answer = await get(`${other.url}/api/status`);
  await other.stop();
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
  expect(isDocumented(answer.body)).toEqual([]);
  return (answer.body as { data: Status }).data;
}

test('an empty store has no head, no range and no gaps', async () => {
  expect(await ask()).toEqual({
    head: null,
    stored: null,
    gaps: { open: 0, repairing: 0, given_up: 0, slot_count: 0, newest: [] },
    detection: { to_slot: null, lag_slots: null },
    recent: null,
  });
});

test('a store has its head with its age, its range and how far detection is', async () => {
  const now = Math.floor(Date.now() / 1_000);
  await api.rows.slots({ slot: 1_000, blockTime: now - 61 }, { slot: 1_001, blockTime: now - 60 });
  await markDetected(api.owner, 'slot = 1000');
  const found = await ask();
  expect(found).toMatchObject({
    head: { slot: 1_001, block_time: now - 60 },
    stored: { from_slot: 1_000, to_slot: 1_001, from_time: now - 61, to_time: now - 60 },
    detection: { to_slot: 1_000, lag_slots: 1 },
    recent: { stored_count: 2, undetected_count: 1 },
  });
  expect(found.head!.age_seconds).toBeGreaterThanOrEqual(60);
});

test('an answer may be a second old', async () => {
  await get(`${api.url}/api/status`);
  const kept = await get(`${api.url}/api/status`);
  expect(['hit', 'miss']).toContain(kept.headers.get('x-cache'));
});
