import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChainDataError } from './errors.js';
import { ProtoReader } from './proto-reader.js';

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

function varint(value: bigint): number[] {
  return value < 128n ? [Number(value)] : [Number(value % 128n) + 128, ...varint(value / 128n)];
}

const read = <T>(bytes: readonly number[], how: (reader: ProtoReader) => T): T =>
  how(new ProtoReader(Uint8Array.from(bytes)));

/** Powers of two and their neighbours, where a reader that works in groups goes wrong. */
const edges = Array.from({ length: 65 }, (_, bit) => 2n ** BigInt(bit)).flatMap((power) => [
  power - 1n,
  power,
]);
const u64 = fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.constantFrom(...edges.slice(0, -1)));

describe('the varints of ProtoReader', () => {
  it('equal BigInt arithmetic up to 64 bits, and end where they end', () => {
    fc.assert(
      fc.property(u64, fc.uint8Array({ maxLength: 3 }), (value, tail) => {
        const bytes = varint(value);
        const reader = new ProtoReader(Uint8Array.from([...bytes, ...tail]));
        expect(reader.uint64()).toBe(value);
        expect(reader.pos).toBe(bytes.length);
      }),
      { numRuns: 3_000 },
    );
  });

  it('are numbers up to 2^53 and refused beyond', () => {
    fc.assert(
      fc.property(u64, (value) => {
        const bytes = varint(value);
        if (value <= MAX_SAFE) expect(read(bytes, (reader) => reader.uint53())).toBe(Number(value));
        else expect(() => read(bytes, (reader) => reader.uint53())).toThrow(ChainDataError);
        if (value < 2n ** 32n) expect(read(bytes, (reader) => reader.uint32())).toBe(Number(value));
        else expect(() => read(bytes, (reader) => reader.uint32())).toThrow(ChainDataError);
      }),
      { numRuns: 3_000 },
    );
  });

  it('are signed on request, in two’s complement', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
        const bytes = varint(BigInt.asUintN(64, value));
        const isSafe = value >= -MAX_SAFE && value <= MAX_SAFE;
        if (isSafe) expect(read(bytes, (reader) => reader.int53())).toBe(Number(value));
        else expect(() => read(bytes, (reader) => reader.int53())).toThrow(ChainDataError);
      }),
      { numRuns: 1_000 },
    );
    expect(read(varint(2n ** 64n - 1n), (reader) => reader.int53())).toBe(-1);
  });

  it('may be longer than they need to be, as protobuf allows', () => {
    const long = [0x85, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00];
    expect(read(long, (reader) => reader.uint53())).toBe(5);
    expect(read(long, (reader) => reader.uint64())).toBe(5n);
    expect(read(long, (reader) => reader.bool())).toBe(true);
    expect(read([0x80, 0x00], (reader) => reader.bool())).toBe(false);
  });

  it.each([
    ['nothing', []],
    ['a cut', [0x80]],
    ['a cut in the second half', [0xff, 0xff, 0xff, 0xff, 0xff, 0xff]],
    ['a cut before the tenth byte', Array(9).fill(0xff)],
    ['eleven bytes', [...Array(10).fill(0x80), 0]],
    ['more than 64 bits', [...Array(9).fill(0xff), 0x02]],
  ])('refuse %s', (_name, bytes: number[]) => {
    expect(() => read(bytes, (reader) => reader.uint53())).toThrow(ChainDataError);
    expect(() => read(bytes, (reader) => reader.uint64())).toThrow(
      expect.objectContaining({ code: 'malformed' }),
    );
  });

  it('do not read on behind the end of their message', () => {
    // The inner message of two bytes ends within a varint that bytes behind it would complete.
    const bytes = [2, 0x80, 0x80, 1, 1];
    for (const how of ['uint53', 'uint64', 'bool'] as const)
      expect(() => read(bytes, (reader) => reader.message((inner) => inner[how]()))).toThrow(
        expect.objectContaining({ code: 'malformed' }),
      );
  });
});

describe('the fields of ProtoReader', () => {
  it('give tag 0 at the end and refuse field number 0', () => {
    expect(read([], (reader) => reader.tag())).toBe(0);
    expect(read([0x0a], (reader) => reader.tag())).toBe(0x0a);
    expect(() => read([0x02], (reader) => reader.tag())).toThrow(ChainDataError);
  });

  it('skip every wire type by its own length, and refuse groups', () => {
    const skipped: [tag: number, bytes: number[]][] = [
      [0, [0xff, 0x01]],
      [1, [1, 2, 3, 4, 5, 6, 7, 8]],
      [2, [2, 9, 9]],
      [5, [1, 2, 3, 4]],
    ];
    for (const [wireType, bytes] of skipped) {
      const reader = new ProtoReader(Uint8Array.from([...bytes, 0x2a]));
      reader.skip(8 | wireType);
      expect(reader.pos).toBe(bytes.length);
      expect(() => read(bytes.slice(0, -1), (cut) => cut.skip(8 | wireType))).toThrow(ChainDataError);
    }
    for (const wireType of [3, 4, 6, 7])
      expect(() => read([0, 0, 0, 0, 0, 0, 0, 0], (reader) => reader.skip(8 | wireType))).toThrow(
        ChainDataError,
      );
  });

  it('refuse a length beyond the end, also one of nearly 2^53', () => {
    for (const length of [5n, 2n ** 31n, 2n ** 32n, 2n ** 53n - 1n, 2n ** 64n - 1n])
      for (const how of ['view', 'ascii', 'key', 'address', 'digits'] as const)
        expect(() => read([...varint(length), 1, 2, 3, 4], (reader) => reader[how]())).toThrow(
          ChainDataError,
        );
  });

  it('return plain views and texts, and continue after them, also within a larger Buffer', () => {
    const outer = Buffer.from([99, 2, 7, 8, 3, 0x61, 0x42, 0x39, 1, 99]);
    const reader = new ProtoReader(outer.subarray(1, 9));
    const view = reader.view();
    expect(view).toEqual(Uint8Array.of(7, 8));
    expect(view.constructor).toBe(Uint8Array);
    expect(reader.ascii()).toBe('aB9');
    expect(reader.uint53()).toBe(1);
    expect(reader.tag()).toBe(0);
  });

  it('make of bytes beyond ASCII no text that an address or a number could be', () => {
    const text = read([4, 0xe2, 0x82, 0xac, 0x31], (reader) => reader.ascii());
    expect(text).toHaveLength(4);
    expect(text).not.toMatch(/^[\w]*$/);
  });

  it('refuse an embedded message that is not read to its end', () => {
    expect(() => read([2, 1, 1], (reader) => reader.message((inner) => inner.uint53()))).toThrow(
      ChainDataError,
    );
  });
});

const field = (bytes: Iterable<number>): number[] => [...varint(BigInt([...bytes].length)), ...bytes];

describe('values that ProtoReader returns once for many occurrences', () => {
  it('keys are the bytes of the field, at any length', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 6 }), (values) => {
        const reader = new ProtoReader(Uint8Array.from([...values, ...values].flatMap((v) => field(v))));
        for (const value of [...values, ...values]) expect(reader.key()).toEqual(value);
        expect(reader.tag()).toBe(0);
      }),
    );
    const key = Uint8Array.from({ length: 32 }, (_, at) => at);
    const reader = new ProtoReader(Uint8Array.from([...field(key), ...field(key)]));
    expect(reader.key()).toBe(reader.key());
  });

  it('addresses are the text of the field, also with one different character or if they are invalid', () => {
    const letter = fc.constantFrom(...'19AHJNPZakmz\u00e9');
    const text = fc
      .tuple(fc.integer({ min: 0, max: 60 }), fc.nat(59), letter)
      .map(([length, at, other]) => [...'z'.repeat(length)].map((z, index) => (index === at ? other : z)));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 12 }), (texts) => {
        const reader = new ProtoReader(
          Uint8Array.from(texts.flatMap((chars) => field(Buffer.from(chars.join(''), 'latin1')))),
        );
        for (const chars of texts) expect(reader.address()).toBe(chars.join(''));
        expect(reader.tag()).toBe(0);
      }),
      { numRuns: 500 },
    );
  });

  it('amounts of one to fifteen digits are read; others are not', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 20 });
    const any = fc.string({ unit: fc.constantFrom(...'0123456789/:- '), maxLength: 17 });
    fc.assert(
      fc.property(fc.oneof(digits, any), (text) => {
        const bytes = Uint8Array.from(field(Buffer.from(text)));
        const reader = new ProtoReader(bytes);
        const isRead = /^\d{1,15}$/.test(text);
        expect(reader.digits()).toBe(isRead ? BigInt(text) : null);
        expect(reader.pos).toBe(isRead ? bytes.length : 0);
      }),
      { numRuns: 2_000 },
    );
  });
});
