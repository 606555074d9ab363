import { describe, expect, it } from 'vitest';
import { assembleBlock, type BlockParts } from './assemble-block.js';
import type { Transaction, TransactionMeta } from './block.js';
import { buildChain, plainSlot } from './testing/built-chain.js';
import { aTransaction, named32, named64 } from './testing/bytes.js';
import { partsOf } from './testing/parts.js';

const built = buildChain([plainSlot])[0]!;
const parts = partsOf(built);
const code = (name: string) => expect.objectContaining({ name: 'ChainDataError', code: name });

const meta: TransactionMeta = {
  error: null,
  feeLamports: 5_000n,
  preBalances: [10_000n],
  postBalances: [5_000n],
  innerInstructions: [],
  preTokenBalances: [],
  postTokenBalances: [],
  computeUnits: 150,
  costUnits: null,
  callLog: null,
  failure: null,
};
const tokenBalance = {
  accountIndex: 0,
  mint: 'So11111111111111111111111111111111111111112',
  owner: null,
  programId: null,
  decimals: 9,
  amount: 1n,
};
const lookup = {
  accountKey: named32('table'),
  writableIndexes: Uint8Array.of(1),
  readonlyIndexes: Uint8Array.of(2),
};

/** A block of the one transaction given. */
function withTransaction(change: Partial<Transaction>): BlockParts {
  return {
    ...parts,
    entries: null,
    promisedTransactions: 1,
    transactions: [aTransaction(change)],
  };
}

describe('assembleBlock', () => {
  it('makes a full block of entries and transactions that fit', () => {
    const block = assembleBlock(parts);
    expect(block).toMatchObject({
      slot: 1_001,
      parentSlot: 1_000,
      content: 'full',
      model: 'ticked',
      transactionCount: 3,
      hasMeta: false,
    });
    expect(block.entries).toEqual(built.entries);
  });

  it('reports what it does not hold', () => {
    expect(assembleBlock({ ...parts, entries: null, promisedEntries: null })).toMatchObject({
      content: 'no_entries',
      model: null,
      entries: [],
    });
    expect(assembleBlock({ ...parts, transactions: null })).toMatchObject({
      content: 'entries_only',
      transactions: [],
      transactionCount: 3,
    });
    expect(assembleBlock({ ...parts, promisedTransactions: null, promisedEntries: null }).content).toBe(
      'full',
    );
  });

  it('gives slot 0 no parent', () => {
    const slot0 = { ...parts, slot: 0, parentSlot: 0 };
    expect(assembleBlock(slot0)).toMatchObject({ parentSlot: null, parentBlockhash: null });
  });

  it.each<[string, Partial<BlockParts>]>([
    ['neither entries nor transactions', { entries: null, transactions: null }],
    ['a transaction less than promised', { promisedTransactions: 4 }],
    ['a transaction less than its entries count', { transactions: parts.transactions!.slice(0, 2) }],
    ['a transaction more', { transactions: [...parts.transactions!, aTransaction({ index: 3 })] }],
    ['an entry less than promised', { promisedEntries: 67 }],
    ['a tick less', { entries: parts.entries!.slice(1, -1) }],
    ['indexes with a gap', { transactions: parts.transactions!.with(1, aTransaction({ index: 2 })) }],
  ])('refuses %s as incomplete', (_name, change) => {
    expect(() => assembleBlock({ ...parts, ...change })).toThrow(code('incomplete'));
  });

  it.each<[string, Partial<BlockParts>]>([
    ['a last entry whose hash is not the blockhash', { blockhash: named32('another') }],
    ['a parent that is the slot itself', { parentSlot: 1_001 }],
    ['a parent after it', { parentSlot: 1_002 }],
    ['a parent below 0', { parentSlot: -1 }],
  ])('refuses %s as a contradiction', (_name, change) => {
    expect(() => assembleBlock({ ...parts, ...change })).toThrow(code('contradiction'));
  });

  it.each<[string, Partial<BlockParts>]>([
    ['a slot beyond the range of ticks', { slot: 2 ** 47 }],
    ['a slot that is no integer', { slot: 1.5 }],
    ['a blockhash of 31 bytes', { blockhash: new Uint8Array(31) }],
    ['a parent hash of 33 bytes', { parentBlockhash: new Uint8Array(33) }],
    ['a leader of no bytes', { leader: new Uint8Array() }],
    ['a time before 1970', { blockTime: -1 }],
    ['a time beyond 32 bits', { blockTime: 2 ** 32 }],
    ['a height below 0', { blockHeight: -1 }],
    ['a height beyond 2^53', { blockHeight: 2 ** 53 }],
  ])('refuses %s as a bad value', (_name, change) => {
    expect(() => assembleBlock({ ...parts, ...change })).toThrow(code('bad_value'));
  });

  it.each<[string, Partial<Transaction>]>([
    ['no signature', { signatures: [] }],
    ['a signature too many', { signatures: [named64('a'), named64('b')] }],
    ['a signature of 63 bytes', { signatures: [new Uint8Array(63)] }],
    ['more signers than keys', { staticKeys: [] }],
    [
      'no writable signer',
      { header: { numRequiredSignatures: 1, numReadonlySigned: 1, numReadonlyUnsigned: 0 } },
    ],
    [
      'more read-only keys than keys',
      { header: { numRequiredSignatures: 1, numReadonlySigned: 0, numReadonlyUnsigned: 1 } },
    ],
    ['a recent blockhash of no bytes', { recentBlockhash: new Uint8Array() }],
    ['a key of 31 bytes', { staticKeys: [new Uint8Array(31)] }],
    ['257 keys', { staticKeys: Array.from({ length: 257 }, (_, index) => named32(`${index}`)) }],
    [
      'a program outside its keys',
      { instructions: [{ programIdIndex: 1, accounts: new Uint8Array(), data: new Uint8Array() }] },
    ],
    [
      'an account outside its keys',
      { instructions: [{ programIdIndex: 0, accounts: Uint8Array.of(0, 1), data: new Uint8Array() }] },
    ],
    ['loaded addresses that it does not look up', { loaded: { writable: [named32('x')], readonly: [] } }],
    [
      'writable addresses where read-only ones are looked up',
      {
        version: 0,
        addressTableLookups: [lookup],
        loaded: { writable: [named32('x'), named32('y')], readonly: [] },
      },
    ],
    [
      'a loaded address of 31 bytes',
      {
        version: 0,
        addressTableLookups: [lookup],
        loaded: { writable: [new Uint8Array(31)], readonly: [named32('y')] },
      },
    ],
    ['lookups in a legacy message', { addressTableLookups: [lookup], loaded: null }],
    ['lookups in a v1 message', { version: 1, addressTableLookups: [lookup], loaded: null }],
    [
      'a config in a v0 message',
      {
        version: 0,
        config: {
          priorityFeeLamports: null,
          computeUnitLimit: null,
          loadedAccountsDataSizeLimit: null,
          heapSize: null,
        },
      },
    ],
    ['balances for more keys', { meta: { ...meta, preBalances: [1n, 2n], postBalances: [1n, 2n] } }],
    ['balances before and not after', { meta: { ...meta, postBalances: [] } }],
    ['a change of balance beyond 64 bits', { meta: { ...meta, postBalances: [2n ** 64n - 1n] } }],
    ['compute units beyond 32 bits', { meta: { ...meta, computeUnits: 2 ** 32 } }],
    ['cost units beyond 32 bits', { meta: { ...meta, costUnits: 2 ** 32 } }],
    [
      'inner instructions of an instruction it lacks',
      { meta: { ...meta, innerInstructions: [{ index: 0, instructions: [] }] } },
    ],
    [
      'a token balance of an account it lacks',
      { meta: { ...meta, preTokenBalances: [{ ...tokenBalance, accountIndex: 1 }] } },
    ],
    [
      'a token balance whose mint is no address',
      { meta: { ...meta, postTokenBalances: [{ ...tokenBalance, mint: '' }] } },
    ],
    [
      'a token of 256 decimals',
      { meta: { ...meta, postTokenBalances: [{ ...tokenBalance, decimals: 256 }] } },
    ],
  ])('refuses a transaction with %s as a bad value', (_name, change) => {
    expect(() => assembleBlock(withTransaction(change))).toThrow(code('bad_value'));
  });

  it('takes a transaction with all signatures, lookups whose addresses are unknown, and its meta', () => {
    const tx = {
      version: 0,
      signatures: [named64('a'), named64('b')],
      header: { numRequiredSignatures: 2, numReadonlySigned: 1, numReadonlyUnsigned: 0 },
      staticKeys: [named32('a'), named32('b')],
      addressTableLookups: [lookup],
      loaded: null,
      instructions: [{ programIdIndex: 3, accounts: Uint8Array.of(2), data: new Uint8Array() }],
      meta: { ...meta, preBalances: [1n, 2n, 3n, 4n], postBalances: [1n, 2n, 3n, 4n] },
    } satisfies Partial<Transaction>;
    const block = assembleBlock(withTransaction(tx));
    expect(block.transactions[0]).toMatchObject(tx);
    expect(block.hasMeta).toBe(true);
  });
});
