import { compileValidators, type components } from '@tickscope/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../server.js';
import { type ApiUnderTest, silentLog, startApiUnderTest } from '../../testing/api-under-test.js';
import { markDetected } from '../../testing/mark-detected.js';
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
  const other = await startApi(api.config, { log: silentLog, metricsKeptMs: 0 });
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

test('a store has its head with its age, its range, its gaps and how far detection is', async () => {
  const now = Math.floor(Date.now() / 1_000);
  // 1,005 is skipped, 1,006 is missing, 1,009 has entries only.
  await api.rows.slots(
    ...[1_000, 1_001, 1_002, 1_003, 1_004].map((slot) => ({ slot, blockTime: now - 100 })),
    { slot: 1_007, parent: 1_006, blockTime: now - 61 },
    { slot: 1_008, blockTime: now - 60 },
    { slot: 1_009, content: 'entries_only', blockTime: now - 59 },
  );
  await api.rows.slots({ slot: 1_006, parent: 1_004, content: 'entries_only' });
  await markDetected(api.owner, 'slot <= 1007');
  await api.rows.gaps(
    { from: 1_006, to: 1_006, cause: 'incomplete', state: 'repairing' },
    { from: 500, to: 509, cause: 'missing', state: 'given_up' },
    { from: 400, to: 401, cause: 'missing', state: 'repaired' },
  );
  const found = await ask();
  expect(found).toEqual({
    head: {
      slot: 1_008,
      block_time: now - 60,
      age_seconds: expect.any(Number),
      stored_at: expect.any(String),
      lag_seconds: expect.any(Number),
    },
    stored: { from_slot: 1_000, to_slot: 1_009, from_time: now - 100, to_time: now - 59 },
    gaps: {
      ...{ open: 0, repairing: 1, given_up: 1, slot_count: 11 },
      newest: [
        { from_slot: 1_006, to_slot: 1_006, cause: 'incomplete', state: 'repairing', tries: 0 },
        { from_slot: 500, to_slot: 509, cause: 'missing', state: 'given_up', tries: 0 },
      ],
    },
    detection: { to_slot: 1_007, lag_slots: 1 },
    recent: {
      ...{ from_slot: 1_000, to_slot: 1_009 },
      ...{ stored_count: 7, skipped_count: 1, incomplete_count: 2, missing_count: 0, undetected_count: 1 },
    },
  });
  const age = found.head!.age_seconds!;
  expect(age - found.head!.lag_seconds!).toBeGreaterThanOrEqual(0);
  expect(age).toBeGreaterThanOrEqual(60);
});

test('an answer may be a second old', async () => {
  await get(`${api.url}/api/status`);
  const kept = await get(`${api.url}/api/status`);
  expect(['hit', 'miss']).toContain(kept.headers.get('x-cache'));
});
