import { createHash } from 'node:crypto';
import { toBase58 } from '@tickscope/chain';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeLeaders } from './leaders.js';

let store: TestStore;
let client: TestConnection;
beforeAll(async () => {
  store = await startTestStore();
  client = await store.fresh();
});
afterAll(async () => store?.stop());

const [ann, bob] = ['Ann', 'Bob'].map((name) => toBase58(createHash('sha256').update(name).digest())) as [
  string,
  string,
];
const storedRows = async () =>
  client.read.queryRows('SELECT slot, base58Encode(toFixedString(identity, 32)) FROM leaders ORDER BY slot', {
    timeoutMs: 10_000,
  });

test('a schedule is written once, and again only where it is another', async () => {
  const schedule = { firstSlot: 1_000, identities: [ann, bob], leaders: Int32Array.of(0, 0, 1, -1, 1) };
  expect(await writeLeaders(client, schedule)).toBe(4);
  const rows = [
    ['1000', ann],
    ['1001', ann],
    ['1002', bob],
    ['1004', bob],
  ];
  expect(await storedRows()).toEqual(rows);
  // The same schedule in another order.
  expect(
    await writeLeaders(client, {
      ...schedule,
      identities: [bob, ann],
      leaders: Int32Array.of(1, 1, 0, -1, 0),
    }),
  ).toBe(0);
  expect(await storedRows()).toEqual(rows);
  expect(await writeLeaders(client, { ...schedule, leaders: Int32Array.of(0, 1, 1, -1, 1) })).toBe(4);
  // One slot more, and one slot less: neither is the same.
  expect(await writeLeaders(client, { ...schedule, leaders: Int32Array.of(0, 1, 1, 0, 1) })).toBe(5);
  expect(await writeLeaders(client, { ...schedule, leaders: Int32Array.of(0, 1, 1, 0, -1) })).toBe(4);
});
