import { type Block, pubkeyFromBase58 } from '@tickscope/chain';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { tradedBlock } from '@tickscope/testkit/traded-block';
import { address, TransactionBuilder } from '@tickscope/testkit/transaction-builder';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BlockWriter } from '../writer/block-writer.js';
import { addTipAccount, ListedTipAccountError, StoredTipAccounts } from './tip-accounts.js';

const SYSTEM = '11111111111111111111111111111111';
const ADDED = address('tips of a new service');
const ENTRY = { account: ADDED, service: 'New', kind: 'landing', source: 'its own page' } as const;

let store: TestStore;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(async () => store?.stop());

/** A block with one transaction, which sends 77 lamports to the account. */
function tippingBlock(slot: number): Block {
  const [data, one] = [Buffer.alloc(12), tradedBlock(slot, [{ does: 'attempt', trader: 'alice' }], slot - 1)];
  data.writeUInt32LE(2);
  data.writeBigUInt64LE(77n, 4);
  const tx = new TransactionBuilder('alice').outer(SYSTEM, ['alice', ADDED], data).build();
  return { ...one, transactions: [{ ...tx, index: 0, signatures: one.transactions[0]!.signatures }] };
}

test('an account that is added counts from a slot after the newest block on, and is added once', async () => {
  const client = await store.fresh();
  await new BlockWriter(client).write([tippingBlock(5_000)]);
  const { fromSlot } = await addTipAccount(client, ENTRY);
  expect(fromSlot).toBeGreaterThan(5_000);
  const accounts = await new StoredTipAccounts(client.read).refresh();
  const key = pubkeyFromBase58(ADDED);
  expect(accounts.entryOf(key, fromSlot)).toEqual({ ...ENTRY, fromSlot });
  expect(accounts.entryOf(key, fromSlot - 1)).toBeNull();
  await expect(addTipAccount(client, { ...ENTRY, service: 'Other' })).rejects.toThrow(ListedTipAccountError);
});

test('tips of blocks from its slot on are stored, also where only a tip is paid', async () => {
  const client = await store.fresh();
  const { fromSlot } = await addTipAccount(client, ENTRY);
  // No block is stored: it counts in all.
  expect(fromSlot).toBe(0);
  // Another process: what this one has read is at most five seconds old.
  await new BlockWriter(store.open('owner')).write([tippingBlock(6_000)]);
  const rows = await client.read.queryRows(
    'SELECT toUInt32(slot), block_index, service, base58Encode(account), lamports, base58Encode(signer), is_alone FROM tips FINAL',
    { timeoutMs: 30_000 },
  );
  expect(rows).toEqual([[6_000, 0, 'New', ADDED, '77', address('alice'), true]]);
});
