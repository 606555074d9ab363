import { signatureAt } from '@tickscope/testkit/chain-of-trades';
import { signature } from '@tickscope/testkit/store/chain-rows';
import { storeDetected } from '@tickscope/testkit/store/store-detected';
import { address, tradedBlock } from '@tickscope/testkit/traded-block';
import { got, TradingPool } from '@tickscope/testkit/trading-pool';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type JobsUnderTest, startJobsUnderTest } from '../../testing/jobs-under-test.js';

const SLOT = 5_000;
const pool = new TradingPool('pool');
const front = pool.swap('mallory', 'A', 100_000_000n);
const blocks = [
  tradedBlock(SLOT, [
    front,
    pool.swapToLimit('victim', 'A', 200_000_000n),
    pool.swap('mallory', 'B', got(front)),
  ]),
];
const victim = signatureAt(blocks, SLOT, 1);

let api: JobsUnderTest;
beforeAll(async () => {
  api = await startJobsUnderTest();
  await storeDetected(api.owner, blocks);
});
afterAll(() => api?.stop());

describe('a request', () => {
  test('of one signature as a text is the same question, and the same job, as of an array of one', async () => {
    const one = await api.submit('check-sandwich', { signatures: victim });
    const second = await api.submit('check-sandwich', { signatures: [victim, victim], slot_range: 20 });
    expect(second).toBe(one);
    const { data } = await api.ended(one);
    expect(data).toMatchObject({
      results: [{ signature: victim, found: true, sandwich_detected: true, signer: address('victim') }],
      summary: { total_checked: 1, total_found: 1, total_sandwich_attacks: 1, slot_range_used: 20 },
    });
  });

  test('of 50 signatures marks the unknown ones, in the order of the request', async () => {
    const unknown = Array.from({ length: 49 }, (_, at) => signature(`unknown ${at}`).base58);
    const asked = unknown.toSpliced(20, 0, victim);
    const { results, summary } = await api.result<{
      results: { signature: string; found: boolean }[];
      summary: object;
    }>('check-sandwich', { signatures: asked, slot_range: 11 });
    expect(results.map(({ signature: it, found }) => [it, found])).toEqual(
      asked.map((it) => [it, it === victim]),
    );
    expect(summary).toMatchObject({ total_checked: 50, total_found: 1 });
  });
});
