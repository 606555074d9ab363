import { redetect } from '@tickscope/pipeline';
import { expectedScan, reportedTrades, type Scan } from '@tickscope/queries/testing/wallet-scan';
import { BlockWriter } from '@tickscope/store';
import { makeBusyChain, NEWEST } from '@tickscope/testkit/busy-chain';
import { markDetected } from '@tickscope/testkit/store/mark-detected';
import { address } from '@tickscope/testkit/traded-block';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type JobsUnderTest, startJobsUnderTest } from '../../testing/jobs-under-test.js';

const blocks = makeBusyChain();

let api: JobsUnderTest;
beforeAll(async () => {
  api = await startJobsUnderTest();
  await new BlockWriter(api.owner).write(blocks);
  await redetect(api.owner, { fromSlot: blocks[0]!.slot, toSlot: NEWEST, headSlot: NEWEST });
  await markDetected(api.owner);
});
afterAll(() => api?.stop());

test('a scan as a job has every trade of the wallet, and every incident around it', async () => {
  const wallet_address = address('alice');
  const answer = await api.result<Scan>('check-wallet', {
    wallet_address,
    time_range_days: 4,
    slot_window: 10,
  });
  const expected = expectedScan(blocks, 'alice', 4, 10);
  expect(reportedTrades(answer)).toEqual(expected);
  expect(answer).toMatchObject({
    ...{ wallet_address, time_range_days: 4, slot_window: 10, truncated: false },
    summary: {
      total_dex_trades: expected.length,
      total_sandwich_attacks: expected.filter(({ incidents }) => incidents.length > 0).length,
    },
  });
});

test('an unknown wallet has no trades, and the answer still has its coverage: of a day, at ±4 slots', async () => {
  expect(await api.result('check-wallet', { wallet_address: address('stranger') })).toMatchObject({
    wallet_address: address('stranger'),
    time_range_days: 1,
    slot_window: 4,
    trades: [],
    summary: { total_transactions: 0, total_dex_trades: 0, total_sandwich_attacks: 0 },
    covered: { to_slot: NEWEST },
  });
});
