import { address, signature } from '@tickscope/chain';
import type { StoredTransaction } from '@tickscope/queries/transactions';
import { expect, test } from 'vitest';
import { resultsBySlot, transactionRecord } from './records.js';

const SIGNATURE = signature(
  '4QZ5DdTt92jPGZvwVuc5cx5EvvDmpKo9LW9L1ekSR9JR9TVtvPtaaZ7oSKhxZEeCMHoWYPRpPmJmDFbNUHLS3ED8',
);
const SIGNER = address('Vote111111111111111111111111111111111111111');

const NO_ROLES = new Map();

const full: StoredTransaction = {
  signature: SIGNATURE,
  slot: 370537741,
  blockIndex: 214,
  entryIndex: 31,
  txIndex: 2,
  pohTick: 23714415437,
  blockTime: 1_788_264_000,
  signer: SIGNER,
  isVote: true,
  accountsReadCount: 9,
  accountsWrittenCount: 14,
  success: true,
};

test('a transaction of a block with entries has all its fields', () => {
  expect(transactionRecord(full, NO_ROLES)).toEqual({
    signature: SIGNATURE,
    signer: SIGNER,
    slot: 370537741,
    poh_tick: 23714415437,
    poh_tick_exact: true,
    entry_index: 31,
    tx_index: 2,
    block_index: 214,
    timestamp: '2026-09-01T12:00:00.000Z',
    is_vote: 1,
    accounts_read_count: 9,
    accounts_written_count: 14,
    success: true,
    roles: [],
  });
});

test('without entries the tick is the last of the slot, inexact, and the block is one entry', () => {
  const rpc = { ...full, slot: 10, blockIndex: 7, entryIndex: null, txIndex: null, pohTick: null };
  expect(transactionRecord(rpc, NO_ROLES)).toMatchObject({
    poh_tick: 11 * 64 - 1,
    poh_tick_exact: false,
    entry_index: 0,
    tx_index: 7,
    block_index: 7,
  });
});

test('facts that are not known are null', () => {
  const unknown = {
    ...full,
    blockTime: null,
    accountsReadCount: null,
    accountsWrittenCount: null,
    success: null,
  };
  expect(transactionRecord(unknown, NO_ROLES)).toMatchObject({
    timestamp: null,
    success: null,
    accounts_read_count: null,
    accounts_written_count: null,
  });
});

test('rows are grouped by slot in their order, with offsets from the original', () => {
  const at = (slot: number, blockIndex: number, pohTick: number | null, isWrite: boolean) => ({
    ...full,
    slot,
    blockIndex,
    pohTick,
    isWrite,
  });
  const original = at(100, 5, 6_420, true);
  const rows = [at(99, 0, 6_399, false), at(100, 4, 6_420, true), original, at(101, 0, null, true)];
  const short = resultsBySlot(rows, original, NO_ROLES).map(({ transactions, ...slot }) => ({
    ...slot,
    transactions: transactions.map((tx) => [
      ...[tx.block_index, tx.poh_tick_offset, tx.matched_in_read, tx.matched_in_written, tx.is_original],
    ]),
  }));
  expect(short).toEqual([
    { slot: 99, slot_offset: -1, transaction_count: 1, transactions: [[0, -21, true, false, false]] },
    {
      slot: 100,
      slot_offset: 0,
      transaction_count: 2,
      transactions: [
        [4, 0, false, true, false],
        [5, 0, false, true, true],
      ],
    },
    // (101 + 1) * 64 - 1 - 6420
    { slot: 101, slot_offset: 1, transaction_count: 1, transactions: [[0, 107, false, true, false]] },
  ]);
});
