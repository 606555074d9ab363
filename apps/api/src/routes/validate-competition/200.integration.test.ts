import { redetect } from '@tickscope/pipeline';
import { BlockWriter } from '@tickscope/store';
import { DAY_SLOTS, makeBusyChain, NEWEST } from '@tickscope/testkit/busy-chain';
import { expectedIncidents } from '@tickscope/testkit/expected-sandwiches';
import { address } from '@tickscope/testkit/traded-block';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type JobsUnderTest, startJobsUnderTest } from '../../testing/jobs-under-test.js';

const blocks = makeBusyChain();

let api: JobsUnderTest;
beforeAll(async () => {
  api = await startJobsUnderTest();
  await new BlockWriter(api.owner).write(blocks);
  await redetect(api.owner, { fromSlot: blocks[0]!.slot, toSlot: NEWEST, headSlot: NEWEST });
});
afterAll(() => api?.stop());

interface Competition {
  summary: Record<string, number>;
  incidents: { signature_a: string; sandwich_id: string | null; success: boolean }[];
  pagination: unknown;
  coverage: unknown;
}

test('a comparison as a job has the sandwiches of one wallet around the other, a page of them', async () => {
  const answer = await api.result<Competition>('validate-competition', {
    ...{ wallet_a: address('alice'), wallet_b: address('mallory') },
    ...{ time_range_days: 1, slot_window: 1, limit: 3, page: 2 },
  });
  const from = NEWEST - DAY_SLOTS;
  const around = expectedIncidents(blocks, 1).filter(
    ({ victim, success }) => victim.trader === address('alice') && victim.slot >= from && success,
  );
  expect(answer.summary).toMatchObject({
    sandwiches: new Set(around.map(({ sandwich }) => sandwich.id)).size,
  });
  expect(answer.summary['sandwiches']).toBeGreaterThan(5);
  expect(answer.incidents).toHaveLength(3);
  expect(answer.pagination).toMatchObject({ current_page: 2, has_next_page: true });
  expect(answer.coverage).toMatchObject({ to_slot: NEWEST });
});
