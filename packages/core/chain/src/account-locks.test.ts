import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountKeys, accountLocks, isRequestedWritable } from './account-locks.js';
import { pubkeyFromBase58 } from './base58.js';
import type { Transaction } from './block.js';
import { RESERVED_KEYS } from './reserved-keys.js';
import { aTransaction, named32, named64 } from './testing/bytes.js';

const loader = pubkeyFromBase58('BPFLoaderUpgradeab1e11111111111111111111111');
const key = (name: string | number) => named32(`key ${name}`);
const call = (programIdIndex: number) => ({
  programIdIndex,
  accounts: Uint8Array.of(0),
  data: new Uint8Array(),
});

/** Shape of a transaction: how many keys of each kind, and which are called as programs. */
const shape = fc
  .record({
    writableSigners: fc.integer({ min: 1, max: 4 }),
    readonlySigners: fc.nat({ max: 3 }),
    writableOthers: fc.nat({ max: 12 }),
    readonlyOthers: fc.nat({ max: 12 }),
    loadedWritable: fc.nat({ max: 8 }),
    loadedReadonly: fc.nat({ max: 8 }),
    called: fc.array(fc.nat(), { maxLength: 6 }),
  })
  .map((counts) => {
    const kinds = [
      ...Array(counts.writableSigners).fill('writable signer'),
      ...Array(counts.readonlySigners).fill('readonly signer'),
      ...Array(counts.writableOthers).fill('writable'),
      ...Array(counts.readonlyOthers).fill('readonly'),
      ...Array(counts.loadedWritable).fill('writable loaded'),
      ...Array(counts.loadedReadonly).fill('readonly loaded'),
    ] as string[];
    return { ...counts, kinds, called: counts.called.map((index) => index % kinds.length) };
  });
type Shape = typeof shape extends fc.Arbitrary<infer T> ? T : never;

function transactionOf(shape: Shape, keys: Uint8Array[], version: Transaction['version'] = 0): Transaction {
  const staticCount = shape.kinds.filter((kind) => !kind.includes('loaded')).length;
  const loadedAt = staticCount + shape.loadedWritable;
  const signers = shape.writableSigners + shape.readonlySigners;
  return aTransaction({
    version,
    signatures: Array.from({ length: signers }, (_, index) => named64(`signature ${index}`)),
    header: {
      numRequiredSignatures: signers,
      numReadonlySigned: shape.readonlySigners,
      numReadonlyUnsigned: shape.readonlyOthers,
    },
    staticKeys: keys.slice(0, staticCount),
    loaded: { writable: keys.slice(staticCount, loadedAt), readonly: keys.slice(loadedAt) },
    instructions: shape.called.map(call),
  });
}

describe('accountLocks', () => {
  it('locks each key once, in the order of the keys, as the message requests unless it is demoted', () => {
    fc.assert(
      fc.property(shape, (shape) => {
        const keys = shape.kinds.map((_, index) => key(index));
        const locks = accountLocks(transactionOf({ ...shape, called: [] }, keys));
        expect(locks.map((lock) => lock.account)).toEqual(keys);
        expect(locks.map((lock) => lock.isWrite)).toEqual(
          shape.kinds.map((kind) => kind.includes('writable')),
        );
        expect(locks.map((lock) => lock.isSigner)).toEqual(
          shape.kinds.map((kind) => kind.includes('signer')),
        );
      }),
      { numRuns: 150 },
    );
  });

  it.each(RESERVED_KEYS)('reads the reserved key %s wherever it stands', (reserved) => {
    fc.assert(
      fc.property(shape, fc.nat(), (shape, at) => {
        const position = at % shape.kinds.length;
        const keys = shape.kinds.map((_, index) =>
          index === position ? pubkeyFromBase58(reserved) : key(index),
        );
        const locks = accountLocks(transactionOf({ ...shape, called: [] }, keys));
        for (const [index, lock] of locks.entries())
          expect(lock.isWrite).toBe(index !== position && shape.kinds[index]!.includes('writable'));
      }),
      { numRuns: 25 },
    );
  });

  it('reads called programs, static or loaded, where the upgradeable loader is not among the keys', () => {
    fc.assert(
      fc.property(shape, (shape) => {
        const keys = shape.kinds.map((_, index) => key(index));
        const locks = accountLocks(transactionOf(shape, keys));
        for (const [index, lock] of locks.entries())
          expect(lock.isWrite).toBe(
            shape.kinds[index]!.includes('writable') && !shape.called.includes(index),
          );
      }),
      { numRuns: 500 },
    );
  });

  it('leaves called programs writable where the upgradeable loader is any of the keys, itself read', () => {
    fc.assert(
      fc.property(shape, fc.nat(), (shape, at) => {
        const position = at % shape.kinds.length;
        const keys = shape.kinds.map((_, index) => (index === position ? loader : key(index)));
        const locks = accountLocks(transactionOf(shape, keys));
        for (const [index, lock] of locks.entries())
          expect(lock.isWrite).toBe(index !== position && shape.kinds[index]!.includes('writable'));
      }),
      { numRuns: 500 },
    );
  });

  it('does not demote a program that only an inner instruction calls', () => {
    const inner = { index: 0, instructions: [{ ...call(1), stackHeight: 2 }] };
    const tx = aTransaction({
      staticKeys: [key(0), key(1)],
      meta: {
        error: null,
        feeLamports: 5_000n,
        preBalances: [],
        postBalances: [],
        innerInstructions: [inner],
        preTokenBalances: [],
        postTokenBalances: [],
        computeUnits: null,
        costUnits: null,
        callLog: null,
        failure: null,
      },
    });
    expect(accountLocks(tx).map((lock) => lock.isWrite)).toEqual([true, true]);
  });

  it('handles v1 transactions of up to 64 keys by the same rules', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 12, max: 64 }),
        fc.nat(),
        (signers, count, at) => {
          const keys = Array.from({ length: count }, (_, index) => key(index));
          const readonlySigned = signers - 1;
          const readonlyUnsigned = at % (count - signers + 1);
          const locks = accountLocks(
            aTransaction({
              version: 1,
              header: {
                numRequiredSignatures: signers,
                numReadonlySigned: readonlySigned,
                numReadonlyUnsigned: readonlyUnsigned,
              },
              staticKeys: keys,
            }),
          );
          expect(locks.flatMap((lock, index) => (lock.isWrite ? [index] : []))).toEqual([
            0,
            ...Array.from({ length: count - readonlyUnsigned - signers }, (_, index) => signers + index),
          ]);
          expect(locks.filter((lock) => lock.isSigner)).toHaveLength(signers);
        },
      ),
    );
  });

  it('takes a key that is named twice as one lock, a write if one of them is', () => {
    const tx = aTransaction({
      header: { numRequiredSignatures: 1, numReadonlySigned: 0, numReadonlyUnsigned: 1 },
      staticKeys: [key(0), key(0), key(1), key(1)],
      instructions: [call(3)],
    });
    expect(accountLocks(tx)).toEqual([
      { account: key(0), isWrite: true, isSigner: true },
      { account: key(1), isWrite: true, isSigner: false },
    ]);
  });

  it('knows only the static locks of a transaction whose loaded addresses are not known', () => {
    const tx = aTransaction({
      version: 0,
      staticKeys: [key(0), key(1)],
      addressTableLookups: [
        { accountKey: key('table'), writableIndexes: Uint8Array.of(1), readonlyIndexes: Uint8Array.of(2) },
      ],
      loaded: null,
    });
    expect(accountLocks(tx).map((lock) => lock.account)).toEqual([key(0), key(1)]);
    expect(accountKeys(tx)).toEqual([key(0), key(1)]);
  });
});

describe('isRequestedWritable', () => {
  // Four static keys, two of them signers; boundaries of each count (chain fact 14).
  it.each([
    [0, 0, [true, true, true, true]],
    [1, 0, [true, false, true, true]],
    [0, 1, [true, true, true, false]],
    [1, 2, [true, false, false, false]],
    [2, 2, [false, false, false, false]],
  ])('with %i read-only signers and %i other read-only keys gives %j', (signed, unsigned, expected) => {
    const tx = aTransaction({
      header: { numRequiredSignatures: 2, numReadonlySigned: signed, numReadonlyUnsigned: unsigned },
      staticKeys: [key(0), key(1), key(2), key(3)],
      loaded: { writable: [key(4)], readonly: [key(5)] },
    });
    expect([0, 1, 2, 3, 4, 5].map((index) => isRequestedWritable(tx, index))).toEqual([
      ...expected,
      true,
      false,
    ]);
  });
});
