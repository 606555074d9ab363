import { redetect } from '@tickscope/pipeline';
import { BlockWriter } from '@tickscope/store';
import { makeBusyChain, NEWEST } from '@tickscope/testkit/busy-chain';
import { expectedTrades } from '@tickscope/testkit/expected-trades';
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

interface Profile {
  summary: unknown;
  trades: { signature: string; incidents: Record<string, unknown>[] }[];
  coverage: unknown;
}

test('a profile as a job has the trades of the victim that the attacker sandwiched, with the evidence', async () => {
  const profile = await api.result<Profile>('check-attacker', {
    attacker_address: address('mallory'),
    victim_address: address('alice'),
    slot_window: 0,
    time_range_days: 1,
  });
  const trades = expectedTrades(blocks, address('alice'), 1, 0);
  // All sandwiches of one slot are by mallory, and in some of them muriel sells.
  const attacked = trades.filter(({ incidents }) => incidents.length > 0);
  expect(attacked.length).toBeGreaterThan(5);
  expect(profile.trades.map(({ signature }) => signature)).toEqual(
    attacked.map(({ signature }) => signature),
  );
  expect(profile.summary).toMatchObject({
    total_victim_dex_trades: trades.length,
    total_incidents: attacked.reduce((sum, { incidents }) => sum + incidents.length, 0),
  });
  expect(profile.trades[0]!.incidents[0]).toMatchObject({
    sandwich: { link: 'same_signer', intent: 'proven' },
  });
  expect(profile.trades[0]!.incidents[0]).not.toHaveProperty('attacker_signer');
  expect(profile.coverage).toMatchObject({ to_slot: NEWEST });
});
