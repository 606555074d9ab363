import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pubkeyFromBase58 } from '../base58.js';
import type { Instruction, Transaction } from '../block.js';
import { aTransaction, named32 } from '../testing/bytes.js';
import { aMeta } from '../testing/meta.js';
import { hasSharedData, readSharedData } from '../testing/shared-data.js';
import { JITO_TIP_ACCOUNTS, jitoTipLamports } from './jito-tip.js';

const systemProgram = new Uint8Array(32);
const tipAccounts = JITO_TIP_ACCOUNTS.map(pubkeyFromBase58);

// Keys: 0 payer, 1 system program, 2 another account, 3 and 4 tip accounts, 5 another program.
const staticKeys = [
  named32('payer'),
  systemProgram,
  named32('other'),
  tipAccounts[0]!,
  tipAccounts[7]!,
  named32('program'),
];

function le(value: bigint, size: number): number[] {
  return Array.from({ length: size }, (_, at) => Number((value >> BigInt(8 * at)) & 0xffn));
}

const transfer = (to: number, lamports: bigint, programIdIndex = 1): Instruction => ({
  programIdIndex,
  accounts: Uint8Array.of(0, to),
  data: Uint8Array.from([...le(2n, 4), ...le(lamports, 8)]),
});
/** Accounts from, base, to; data: number, lamports, the seed as text, the owner. */
const transferWithSeed = (to: number, lamports: bigint): Instruction => ({
  programIdIndex: 1,
  accounts: Uint8Array.of(2, 0, to),
  data: Uint8Array.from([...le(11n, 4), ...le(lamports, 8), ...le(1n, 8), 0x61, ...Array(32).fill(0)]),
});
const inner = (...instructions: Instruction[]) => [
  { index: 0, instructions: instructions.map((ix) => ({ ...ix, stackHeight: 2 })) },
];
const tipOf = (change: Partial<Transaction>) =>
  jitoTipLamports(aTransaction({ staticKeys, meta: aMeta(), ...change }));

describe('jitoTipLamports', () => {
  it.each<[string, Partial<Transaction>, bigint | null]>([
    ['an outer transfer', { instructions: [transfer(3, 1_000n)] }, 1_000n],
    ['two to different tip accounts', { instructions: [transfer(3, 1n), transfer(4, 2n)] }, 3n],
    ['a transfer with seed', { instructions: [transferWithSeed(4, 77n)] }, 77n],
    [
      'an inner transfer',
      { meta: aMeta({ innerInstructions: inner(transfer(3, 5n), transferWithSeed(3, 6n)) }) },
      11n,
    ],
    [
      'outer and inner ones together',
      { instructions: [transfer(3, 1n)], meta: aMeta({ innerInstructions: inner(transfer(4, 2n)) }) },
      3n,
    ],
    ['a transfer to another account', { instructions: [transfer(2, 9n)] }, 0n],
    ['a transfer by another program', { instructions: [transfer(3, 9n, 5)] }, 0n],
    [
      'a transfer whose data is cut',
      { instructions: [{ ...transfer(3, 9n), data: transfer(3, 9n).data.slice(0, 11) }] },
      0n,
    ],
    [
      'a transfer without destination',
      { instructions: [{ ...transfer(3, 9n), accounts: Uint8Array.of(0) }] },
      0n,
    ],
    [
      'another system instruction',
      { instructions: [{ ...transfer(3, 9n), data: Uint8Array.from([...le(3n, 4), ...le(9n, 8)]) }] },
      0n,
    ],
    [
      'a failed transaction',
      { instructions: [transfer(3, 9n)], meta: aMeta({ error: '"AccountInUse"' }) },
      0n,
    ],
    [
      'a loaded tip account',
      {
        version: 0,
        staticKeys: staticKeys.slice(0, 3),
        loaded: { writable: [tipAccounts[2]!], readonly: [] },
        instructions: [transfer(3, 8n)],
      },
      8n,
    ],
    ['unknown meta', { instructions: [transfer(3, 9n)], meta: null }, null],
    [
      'unknown inner instructions',
      { instructions: [transfer(3, 9n)], meta: aMeta({ innerInstructions: null }) },
      null,
    ],
    ['unknown loaded addresses', { staticKeys: staticKeys.slice(0, 3), loaded: null }, null],
    ['unknown meta and no tip account', { staticKeys: staticKeys.slice(0, 3), meta: null }, 0n],
    ['more than 64 bits', { instructions: [transfer(3, 2n ** 64n - 1n), transfer(3, 1n)] }, null],
  ])('of %s', (_name, change, expected) => {
    expect(tipOf(change)).toBe(expected);
  });

  it('is the sum of the transfers to tip accounts, with any instructions between them', () => {
    const move = fc.tuple(
      fc.boolean(),
      fc.boolean(),
      fc.integer({ min: 2, max: 4 }),
      fc.bigInt({ min: 0n, max: 2n ** 40n }),
    );
    fc.assert(
      fc.property(fc.array(move, { maxLength: 12 }), (moves) => {
        const made = moves.map(([isInner, hasSeed, to, lamports]) => ({
          isInner,
          ix: hasSeed ? transferWithSeed(to, lamports) : transfer(to, lamports),
        }));
        const tip = moves.reduce((sum, [, , to, lamports]) => sum + (to >= 3 ? lamports : 0n), 0n);
        expect(
          tipOf({
            instructions: made.flatMap(({ isInner, ix }) => (isInner ? [] : [ix])),
            meta: aMeta({
              innerInstructions: inner(...made.flatMap(({ isInner, ix }) => (isInner ? [ix] : []))),
            }),
          }),
        ).toBe(tip);
      }),
    );
  });

  it.skipIf(!hasSharedData)(
    'knows the eight accounts of the public lists (skipped without shared/data)',
    () => {
      const text = readSharedData('sandwich-labels/known-addresses.json').toString();
      expect(new Set(JITO_TIP_ACCOUNTS).size).toBe(8);
      for (const account of JITO_TIP_ACCOUNTS) expect(text).toContain(account);
    },
  );
});
