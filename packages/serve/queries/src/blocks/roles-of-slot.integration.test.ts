import { extractBlockTrades } from '@tickscope/dex';
import { detectSandwiches } from '@tickscope/sandwich';
import { makeBusyChain } from '@tickscope/testkit/busy-chain';
import { signatureAt } from '@tickscope/testkit/chain-of-trades';
import { storeDetected } from '@tickscope/testkit/store/store-detected';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../database.js';
import { listEvery } from '../testing/list-every.js';
import { openTestDatabase } from '../testing/test-database.js';
import { readSlot } from './read-slot.js';

const context = { id: 'test', signal: new AbortController().signal };
const blocks = makeBusyChain().slice(-40);
const detected = new Map(detectSandwiches(blocks.map(extractBlockTrades)).map((it) => [it.id, it]));

let store: TestStore;
let database: Database;
beforeAll(async () => {
  store = await startTestStore();
  await storeDetected(await store.fresh(), blocks);
  database = openTestDatabase(store);
});
afterAll(() => store?.stop());

test('every leg and victim of a sandwich that counts has its role, and nothing else has one', async () => {
  const roles = new Map<string, string[]>();
  for (const { slot } of blocks)
    for (const tx of (
      await readSlot(database, slot, { limit: 5_000, fromIndex: 0, withVotes: true }, context)
    ).transactions)
      for (const { sandwich_id: id, role } of tx.roles)
        roles.set(id, [...(roles.get(id) ?? []), `${role} ${tx.signature}`]);
  const sandwiches = await listEvery(database);
  expect(sandwiches.length).toBeGreaterThan(10);
  for (const { id } of sandwiches) {
    const it = detected.get(id)!;
    const signature = ({ slot, blockIndex }: { slot: number; blockIndex: number }) =>
      signatureAt(blocks, slot, blockIndex);
    const lost = it.victims.filter(({ lossAmount }) => lossAmount === null || lossAmount > 0n);
    const wanted = [
      ...it.fronts.map((leg) => `frontrun ${signature(leg)}`),
      ...it.backs.map((leg) => `backrun ${signature(leg)}`),
      ...lost.map(({ swap }) => `victim ${signature(swap)}`),
    ];
    const found = (roles.get(id) ?? []).filter((role) => !role.includes('_attempt'));
    expect([id, found.toSorted()]).toEqual([id, [...new Set(wanted)].sort()]);
  }
});
