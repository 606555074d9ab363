import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toBase58 } from './base58.js';
import type { TransactionMeta } from './block.js';
import { ChainDataError } from './errors.js';
import { decodeBincodeStatusMeta, isBincodeStatusMeta } from './status-meta-bincode.js';

const u64 = (value: number) => [...new Uint8Array(new BigUint64Array([BigInt(value)]).buffer)];
const text = (value: string) => [...u64(value.length), ...Buffer.from(value)];
const some = (...value: number[]) => [1, ...value];
const none = [0];

const mint = toBase58(new Uint8Array(32).fill(7));
const owner = toBase58(new Uint8Array(32).fill(8));
const program = toBase58(new Uint8Array(32).fill(9));

/** Succeeded, fee 1, balances 2 and 1 before, 1 and 1 after: all that the oldest data has. */
const shared = [0, 0, 0, 0, ...u64(1), ...u64(2), ...u64(2), ...u64(1), ...u64(2), ...u64(1), ...u64(1)];
const sharedMeta: TransactionMeta = {
  error: null,
  feeLamports: 1n,
  preBalances: [2n, 1n],
  postBalances: [1n, 1n],
  innerInstructions: null,
  preTokenBalances: [],
  postTokenBalances: [],
  computeUnits: null,
  costUnits: null,
  callLog: null,
  failure: null,
};

/** Outer instruction 3 called program 5 with accounts 1 and 2 and 130 bytes, then program 6 with nothing. */
const data = new Array(130).fill(0xee);
const inner = [...u64(1), ...[3, ...u64(2)], ...[5, 2, 1, 2, 0x82, 0x01, ...data], ...[6, 0, 0]];
const innerInstructions = [
  {
    index: 3,
    instructions: [
      { programIdIndex: 5, accounts: Uint8Array.of(1, 2), data: Uint8Array.from(data), stackHeight: null },
      { programIdIndex: 6, accounts: new Uint8Array(), data: new Uint8Array(), stackHeight: null },
    ],
  },
];

const log = 'Program 11111111111111111111111111111111 consumed 5 of 200000 compute units';
const logs = [...u64(2), ...text(log), ...text('Program log: x')];
const logsWithSeparator = [...u64(2), ...text(log), 0x3b, ...text('Program log: x')];

const f64 = new Array(8).fill(0x40);
const amount = text('18446744073709551615');
const plainBalances = [
  ...u64(2),
  4,
  ...text(mint),
  ...f64,
  6,
  ...amount,
  5,
  ...text(mint),
  ...f64,
  0,
  ...text('0'),
];
const textBalances = [
  ...u64(2),
  ...[4, ...text(mint), ...some(...f64), 6, ...amount, ...text('18446744073709.551615')],
  ...[5, ...text(mint), ...none, 0, ...text('0'), ...text('0')],
];
const ownedBalances = [
  ...u64(2),
  ...[4, ...text(mint), ...f64, 6, ...amount, ...text(owner), ...text(program)],
  ...[5, ...text(mint), ...f64, 0, ...text('0'), ...text(''), ...text('')],
];
const balances = [
  { accountIndex: 4, mint, owner: null, programId: null, decimals: 6, amount: 18446744073709551615n },
  { accountIndex: 5, mint, owner: null, programId: null, decimals: 0, amount: 0n },
];

const decode = (bytes: number[]) => decodeBincodeStatusMeta(Uint8Array.from(bytes));

describe('decodeBincodeStatusMeta', () => {
  it('reads the oldest form, which ends after the balances', () => {
    expect(decode(shared)).toEqual(sharedMeta);
  });

  it('reads the error of a failed transaction', () => {
    const failed = [1, 0, 0, 0, 8, 0, 0, 0, 2, 25, 0, 0, 0, 0x71, 0x17, 0, 0, ...shared.slice(4)];
    expect(decode(failed)).toEqual({ ...sharedMeta, error: '{"InstructionError":[2,{"Custom":6001}]}' });
  });

  it('reads which program a failed transaction failed in', () => {
    const lines = ['Program log: Error: no', `Program ${owner} failed: custom program error: 0x1771`];
    const failed = [1, 0, 0, 0, 8, 0, 0, 0, 2, 25, 0, 0, 0, 0x71, 0x17, 0, 0, ...shared.slice(4)];
    const { failure } = decode([...failed, ...none, ...some(...u64(2), ...lines.flatMap(text))]);
    expect(failure).toEqual({ program: owner, name: 'no' });
  });

  it('reads inner instructions, which have no stack height yet', () => {
    expect(decode([...shared, ...some(...inner)])).toEqual({ ...sharedMeta, innerInstructions });
    expect(decode([...shared, ...some(...u64(0))])).toEqual({ ...sharedMeta, innerInstructions: [] });
    expect(decode([...shared, ...none])).toEqual(sharedMeta);
  });

  it.each([
    ['plain', plainBalances, balances],
    ['with the amount as text', textBalances, balances],
    ['with owner and program', ownedBalances, [{ ...balances[0], owner, programId: program }, balances[1]]],
  ])('reads token balances %s', (_name, bytes, expected) => {
    const meta = { ...sharedMeta, innerInstructions, preTokenBalances: expected };
    const start = [...shared, ...some(...inner), ...some(...logs), ...some(...bytes)];
    expect(decode(start)).toEqual(meta);
    expect(decode([...start, ...none, ...none])).toEqual(meta);
    expect(decode([...start, ...some(...bytes)])).toEqual({ ...meta, postTokenBalances: expected });
  });

  it('reads log messages with the stray separator of some early data', () => {
    const bytes = [...shared, ...none, ...some(...logsWithSeparator), ...some(...plainBalances), ...none];
    expect(decode(bytes)).toEqual({ ...sharedMeta, preTokenBalances: balances });
  });

  it.each([
    ['lamports only', []],
    ['a type', [...u64(10), ...some(2, 0, 0, 0)]],
    ['a commission', [...u64(10), ...none, ...some(7)]],
  ])('passes over rewards with %s to reach the units', (_name, rest) => {
    const rewards = [...u64(1), ...text(owner), ...u64(5), ...rest];
    const returned = [...new Array(32).fill(1), ...u64(3), 9, 9, 9];
    const bytes = [
      ...[...shared, ...none, ...none, ...none, ...none],
      ...[...some(...rewards), ...some(...returned), ...some(...u64(150)), ...some(...u64(1700))],
    ];
    expect(decode(bytes)).toEqual({ ...sharedMeta, computeUnits: 150, costUnits: 1700 });
  });

  it.each([
    ['nothing', []],
    ['an unknown status', [2, ...shared.slice(1)]],
    ['cut balances', shared.slice(0, -1)],
    ['more balances than bytes', [...shared.slice(0, 12), 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]],
  ])('refuses %s as malformed', (_name, bytes) => {
    expect(() => decode(bytes)).toThrow(
      expect.objectContaining({ name: 'ChainDataError', code: 'malformed' }),
    );
  });

  it.each([
    ['a field that is cut', [...shared, ...some(...inner).slice(0, -1)]],
    ['bytes after the last field', [...shared, ...new Array(8).fill(0), 0]],
    ['an invalid option tag', [...shared, 2]],
    [
      'a mint that is no address',
      [...shared, 0, 0, 1, ...u64(1), 4, ...text('nonsense'), ...f64, 6, ...text('1')],
    ],
    [
      'an amount beyond u64',
      [...shared, 0, 0, 1, ...u64(1), 4, ...text(mint), ...f64, 6, ...text('18446744073709551616')],
    ],
  ])('names %s as unsupported', (_name, bytes) => {
    expect(() => decode(bytes)).toThrow(
      expect.objectContaining({ name: 'ChainDataError', code: 'unsupported' }),
    );
  });

  it('gives a meta or a ChainDataError for damaged bytes', () => {
    const whole = [
      ...shared,
      ...some(...inner),
      ...some(...logs),
      ...some(...textBalances),
      ...none,
      ...none,
    ];
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { minLength: 1, maxLength: 3 }),
        (damages) => {
          const damaged = Uint8Array.from(whole);
          for (const [at, value] of damages) damaged[at % damaged.length] = value;
          try {
            decodeBincodeStatusMeta(damaged);
          } catch (error) {
            expect(error).toBeInstanceOf(ChainDataError);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('isBincodeStatusMeta', () => {
  it('distinguishes the two forms', () => {
    expect(isBincodeStatusMeta(Uint8Array.from(shared))).toBe(true);
    expect(isBincodeStatusMeta(Uint8Array.from([1, ...shared.slice(1)]))).toBe(true);
    // Protobuf: error (field 1), fee (field 2), balances (field 3).
    for (const tag of [0x0a, 0x10, 0x1a])
      expect(isBincodeStatusMeta(Uint8Array.from([tag, ...shared.slice(1)]))).toBe(false);
    expect(isBincodeStatusMeta(new Uint8Array())).toBe(false);
  });
});
