/**
 * A transaction as it is signed, sent and stored in the ledger.
 *
 * Legacy and v0: signatures (compact-u16 count), then the message: for v0 the byte 0x80; header of 3 bytes; account
 * keys; recent blockhash; instructions; for v0 lookups. All counts are compact-u16. v1 (SIMD-0385): see
 * transaction-wire-v1.ts. The first byte distinguishes them: a legacy or v0 transaction has fewer than 128 signatures,
 * a v1 transaction starts with its version, 0x81. Sources: anza-xyz/solana-sdk (122f32e5)
 * `transaction/src/versioned/mod.rs`, `message/src/versions/mod.rs`, `message/src/legacy.rs`,
 * `message/src/versions/v0/mod.rs`.
 */
import type { AddressTableLookup, Instruction, MessageHeader } from './block.js';
import { ByteCursor } from './byte-cursor.js';
import { ByteWriter } from './byte-writer.js';
import { ChainDataError } from './errors.js';
import { readV1Transaction, V1_PREFIX, writeV1Transaction } from './transaction-wire-v1.js';
import type { WireTransaction } from './wire-transaction.js';

/**
 * Bounds memory. The protocol's own limits are lower and change with time: 1,232 bytes (a packet), 4,096 for v1
 * (SIMD-0385).
 */
const MAX_TRANSACTION_BYTES = 65_536;
const VERSION_FLAG = 0x80;
const V0_PREFIX = VERSION_FLAG;
const SIGNATURE_BYTES = 64;
const KEY_BYTES = 32;

/**
 * Decodes bytes as exactly one transaction; its byte arrays are views of them. Does not check that indexes are in range
 * or that signatures match the header. Throws `ChainDataError`: `malformed` for anything but exactly one transaction,
 * `unsupported` for a version above 1.
 */
export function decodeTransactionWire(bytes: Uint8Array): WireTransaction {
  if (bytes.length > MAX_TRANSACTION_BYTES) throw malformed(`${bytes.length} bytes`);
  const cursor = new ByteCursor(bytes);
  const first = cursor.u8();
  let tx: WireTransaction;
  if (first < VERSION_FLAG) tx = readLegacyOrV0(cursor, first);
  else if (first === V1_PREFIX) tx = readV1Transaction(cursor);
  else if (first === V0_PREFIX) throw malformed('a v0 message without signatures');
  else throw unsupported(first);
  cursor.expectEnd();
  return tx;
}

/** The inverse of `decodeTransactionWire`. Throws `bad_value` for values that do not fit the format of its version. */
export function encodeTransactionWire(tx: WireTransaction): Uint8Array {
  const writer = new ByteWriter(MAX_TRANSACTION_BYTES);
  if (tx.version === 1) writeV1Transaction(writer, tx);
  else writeLegacyOrV0(writer, tx);
  return writer.finish();
}

function readLegacyOrV0(cursor: ByteCursor, signatureCount: number): WireTransaction {
  const signatures = cursor.takeMany(signatureCount, SIGNATURE_BYTES);
  const prefix = cursor.peek();
  if (prefix > V0_PREFIX) {
    if (prefix === V1_PREFIX) throw malformed('a v1 message in the envelope of v0');
    throw unsupported(prefix);
  }
  const version = prefix === V0_PREFIX ? 0 : 'legacy';
  if (version === 0) cursor.u8();
  const header = readHeader(cursor);
  const staticKeys = cursor.takeMany(cursor.compactU16(), KEY_BYTES);
  const recentBlockhash = cursor.take(KEY_BYTES);
  const instructions: Instruction[] = [];
  for (let left = cursor.compactU16(); left > 0; left--)
    instructions.push({
      programIdIndex: cursor.u8(),
      accounts: cursor.take(cursor.compactU16()),
      data: cursor.take(cursor.compactU16()),
    });
  const addressTableLookups: AddressTableLookup[] = [];
  if (version === 0)
    for (let left = cursor.compactU16(); left > 0; left--)
      addressTableLookups.push({
        accountKey: cursor.take(KEY_BYTES),
        writableIndexes: cursor.take(cursor.compactU16()),
        readonlyIndexes: cursor.take(cursor.compactU16()),
      });
  return {
    signatures,
    version,
    header,
    staticKeys,
    recentBlockhash,
    instructions,
    addressTableLookups,
    config: null,
  };
}

function writeLegacyOrV0(writer: ByteWriter, tx: WireTransaction): void {
  if (tx.config !== null) throw badValue('only v1 has a config');
  if (tx.version === 'legacy' && tx.addressTableLookups.length > 0)
    throw badValue('a legacy transaction has no lookups');
  if (tx.signatures.length >= VERSION_FLAG) throw badValue(`${tx.signatures.length} signatures`);
  writer.compactU16(tx.signatures.length);
  for (const signature of tx.signatures) writer.fixed(signature, SIGNATURE_BYTES);
  if (tx.version === 0) writer.u8(V0_PREFIX);
  else if (tx.header.numRequiredSignatures >= VERSION_FLAG)
    throw badValue(`${tx.header.numRequiredSignatures} required signatures read as a version`);
  writer.u8(tx.header.numRequiredSignatures);
  writer.u8(tx.header.numReadonlySigned);
  writer.u8(tx.header.numReadonlyUnsigned);
  writer.compactU16(tx.staticKeys.length);
  for (const key of tx.staticKeys) writer.fixed(key, KEY_BYTES);
  writer.fixed(tx.recentBlockhash, KEY_BYTES);
  writer.compactU16(tx.instructions.length);
  for (const ix of tx.instructions) {
    writer.u8(ix.programIdIndex);
    writeList(writer, ix.accounts);
    writeList(writer, ix.data);
  }
  if (tx.version !== 0) return;
  writer.compactU16(tx.addressTableLookups.length);
  for (const lookup of tx.addressTableLookups) {
    writer.fixed(lookup.accountKey, KEY_BYTES);
    writeList(writer, lookup.writableIndexes);
    writeList(writer, lookup.readonlyIndexes);
  }
}

function readHeader(cursor: ByteCursor): MessageHeader {
  return {
    numRequiredSignatures: cursor.u8(),
    numReadonlySigned: cursor.u8(),
    numReadonlyUnsigned: cursor.u8(),
  };
}

function writeList(writer: ByteWriter, bytes: Uint8Array): void {
  writer.compactU16(bytes.length);
  writer.bytes(bytes);
}

function malformed(what: string): ChainDataError {
  return new ChainDataError('malformed', `not a transaction: ${what}`);
}

function unsupported(prefix: number): ChainDataError {
  return new ChainDataError('unsupported', `transaction version ${prefix & 0x7f}`);
}

function badValue(what: string): ChainDataError {
  return new ChainDataError('bad_value', `cannot write the transaction: ${what}`);
}
