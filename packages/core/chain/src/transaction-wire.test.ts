import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toBase58 } from './base58.js';
import { ChainDataError } from './errors.js';
import { decodeTransactionWire, encodeTransactionWire } from './transaction-wire.js';
import type { WireTransaction } from './wire-transaction.js';

function bytes(length: number, fill: number): number[] {
  return new Array(length).fill(fill);
}

/** One signer, one program, one instruction with an account and two bytes. */
const legacyBytes = [
  ...[1, ...bytes(64, 0x51)],
  ...[1, 0, 1],
  ...[2, ...bytes(32, 0x01), ...bytes(32, 0x02)],
  ...bytes(32, 0xab),
  ...[1, 1, 1, 0, 2, 0xde, 0xad],
];

const legacy: WireTransaction = {
  signatures: [Uint8Array.from(bytes(64, 0x51))],
  version: 'legacy',
  header: { numRequiredSignatures: 1, numReadonlySigned: 0, numReadonlyUnsigned: 1 },
  staticKeys: [Uint8Array.from(bytes(32, 0x01)), Uint8Array.from(bytes(32, 0x02))],
  recentBlockhash: Uint8Array.from(bytes(32, 0xab)),
  instructions: [{ programIdIndex: 1, accounts: Uint8Array.of(0), data: Uint8Array.of(0xde, 0xad) }],
  addressTableLookups: [],
  config: null,
};

const v0Bytes = [
  ...legacyBytes.slice(0, 65),
  0x80,
  ...legacyBytes.slice(65),
  ...[1, ...bytes(32, 0x77), 2, 5, 6, 1, 9],
];

const v0: WireTransaction = {
  ...legacy,
  version: 0,
  addressTableLookups: [
    {
      accountKey: Uint8Array.from(bytes(32, 0x77)),
      writableIndexes: Uint8Array.of(5, 6),
      readonlyIndexes: Uint8Array.of(9),
    },
  ],
};

/** The message of solana-sdk's test `byte_layout_with_config` (message/src/versions/v1/message.rs), then a signature. */
const v1Bytes = [
  0x81,
  ...[1, 0, 0],
  ...[7, 0, 0, 0],
  ...bytes(32, 0xbb),
  ...[1, 2],
  ...bytes(32, 1),
  ...bytes(32, 2),
  ...[0x08, 0x07, 0x06, 0x05, 0x04, 0x03, 0x02, 0x01],
  ...[0x44, 0x33, 0x22, 0x11],
  ...[1, 0, 0, 0],
  ...bytes(64, 0x51),
];

const v1: WireTransaction = {
  signatures: [Uint8Array.from(bytes(64, 0x51))],
  version: 1,
  header: { numRequiredSignatures: 1, numReadonlySigned: 0, numReadonlyUnsigned: 0 },
  staticKeys: [Uint8Array.from(bytes(32, 1)), Uint8Array.from(bytes(32, 2))],
  recentBlockhash: Uint8Array.from(bytes(32, 0xbb)),
  instructions: [{ programIdIndex: 1, accounts: new Uint8Array(), data: new Uint8Array() }],
  addressTableLookups: [],
  config: {
    priorityFeeLamports: 0x0102030405060708n,
    computeUnitLimit: 0x11223344,
    loadedAccountsDataSizeLimit: null,
    heapSize: null,
  },
};

/** That of `byte_layout_without_config`, with the payload of its instruction. */
const v1WithoutConfigBytes = [
  ...[0x81, 1, 0, 0, 0, 0, 0, 0],
  ...bytes(32, 0xab),
  ...[1, 2],
  ...bytes(32, 1),
  ...bytes(32, 2),
  ...[1, 1, 2, 0, 0, 0xde, 0xad],
  ...bytes(64, 0x52),
];

function withByte(source: number[], index: number, value: number): Uint8Array {
  return Uint8Array.from(source.with(index, value));
}

describe('decodeTransactionWire', () => {
  it.each([
    ['legacy', legacyBytes, legacy],
    ['v0', v0Bytes, v0],
    ['v1', v1Bytes, v1],
  ])('reads and writes %s as its specification lays it out', (_name, wire, tx) => {
    expect(decodeTransactionWire(Uint8Array.from(wire))).toEqual(tx);
    expect(encodeTransactionWire(tx)).toEqual(Uint8Array.from(wire));
  });

  it('reads a v1 transaction without config values', () => {
    const tx = decodeTransactionWire(Uint8Array.from(v1WithoutConfigBytes));
    expect(tx.config).toEqual({
      priorityFeeLamports: null,
      computeUnitLimit: null,
      loadedAccountsDataSizeLimit: null,
      heapSize: null,
    });
    expect(tx.instructions).toEqual([
      { programIdIndex: 1, accounts: Uint8Array.of(0), data: Uint8Array.of(0xde, 0xad) },
    ]);
    expect(tx.signatures).toEqual([Uint8Array.from(bytes(64, 0x52))]);
    expect(encodeTransactionWire(tx)).toEqual(Uint8Array.from(v1WithoutConfigBytes));
  });

  it('gives plain byte arrays for a Buffer', () => {
    const tx = decodeTransactionWire(Buffer.from(legacyBytes));
    expect(tx).toEqual(legacy);
    expect(tx.staticKeys[0]?.constructor).toBe(Uint8Array);
  });

  it.each([
    ['nothing', Uint8Array.of()],
    ['a v0 message without signatures', Uint8Array.from([0x80, ...legacyBytes])],
    ['a v1 message in the envelope of v0', Uint8Array.from([0, ...v1Bytes])],
    ['more than 65,536 bytes', new Uint8Array(65_537)],
    ['a config mask with unknown bits', withByte(v1Bytes, 4, 0x27)],
    ['a config mask with a high unknown bit', withByte(v1Bytes, 7, 0x80)],
    ['a config mask with half a priority fee', withByte(v1Bytes, 4, 0x05)],
    ['a v1 transaction without signatures', withByte(v1Bytes, 1, 0)],
    ['a v1 transaction with 13 signatures', withByte(v1Bytes, 1, 13)],
    ['a v1 transaction with 65 instructions', withByte(v1Bytes, 40, 65)],
    ['a v1 transaction with 65 addresses', withByte(v1Bytes, 41, 65)],
  ])('refuses %s as malformed', (_name, wire) => {
    expect(() => decodeTransactionWire(wire)).toThrow(
      expect.objectContaining({ name: 'ChainDataError', code: 'malformed' }),
    );
  });

  it.each([
    ['envelope', [0x82, ...v1Bytes.slice(1)]],
    ['message', [...v0Bytes.slice(0, 65), 0x82, ...v0Bytes.slice(66)]],
  ])('names a newer version in the %s as unsupported', (_name, wire) => {
    expect(() => decodeTransactionWire(Uint8Array.from(wire))).toThrow(
      expect.objectContaining({ name: 'ChainDataError', code: 'unsupported' }),
    );
  });

  it.each([
    ['legacy', legacyBytes],
    ['v0', v0Bytes],
    ['v1', v1Bytes],
  ])('refuses every cut of a %s transaction, and a byte too many', (_name, wire) => {
    for (let length = 0; length < wire.length; length++)
      expect(() => decodeTransactionWire(Uint8Array.from(wire.slice(0, length)))).toThrow(ChainDataError);
    expect(() => decodeTransactionWire(Uint8Array.from([...wire, 0]))).toThrow(
      expect.objectContaining({ code: 'malformed' }),
    );
  });

  it.each([
    ['two bytes for a small length', [0x82, 0x00]],
    ['three bytes for a small length', [0x82, 0x80, 0x00]],
    ['a third byte that goes on', [0x82, 0x80, 0x80]],
    ['more than 16 bits', [0x82, 0x80, 0x04]],
  ])('refuses a compact-u16 with %s', (_name, length) => {
    const keysAt = 65 + 3;
    const wire = [...legacyBytes.slice(0, keysAt), ...length, ...legacyBytes.slice(keysAt + 1)];
    expect(() => decodeTransactionWire(Uint8Array.from(wire))).toThrow(
      expect.objectContaining({ code: 'malformed' }),
    );
  });
});

const byte = fc.nat({ max: 255 });
const key = fc.uint8Array({ minLength: 32, maxLength: 32 });
const signature = fc.uint8Array({ minLength: 64, maxLength: 64 });
const instruction = fc.record({
  programIdIndex: byte,
  accounts: fc.uint8Array({ maxLength: 150 }),
  data: fc.uint8Array({ maxLength: 300 }),
});
const u32 = fc.nat({ max: 0xffff_ffff });
const config = fc.record({
  priorityFeeLamports: fc.option(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })),
  computeUnitLimit: fc.option(u32),
  loadedAccountsDataSizeLimit: fc.option(u32),
  heapSize: fc.option(u32),
});
const lookup = fc.record({
  accountKey: key,
  writableIndexes: fc.uint8Array({ maxLength: 140 }),
  readonlyIndexes: fc.uint8Array({ maxLength: 20 }),
});

const transaction: fc.Arbitrary<WireTransaction> = fc
  .record({
    version: fc.constantFrom('legacy' as const, 0 as const, 1 as const),
    signatures: fc.array(signature, { minLength: 1, maxLength: 12 }),
    numRequiredSignatures: fc.nat({ max: 127 }),
    numReadonlySigned: byte,
    numReadonlyUnsigned: byte,
    staticKeys: fc.array(key, { maxLength: 40 }),
    recentBlockhash: key,
    instructions: fc.array(instruction, { maxLength: 4 }),
    addressTableLookups: fc.array(lookup, { maxLength: 2 }),
    config,
  })
  .map(({ numRequiredSignatures, numReadonlySigned, numReadonlyUnsigned, ...tx }) => ({
    ...tx,
    header: {
      numRequiredSignatures: tx.version === 1 ? tx.signatures.length : numRequiredSignatures,
      numReadonlySigned,
      numReadonlyUnsigned,
    },
    addressTableLookups: tx.version === 0 ? tx.addressTableLookups : [],
    config: tx.version === 1 ? tx.config : null,
  }));

/** Length on the wire, counted by hand from the specifications. */
function wireLength(tx: WireTransaction): number {
  const compact = (length: number) => (length < 0x80 ? 1 : 2);
  const list = (list: Uint8Array) => compact(list.length) + list.length;
  const common = tx.signatures.length * 64 + 3 + tx.staticKeys.length * 32 + 32;
  if (tx.config !== null) {
    const { priorityFeeLamports, ...others } = tx.config;
    const values =
      (priorityFeeLamports === null ? 0 : 8) +
      4 * Object.values(others).filter((value) => value !== null).length;
    const payloads = tx.instructions.reduce((sum, ix) => sum + 4 + ix.accounts.length + ix.data.length, 0);
    return common + 1 + 4 + 2 + values + payloads;
  }
  const instructions = tx.instructions.reduce((sum, ix) => sum + 1 + list(ix.accounts) + list(ix.data), 1);
  const lookups = tx.addressTableLookups.reduce(
    (sum, it) => sum + 32 + list(it.writableIndexes) + list(it.readonlyIndexes),
    tx.version === 0 ? 2 : 0,
  );
  return common + 1 + 1 + instructions + lookups;
}

describe('encodeTransactionWire', () => {
  it('encodes to the specified length, and the bytes decode to the same transaction', () => {
    fc.assert(
      fc.property(transaction, (tx) => {
        const length = wireLength(tx);
        if (length > 65_536) return expect(() => encodeTransactionWire(tx)).toThrow(ChainDataError);
        const wire = encodeTransactionWire(tx);
        expect(wire).toHaveLength(length);
        expect(decodeTransactionWire(wire)).toEqual(tx);
      }),
      { numRuns: 300 },
    );
  });

  it('is canonical: bytes that decode encode to the same bytes, damaged or not', () => {
    fc.assert(
      fc.property(transaction, fc.array(fc.tuple(fc.nat(), byte), { maxLength: 3 }), (tx, damages) => {
        if (wireLength(tx) > 65_536) return;
        const wire = encodeTransactionWire(tx);
        for (const [at, value] of damages) wire[at % wire.length] = value;
        let read: WireTransaction;
        try {
          read = decodeTransactionWire(wire);
        } catch (error) {
          expect(error).toBeInstanceOf(ChainDataError);
          return;
        }
        expect(encodeTransactionWire(read)).toEqual(wire);
      }),
      { numRuns: 500 },
    );
  });

  it('throws a ChainDataError for invalid bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (wire) => {
        try {
          decodeTransactionWire(wire);
        } catch (error) {
          expect(error).toBeInstanceOf(ChainDataError);
        }
      }),
      { numRuns: 500 },
    );
  });

  it.each<[string, Partial<WireTransaction>]>([
    ['a short signature', { signatures: [new Uint8Array(63)] }],
    ['128 signatures', { signatures: new Array(128).fill(new Uint8Array(64)) }],
    ['a short key', { staticKeys: [new Uint8Array(31)] }],
    ['lookups in a legacy transaction', { addressTableLookups: v0.addressTableLookups }],
    ['a config in a legacy transaction', { config: v1.config }],
    ['a v1 transaction without config', { version: 1, header: v1.header }],
    ['a v1 transaction with lookups', { ...v1, addressTableLookups: v0.addressTableLookups }],
    [
      'a v1 transaction with a signature too many',
      { ...v1, signatures: [...v1.signatures, ...v1.signatures] },
    ],
    ['a header that would read as a version', { header: { ...legacy.header, numRequiredSignatures: 0x80 } }],
    ['an index beyond u8', { instructions: [{ ...legacy.instructions[0]!, programIdIndex: 256 }] }],
  ])('refuses %s', (_name, change) => {
    expect(() => encodeTransactionWire({ ...legacy, ...change })).toThrow(
      expect.objectContaining({ name: 'ChainDataError', code: 'bad_value' }),
    );
  });
});

const block = new URL('../../../../../shared/data/full-blocks/254170887.getblock.json', import.meta.url);

describe.skipIf(!existsSync(block))(
  'the transactions of slot 254170887 (skipped without shared/data)',
  () => {
    it('decode to the 3,334 accounts of the block and encode to the same bytes', () => {
      const json = JSON.parse(readFileSync(block, 'utf8'));
      const transactions: {
        transaction: [string, string];
        meta: { loadedAddresses: { writable: string[]; readonly: string[] } };
        version: number | string;
      }[] = (json.result ?? json).transactions;
      expect(transactions).toHaveLength(602);
      const accounts = new Set<string>();
      const loaded = new Set<string>();
      for (const { transaction, meta, version } of transactions) {
        const wire = Buffer.from(transaction[0], 'base64');
        const tx = decodeTransactionWire(wire);
        expect(tx.version).toBe(version);
        expect(Buffer.from(encodeTransactionWire(tx)).equals(wire)).toBe(true);
        const count = (pick: 'writableIndexes' | 'readonlyIndexes') =>
          tx.addressTableLookups.reduce((sum, lookup) => sum + lookup[pick].length, 0);
        expect(count('writableIndexes')).toBe(meta.loadedAddresses.writable.length);
        expect(count('readonlyIndexes')).toBe(meta.loadedAddresses.readonly.length);
        for (const staticKey of tx.staticKeys) accounts.add(toBase58(staticKey));
        for (const address of [...meta.loadedAddresses.writable, ...meta.loadedAddresses.readonly])
          loaded.add(address);
      }
      expect(new Set([...accounts, ...loaded]).size).toBe(3334);
    });
  },
);
