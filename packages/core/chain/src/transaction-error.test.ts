import { existsSync, readFileSync } from 'node:fs';
import { txErrDecode } from '@triton-one/yellowstone-grpc';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteCursor } from './byte-cursor.js';
import { ChainDataError } from './errors.js';
import { decodeMeta } from './protobuf.js';
import {
  decodeTransactionError,
  encodeTransactionError,
  isNotDecodable,
  readOldTransactionError,
  transactionErrorFromRpc,
} from './transaction-error.js';
import { INSTRUCTION_ERRORS, TRANSACTION_ERRORS } from './transaction-error-names.js';

/** The second implementation: solana-sdk's own enums, compiled into the Geyser client. */
function decodeBySdk(bytes: Uint8Array): string {
  return JSON.stringify(txErrDecode.decode(Buffer.from(bytes)));
}

function u32(value: number): number[] {
  return [value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24];
}

const fieldsOf: Record<string, number[]> = {
  InstructionError: [7, ...u32(3)],
  DuplicateInstruction: [9],
  InsufficientFundsForRent: [200],
  ProgramExecutionTemporarilyRestricted: [4],
};

const everyError: [string, Uint8Array][] = [
  ...TRANSACTION_ERRORS.map((name, index): [string, Uint8Array] => [
    name,
    Uint8Array.from([...u32(index), ...(fieldsOf[name] ?? [])]),
  ]),
  ...INSTRUCTION_ERRORS.map((name, index): [string, Uint8Array] => [
    `InstructionError ${name}`,
    Uint8Array.from([...u32(8), 255, ...u32(index), ...(name === 'Custom' ? u32(0xffff_ffff) : [])]),
  ]),
];

describe('decodeTransactionError', () => {
  it.each(everyError)('%s reads as solana-sdk reads it, and back', (_name, bytes) => {
    const text = decodeTransactionError(bytes);
    expect(text).toBe(decodeBySdk(bytes));
    expect(encodeTransactionError(text)).toEqual(bytes);
    expect(transactionErrorFromRpc(JSON.parse(text))).toBe(text);
  });

  it('knows every variant that the SDK knows', () => {
    const afterLast = Uint8Array.from(u32(TRANSACTION_ERRORS.length));
    const afterLastOfInstructions = Uint8Array.from([...u32(8), 0, ...u32(INSTRUCTION_ERRORS.length)]);
    expect(() => decodeBySdk(afterLast)).toThrow();
    expect(() => decodeBySdk(afterLastOfInstructions)).toThrow();
    expect([TRANSACTION_ERRORS.length, INSTRUCTION_ERRORS.length]).toEqual([39, 54]);
  });

  it.each([
    [[8, 0, 0, 0, 2, 25, 0, 0, 0, 0x71, 0x17, 0, 0], '{"InstructionError":[2,{"Custom":6001}]}'],
    // From agave's storage-proto tests: 0xdeadbeef is 3735928559.
    [[8, 0, 0, 0, 42, 25, 0, 0, 0, 239, 190, 173, 222], '{"InstructionError":[42,{"Custom":3735928559}]}'],
    [[31, 0, 0, 0, 42], '{"InsufficientFundsForRent":{"account_index":42}}'],
    [[30, 0, 0, 0, 42], '{"DuplicateInstruction":42}'],
    [[4, 0, 0, 0], '"InsufficientFundsForFee"'],
    [[8, 0, 0, 0, 0, 3, 0, 0, 0], '{"InstructionError":[0,"InvalidAccountData"]}'],
  ])('%j reads as %s', (bytes, text) => {
    expect(decodeTransactionError(Uint8Array.from(bytes))).toBe(text);
  });

  it('reads BorshIoError with the text of old releases', () => {
    const text = '{"InstructionError":[1,{"BorshIoError":"Unknown"}]}';
    const bytes = Uint8Array.from([
      ...u32(8),
      1,
      ...u32(44),
      7,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      ...Buffer.from('Unknown'),
    ]);
    expect(decodeTransactionError(bytes)).toBe(text);
    expect(encodeTransactionError(text)).toEqual(bytes);
    expect(transactionErrorFromRpc(JSON.parse(text))).toBe(text);
  });

  it('gives the index of a variant that is newer than this version', () => {
    expect(decodeTransactionError(Uint8Array.from([39, 0, 0, 0, 1, 2, 3]))).toBe('{"UnknownError":39}');
    expect(decodeTransactionError(Uint8Array.from([8, 0, 0, 0, 2, 54, 0, 0, 0, 9]))).toBe(
      '{"InstructionError":[2,{"UnknownError":54}]}',
    );
    expect(encodeTransactionError('{"UnknownError":39}')).toEqual(Uint8Array.from([39, 0, 0, 0]));
  });

  it.each([
    ['nothing', []],
    ['half a variant', [0, 0, 0]],
    ['a byte too many', [0, 0, 0, 0, 0]],
    ['a variant that cannot be', [0, 1, 0, 0]],
    ['no instruction index', [8, 0, 0, 0]],
    ['a text longer than the bytes', [8, 0, 0, 0, 0, 44, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255]],
    ['a text that is not UTF-8', [8, 0, 0, 0, 0, 44, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0xff]],
    ['more bytes than any error has', Array.from({ length: 5_000 }, () => 0)],
  ])('says of %s that it is not decodable, and keeps its first bytes', (_name, bytes) => {
    const text = decodeTransactionError(Uint8Array.from(bytes));
    const start = bytes.slice(0, 32);
    const hex = start.map((byte) => byte.toString(16).padStart(2, '0')).join('');
    expect(text).toBe(`{"NotDecodable":"${hex}"}`);
    expect(isNotDecodable(text)).toBe(true);
    expect(encodeTransactionError(text)).toEqual(Uint8Array.from(start));
  });

  it('gives JSON that encodes again, for any bytes', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc
        .tuple(fc.nat({ max: 41 }), fc.uint8Array({ maxLength: 20 }))
        .map(([variant, rest]) => Uint8Array.from([variant, 0, 0, 0, ...rest])),
    );
    fc.assert(
      fc.property(bytes, (input) => {
        const text = decodeTransactionError(input);
        JSON.parse(text);
        expect(decodeTransactionError(encodeTransactionError(text))).toBe(text);
      }),
    );
  });
});

describe('readOldTransactionError', () => {
  it('reads BorshIoError with its text and leaves the rest', () => {
    const cursor = new ByteCursor(
      Uint8Array.from([...u32(8), 1, ...u32(44), 2, 0, 0, 0, 0, 0, 0, 0, 0x4f, 0x4b, 99]),
    );
    expect(readOldTransactionError(cursor)).toBe('{"InstructionError":[1,{"BorshIoError":"OK"}]}');
    expect(cursor.u8()).toBe(99);
  });

  it('refuses an unknown variant, since its end is not known', () => {
    expect(() => readOldTransactionError(new ByteCursor(Uint8Array.from(u32(60))))).toThrow(
      expect.objectContaining({ code: 'unsupported' }),
    );
  });
});

describe('transactionErrorFromRpc', () => {
  it('keeps null', () => {
    expect(transactionErrorFromRpc(null)).toBeNull();
  });

  it('passes small variants that are newer than this version', () => {
    expect(transactionErrorFromRpc('SomethingNew')).toBe('"SomethingNew"');
    expect(transactionErrorFromRpc({ SomethingNew: { account_index: 1 } })).toBe(
      '{"SomethingNew":{"account_index":1}}',
    );
    expect(transactionErrorFromRpc({ InstructionError: [3, 'SomethingNew'] })).toBe(
      '{"InstructionError":[3,"SomethingNew"]}',
    );
  });

  it('reads integers that a client kept as bigint', () => {
    expect(transactionErrorFromRpc({ InstructionError: [2n, { Custom: 6001n }] })).toBe(
      '{"InstructionError":[2,{"Custom":6001}]}',
    );
  });

  it.each([
    ['undefined', undefined],
    ['a number', 1],
    ['a list', ['AccountInUse']],
    ['an empty text', ''],
    ['prose', 'it failed'],
    ['two variants', { Custom: 1, Other: 2 }],
    ['fields where none belong', { AccountInUse: 1 }],
    ['no fields where some belong', 'InstructionError'],
    ['an index beyond u8', { DuplicateInstruction: 256 }],
    ['a negative code', { InstructionError: [0, { Custom: -1 }] }],
    ['a fraction', { InstructionError: [0, { Custom: 1.5 }] }],
    ['a code beyond u32', { InstructionError: [0, { Custom: 2 ** 32 }] }],
    ['an extra field', { InsufficientFundsForRent: { account_index: 1, more: 2 } }],
    ['a long unknown variant', { SomethingNew: 'x'.repeat(5000) }],
    ['an empty object', {}],
    ['a big integer', 5n],
  ])('says of %s that it is not decodable, and keeps its start', (_name, err) => {
    const text = transactionErrorFromRpc(err)!;
    const { NotDecodable: start } = JSON.parse(text) as { NotDecodable: string };
    expect(start.length).toBeLessThanOrEqual(64);
    if (typeof err === 'object') expect(JSON.stringify(err).startsWith(start)).toBe(true);
    expect(encodeTransactionError(text).length).toBeLessThanOrEqual(32);
  });
});

describe('encodeTransactionError', () => {
  it.each(['', 'nonsense', '"NoSuchError"', '{"InstructionError":[0,"NoSuchError"]}', '{"AccountInUse":1}'])(
    'refuses %j',
    (text) => {
      expect(() => encodeTransactionError(text)).toThrow(ChainDataError);
    },
  );
});

const cases = new URL(
  '../../../../../shared/data/public/errors-of-transactions/meta-cases.tsv',
  import.meta.url,
);

describe.skipIf(!existsSync(cases))('metas with errors of all forms (skipped without shared/data)', () => {
  /** By hand: field 1 of each meta is the error, whose own field 1 is the bincode. */
  const EXPECTED: Record<string, string> = {
    'unit (solana-sdk 3, Agave 3.x: no text)': '{"InstructionError":[2,"BorshIoError"]}',
    'with text (releases before)': '{"InstructionError":[2,{"BorshIoError":"Unknown"}]}',
    'with empty text': '{"InstructionError":[2,{"BorshIoError":""}]}',
    'text cut off (EOF)': '{"NotDecodable":"08000000022c0000000700000000000000556e6b"}',
    'InstructionError variant 54 (unknown future)': '{"InstructionError":[2,{"UnknownError":54}]}',
    'TransactionError variant 60 (unknown future)': '{"UnknownError":60}',
    'empty bytes': '{"NotDecodable":""}',
  };

  it('are read: each failed, paid its fee of 5000, and says what is known of its error', () => {
    const rows = readFileSync(cases, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t') as [string, string]);
    const read = rows.map(([name, hex]) => {
      const { meta } = decodeMeta(Buffer.from(hex, 'hex'));
      return [name, meta.error, meta.feeLamports];
    });
    expect(read).toEqual(Object.entries(EXPECTED).map(([name, error]) => [name, error, 5_000n]));
  });
});

const block = new URL('../../../../../shared/data/full-blocks/254170887.getblock.json', import.meta.url);

describe.skipIf(!existsSync(block))('the errors of slot 254170887 (skipped without shared/data)', () => {
  it('survive a round trip through bytes, as solana-sdk reads them', () => {
    const json = JSON.parse(readFileSync(block, 'utf8'));
    const transactions: { meta: { err: unknown } }[] = (json.result ?? json).transactions;
    const errors = transactions.map((tx) => tx.meta.err).filter((err) => err !== null);
    expect(errors).toHaveLength(305);
    for (const err of errors) {
      const text = transactionErrorFromRpc(err);
      if (text === null) throw new Error('null for an error');
      expect(JSON.parse(text)).toEqual(err);
      const bytes = encodeTransactionError(text);
      expect(decodeTransactionError(bytes)).toBe(text);
      expect(decodeBySdk(bytes)).toBe(text);
    }
  });
});
