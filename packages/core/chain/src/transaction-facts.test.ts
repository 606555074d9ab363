import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pubkeyFromBase58 } from './base58.js';
import type { Instruction, Transaction, TransactionConfig } from './block.js';
import { aTransaction, named32, named64 } from './testing/bytes.js';
import { aMeta } from './testing/meta.js';
import { computeBudget, priorityFeeLamports } from './transaction-facts.js';

const budgetProgram = pubkeyFromBase58('ComputeBudget111111111111111111111111111111');
const ed25519 = pubkeyFromBase58('Ed25519SigVerify111111111111111111111111111');
const secp256k1 = pubkeyFromBase58('KeccakSecp256k11111111111111111111111111111');
const secp256r1 = pubkeyFromBase58('Secp256r1SigVerify1111111111111111111111111');
const ix = (programIdIndex: number, data: readonly number[]): Instruction => ({
  programIdIndex,
  accounts: new Uint8Array(),
  data: Uint8Array.from(data),
});
const noConfig: TransactionConfig = {
  priorityFeeLamports: null,
  computeUnitLimit: null,
  loadedAccountsDataSizeLimit: null,
  heapSize: null,
};

describe('computeBudget', () => {
  const budgetOf = (...data: number[][]) =>
    computeBudget(
      aTransaction({
        staticKeys: [named32('payer'), budgetProgram],
        instructions: data.map((bytes) => ix(1, bytes)),
      }),
    );

  const price = [3, 0x10, 0x27, 0, 0, 0, 0, 0, 0];
  const limit = [2, 0x40, 0x0d, 0x03, 0];

  it.each([
    ['nothing', [], { computeUnitPrice: null, computeUnitLimit: null }],
    ['a price', [price], { computeUnitPrice: 10_000n, computeUnitLimit: null }],
    ['a limit', [limit], { computeUnitPrice: null, computeUnitLimit: 200_000 }],
    ['both', [limit, price], { computeUnitPrice: 10_000n, computeUnitLimit: 200_000 }],
    ['both the other way round', [price, limit], { computeUnitPrice: 10_000n, computeUnitLimit: 200_000 }],
    [
      'the ends of their ranges',
      [
        [3, ...Array(8).fill(255)],
        [2, ...Array(4).fill(255)],
      ],
      { computeUnitPrice: 2n ** 64n - 1n, computeUnitLimit: 2 ** 32 - 1 },
    ],
    [
      'bytes behind',
      [
        [...price, 1, 2],
        [...limit, 3],
      ],
      { computeUnitPrice: 10_000n, computeUnitLimit: 200_000 },
    ],
    [
      'the deprecated RequestUnits',
      [[0, 0x40, 0x0d, 0x03, 0, 1, 0, 0, 0]],
      { computeUnitPrice: null, computeUnitLimit: 200_000 },
    ],
    [
      'a price and a limit that are cut, no data, heap frame and data size',
      [price.slice(0, 8), limit.slice(0, 4), [], [1, 0, 0, 4, 0], [4, 0, 0, 4, 0]],
      { computeUnitPrice: null, computeUnitLimit: null },
    ],
    [
      'a price twice: the runtime refuses such a transaction, the last one stands here',
      [price, [3, 1, 0, 0, 0, 0, 0, 0, 0]],
      { computeUnitPrice: 1n, computeUnitLimit: null },
    ],
  ])('reads %s', (_name, data, expected) => {
    expect(budgetOf(...data)).toEqual(expected);
  });

  it('listens to no other program', () => {
    const tx = aTransaction({
      staticKeys: [named32('payer'), named32('other')],
      instructions: [ix(1, price)],
    });
    expect(computeBudget(tx).computeUnitPrice).toBeNull();
    expect(computeBudget({ ...tx, instructions: [ix(7, price)] }).computeUnitPrice).toBeNull();
  });

  it.each<[string, Partial<TransactionConfig>, bigint | null, number | null]>([
    ['fee over limit, rounded down', { priorityFeeLamports: 10n, computeUnitLimit: 300_000 }, 33n, 300_000],
    ['no fee', { computeUnitLimit: 300_000 }, null, 300_000],
    ['a fee of 0', { priorityFeeLamports: 0n, computeUnitLimit: 300_000 }, 0n, 300_000],
    ['no limit', { priorityFeeLamports: 10n }, null, null],
    ['a limit of 0', { priorityFeeLamports: 10n, computeUnitLimit: 0 }, null, 0],
    ['at most 64 bits', { priorityFeeLamports: 2n ** 64n - 1n, computeUnitLimit: 1 }, 2n ** 64n - 1n, 1],
  ])('of a v1 message: %s', (_name, config, computeUnitPrice, computeUnitLimit) => {
    const tx = aTransaction({
      version: 1,
      config: { ...noConfig, ...config },
      staticKeys: [named32('payer'), budgetProgram],
      // A v1 message's own ComputeBudget instructions say nothing.
      instructions: [ix(1, price), ix(1, limit)],
    });
    expect(computeBudget(tx)).toEqual({ computeUnitPrice, computeUnitLimit });
  });
});

describe('priorityFeeLamports', () => {
  const feeOf = (feeLamports: bigint, change: Partial<Transaction> = {}) =>
    priorityFeeLamports(aTransaction({ meta: aMeta({ feeLamports }), ...change }));

  it('is the part above 5,000 lamports for each signature', () => {
    expect(feeOf(5_000n)).toBe(0n);
    expect(feeOf(5_123n)).toBe(123n);
    expect(feeOf(15_001n, { signatures: [named64('a'), named64('b'), named64('c')] })).toBe(1n);
    expect(feeOf(2n ** 64n - 1n)).toBe(2n ** 64n - 5_001n);
  });

  it('counts the signatures that precompiles check, by the first byte of each instruction', () => {
    const staticKeys = [named32('payer'), ed25519, secp256k1, secp256r1, named32('other')];
    const counts = fc.array(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.nat({ max: 255 })), { maxLength: 6 });
    fc.assert(
      fc.property(counts, fc.bigInt({ min: 0n, max: 2n ** 60n }), (calls, extra) => {
        const instructions = calls.map(([program, count]) => ix(program, [count, 9]));
        const checked = calls.reduce((sum, [program, count]) => sum + (program <= 3 ? count : 0), 0);
        const base = 5_000n * BigInt(1 + checked);
        expect(feeOf(base + extra, { staticKeys, instructions })).toBe(extra);
        expect(feeOf(base - 1n, { staticKeys, instructions })).toBeNull();
      }),
    );
    expect(feeOf(5_000n, { staticKeys, instructions: [ix(1, [])] })).toBe(0n);
  });

  it('is not known without meta, nor below the base fee', () => {
    expect(priorityFeeLamports(aTransaction())).toBeNull();
    expect(feeOf(0n)).toBeNull();
    expect(feeOf(4_999n)).toBeNull();
  });
});
