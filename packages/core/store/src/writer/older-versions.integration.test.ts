import { assembleBlock, type Block } from '@tickscope/chain';
import { makeVersionsOlder } from '@tickscope/testkit/store/older-versions';
import { expectStored } from '@tickscope/testkit/store/stored-rows';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { address, tradedBlock } from '@tickscope/testkit/traded-block';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readLinks } from '../gaps/read-gaps.js';
import { BlockWriter, type WriteOutcome } from './block-writer.js';
import { encodedBlock } from './encoded-block.js';

let store: TestStore;
let client: TestConnection;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(async () => store?.stop());
beforeEach(async () => {
  client = await store.fresh();
});

const SLOT = 700;
/** Mint C is not swapped in it. */
const FULL = tradedBlock(SLOT, [
  { does: 'swap', trader: 'alice', from: 'A', paid: 100n, got: 190n },
  { does: 'transfer', from: 'alice', to: 'bob', amount: 190n },
  { does: 'transfer', from: 'carol', to: 'dave', amount: 7n, mint: 'C' },
]);
/** As `getBlock` gives it. */
const RPC: Block = assembleBlock({
  ...FULL,
  parentSlot: SLOT - 1,
  source: 'rpc',
  entries: null,
  promisedTransactions: FULL.transactionCount,
  promisedEntries: null,
});
const WITHOUT_META: Block = {
  ...FULL,
  hasMeta: false,
  transactions: FULL.transactions.map((tx) => ({ ...tx, meta: null })),
};

async function write(block: Block): Promise<WriteOutcome> {
  return (await new BlockWriter(client).write([block])).outcomes.get(SLOT)!;
}
async function writeOlder(block: Block): Promise<void> {
  await write(block);
  await makeVersionsOlder(client);
}
const linkedMints = async (): Promise<string[]> =>
  (
    await client.read.queryRows<[string]>('SELECT DISTINCT mint FROM token_links_text ORDER BY mint', {
      timeoutMs: 5_000,
    })
  ).map(([mint]) => mint);
const knowsLinks = async (): Promise<boolean[]> =>
  (await readLinks(client.read, SLOT, SLOT)).map(({ knowsTokenLinks }) => knowsTokenLinks);
const BOTH = [address('B'), address('C')].sort();

describe('a version that was stored before links of every mint were', () => {
  test('has those of swapped mints, and is marked as incomplete', async () => {
    await writeOlder(FULL);
    expect(await linkedMints()).toEqual([address('B')]);
    expect(await knowsLinks()).toEqual([false]);
  });

  test('with entries gets all links from a version without, and keeps its entries', async () => {
    await writeOlder(FULL);
    expect(await write(RPC)).toBe('written');
    await expectStored(client, [{ ...FULL, source: 'rpc' }]);
    expect([await linkedMints(), await knowsLinks()]).toEqual([BOTH, [true]]);
  });

  test.each([
    ['with entries', FULL],
    ['without entries', RPC],
  ])('%s is replaced by the same block again, and then no more', async (_, block) => {
    await writeOlder(block);
    expect(await write(block)).toBe('written');
    await expectStored(client, [block]);
    expect([await linkedMints(), await knowsLinks()]).toEqual([BOTH, [true]]);
    expect(await write(block)).toBe('already_stored');
  });

  test('is replaced by the block as its rows', async () => {
    await writeOlder(FULL);
    const { outcomes } = await new BlockWriter(client).write([encodedBlock(FULL)]);
    expect(outcomes.get(SLOT)).toBe('written');
    await expectStored(client, [FULL]);
  });

  test('with entries and meta stays when a version without meta arrives', async () => {
    await writeOlder(FULL);
    expect(await write(WITHOUT_META)).toBe('already_stored');
    expect(await linkedMints()).toEqual([address('B')]);
  });
});

test('the view names who authorised a link, also where the table has it as the owner of the source', async () => {
  await write(FULL);
  const rows = await client.read.queryRows<[string, string, boolean]>(
    'SELECT mint, authority, authority_signed FROM token_links_text ORDER BY block_index',
    { timeoutMs: 5_000 },
  );
  expect(rows).toEqual([
    [address('B'), address('alice'), true],
    [address('C'), address('carol'), true],
  ]);
});

describe('a version without meta', () => {
  test('knows no links; with its entries kept it gets them from one with meta', async () => {
    await write(WITHOUT_META);
    expect([await linkedMints(), await knowsLinks()]).toEqual([[], [false]]);
    expect(await write(RPC)).toBe('written');
    await expectStored(client, [{ ...FULL, source: 'rpc' }]);
    expect(await knowsLinks()).toEqual([true]);
  });

  test('with entries replaces one that has links but no entries, completely', async () => {
    await write(RPC);
    expect(await write(WITHOUT_META)).toBe('written');
    await expectStored(client, [WITHOUT_META]);
    expect([await linkedMints(), await knowsLinks()]).toEqual([[], [false]]);
  });
});
