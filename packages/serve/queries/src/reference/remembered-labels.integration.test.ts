import { createHash } from 'node:crypto';
import { keyToBase58 } from '@tickscope/chain';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../testing/test-database.js';
import { readRememberedLabels } from './remembered-labels.js';

let store: TestStore;
beforeAll(async () => {
  store = await startTestStore();
  await store.fresh();
});
afterAll(async () => store?.stop());

const addressOf = (name: string) => createHash('sha256').update(name).digest();
const context = { id: 'test', signal: new AbortController().signal };

const insert = (select: string) =>
  store.open('owner').command({
    query: `INSERT INTO labels (address, kind, label, tags, source) ${select}`,
  });

async function labelOf(name: string): Promise<string | undefined> {
  // A process with empty caches.
  const labels = await readRememberedLabels(openTestDatabase(store), [keyToBase58(addressOf(name))], context);
  return labels.get(keyToBase58(addressOf(name)))?.label;
}

test('an address has its label, whether the list is short or longer than is remembered', async () => {
  await insert(`VALUES (unhex('${addressOf('a').toString('hex')}'), 'pool', 'A', [], 'this test')`);
  expect([await labelOf('a'), await labelOf('b')]).toEqual(['A', undefined]);
  await insert(
    "SELECT reinterpretAsFixedString(SHA256(concat('other ', toString(number)))), 'pool', 'other', [], 'this test' FROM numbers(5000)",
  );
  expect([await labelOf('a'), await labelOf('other 4999'), await labelOf('b')]).toEqual([
    'A',
    'other',
    undefined,
  ]);
});
