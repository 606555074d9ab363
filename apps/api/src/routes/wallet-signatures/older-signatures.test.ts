import { createHash } from 'node:crypto';
import { address, type Signature, signatureToBase58 } from '@tickscope/chain';
import type { JsonRpc } from '@tickscope/pipeline/rpc';
import { describe, expect, test } from 'vitest';
import { readOlderSignatures } from './older-signatures.js';

const WALLET = address('Vote111111111111111111111111111111111111111');
const signatureOf = (slot: number) =>
  signatureToBase58(
    Buffer.concat([0, 1].map((part) => createHash('sha256').update(`${slot}/${part}`).digest())),
  );

/** A node whose wallet has one transaction per slot up to 2,999; its time is the slot. */
function nodeOf(): { rpc: JsonRpc; asked: number[] } {
  const asked: number[] = [];
  const slots = new Map<string, number>(
    Array.from({ length: 3_000 }, (_, slot) => [signatureOf(slot), slot]),
  );
  const rpc: JsonRpc = {
    async call(_method, [, config]) {
      const { before, limit } = config as { before?: string; limit: number };
      asked.push(limit);
      const newest = before === undefined ? 2_999 : slots.get(before)! - 1;
      const count = Math.min(limit, newest + 1);
      return Array.from({ length: count }, (_, index) => {
        const slot = newest - index;
        return { signature: signatureOf(slot), slot, err: null, blockTime: slot };
      });
    },
  };
  return { rpc, asked };
}

const { signal } = new AbortController();
const slotsOf = (rows: readonly { slot: number }[]) => rows.map(({ slot }) => slot);

describe('signatures listed by a node', () => {
  test('are requested once, one more than needed, to know whether there are more', async () => {
    const { rpc, asked } = nodeOf();
    const window = { fromTime: 0, toTime: 20_000 };
    const page = await readOlderSignatures(rpc, WALLET, window, { before: null, limit: 3 }, signal);
    expect(slotsOf(page.rows)).toEqual([2_999, 2_998, 2_997]);
    expect([page.hasMore, page.lastSeen, asked]).toEqual([true, signatureOf(2_997), [4]]);
  });

  test('ends where the window begins, and at the first transaction there is', async () => {
    const { rpc } = nodeOf();
    const from = signatureOf(10);
    const some = await readOlderSignatures(
      rpc,
      WALLET,
      { fromTime: 7, toTime: 20_000 },
      { before: from, limit: 100 },
      signal,
    );
    expect([slotsOf(some.rows), some.hasMore]).toEqual([[9, 8, 7], false]);
    const all = await readOlderSignatures(
      rpc,
      WALLET,
      { fromTime: 0, toTime: 20_000 },
      { before: from, limit: 100 },
      signal,
    );
    expect([slotsOf(all.rows), all.hasMore]).toEqual([[9, 8, 7, 6, 5, 4, 3, 2, 1, 0], false]);
  });

  test('of a window of long ago is come to page by page, a few of them at a time', async () => {
    const { rpc } = nodeOf();
    const window = { fromTime: 1_000, toTime: 1_003 };
    const seen: number[] = [];
    let before: Signature | null = null;
    let asked = 0;
    for (let hasMore = true; hasMore; asked += 1) {
      const page = await readOlderSignatures(rpc, WALLET, window, { before, limit: 2 }, signal);
      seen.push(...slotsOf(page.rows));
      ({ hasMore, lastSeen: before } = page);
    }
    expect(seen).toEqual([1_003, 1_002, 1_001, 1_000]);
    expect(asked).toBeLessThanOrEqual(5);
  });
});
