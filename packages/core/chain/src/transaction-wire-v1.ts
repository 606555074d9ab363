/**
 * The v1 transaction of SIMD-0385: the byte 0x81; header of 3 bytes; config mask u32; lifetime specifier (a recent
 * blockhash) of 32 bytes; counts of instructions and addresses, a byte each; addresses; config values, those whose
 * bits are set, in the order of the bits; per instruction a header (program index u8, account count u8, data length
 * u16); per instruction its account indexes and data; at the end the signatures, as many as the header requires.
 * Sources: solana-foundation/solana-improvement-documents `proposals/0385-transaction-v1.md`; anza-xyz/solana-sdk
 * (122f32e5) `message/src/versions/v1/message.rs` and `config.rs`, `transaction/src/versioned/mod.rs`.
 */
import type { Instruction, TransactionConfig } from './block.js';
import type { ByteCursor } from './byte-cursor.js';
import type { ByteWriter } from './byte-writer.js';
import { ChainDataError } from './errors.js';
import type { WireTransaction } from './wire-transaction.js';

export const V1_PREFIX = 0x81;

/** Counts are bytes. The protocol's own limits are lower and change (`format-limits.ts`): they are not checked here. */
const MAX_COUNT = 255;

/** A u64 takes two bits, both set or both clear. */
const PRIORITY_FEE = 0b11;
const COMPUTE_UNIT_LIMIT = 0b100;
const LOADED_ACCOUNTS_DATA_SIZE = 0b1000;
const HEAP_SIZE = 0b10000;
const KNOWN_BITS = 0b11111;

/** Reads the rest after the version byte. Throws `malformed`. */
export function readV1Transaction(cursor: ByteCursor): WireTransaction {
  const header = {
    numRequiredSignatures: cursor.u8(),
    numReadonlySigned: cursor.u8(),
    numReadonlyUnsigned: cursor.u8(),
  };
  const mask = cursor.u32();
  const recentBlockhash = cursor.take(32);
  const instructionCount = cursor.u8();
  const addressCount = cursor.u8();
  const excess = excessOf(header.numRequiredSignatures, addressCount, instructionCount);
  if (excess !== null) throw malformed(excess);
  const staticKeys = cursor.takeMany(addressCount, 32);
  const config = readConfig(cursor, mask);
  const headers = cursor.take(4 * instructionCount);
  const instructions: Instruction[] = [];
  for (let at = 0; at < headers.length; at += 4)
    instructions.push({
      programIdIndex: headers[at]!,
      accounts: cursor.take(headers[at + 1]!),
      data: cursor.take(headers[at + 2]! | (headers[at + 3]! << 8)),
    });
  const signatures = cursor.takeMany(header.numRequiredSignatures, 64);
  return {
    signatures,
    version: 1,
    header,
    staticKeys,
    recentBlockhash,
    instructions,
    addressTableLookups: [],
    config,
  };
}

/** Throws `bad_value` for values that the format cannot hold. */
export function writeV1Transaction(writer: ByteWriter, tx: WireTransaction): void {
  const { header, config, staticKeys, instructions, signatures } = tx;
  if (config === null) throw badValue('a v1 transaction has a config');
  if (tx.addressTableLookups.length > 0) throw badValue('a v1 transaction has no lookups');
  if (signatures.length !== header.numRequiredSignatures)
    throw badValue(`${signatures.length} signatures where the header says ${header.numRequiredSignatures}`);
  const excess = excessOf(signatures.length, staticKeys.length, instructions.length);
  if (excess !== null) throw badValue(excess);
  writer.u8(V1_PREFIX);
  writer.u8(header.numRequiredSignatures);
  writer.u8(header.numReadonlySigned);
  writer.u8(header.numReadonlyUnsigned);
  writer.u32(maskOf(config));
  writer.fixed(tx.recentBlockhash, 32);
  writer.u8(instructions.length);
  writer.u8(staticKeys.length);
  for (const key of staticKeys) writer.fixed(key, 32);
  if (config.priorityFeeLamports !== null) writer.u64(config.priorityFeeLamports);
  if (config.computeUnitLimit !== null) writer.u32(config.computeUnitLimit);
  if (config.loadedAccountsDataSizeLimit !== null) writer.u32(config.loadedAccountsDataSizeLimit);
  if (config.heapSize !== null) writer.u32(config.heapSize);
  for (const ix of instructions) {
    writer.u8(ix.programIdIndex);
    writer.u8(ix.accounts.length);
    writer.u16(ix.data.length);
  }
  for (const ix of instructions) {
    writer.bytes(ix.accounts);
    writer.bytes(ix.data);
  }
  for (const signature of signatures) writer.fixed(signature, 64);
}

function readConfig(cursor: ByteCursor, mask: number): TransactionConfig {
  const feeBits = mask & PRIORITY_FEE;
  if (mask > KNOWN_BITS || (feeBits !== 0 && feeBits !== PRIORITY_FEE))
    throw malformed(`config mask ${mask}`);
  return {
    priorityFeeLamports: feeBits === 0 ? null : cursor.u64(),
    computeUnitLimit: mask & COMPUTE_UNIT_LIMIT ? cursor.u32() : null,
    loadedAccountsDataSizeLimit: mask & LOADED_ACCOUNTS_DATA_SIZE ? cursor.u32() : null,
    heapSize: mask & HEAP_SIZE ? cursor.u32() : null,
  };
}

function maskOf(config: TransactionConfig): number {
  return (
    (config.priorityFeeLamports === null ? 0 : PRIORITY_FEE) |
    (config.computeUnitLimit === null ? 0 : COMPUTE_UNIT_LIMIT) |
    (config.loadedAccountsDataSizeLimit === null ? 0 : LOADED_ACCOUNTS_DATA_SIZE) |
    (config.heapSize === null ? 0 : HEAP_SIZE)
  );
}

/** Returns the count that the format cannot hold, or null. */
function excessOf(signatures: number, addresses: number, instructions: number): string | null {
  if (signatures === 0 || signatures > MAX_COUNT) return `${signatures} signatures`;
  if (addresses > MAX_COUNT) return `${addresses} addresses`;
  if (instructions > MAX_COUNT) return `${instructions} instructions`;
  return null;
}

function malformed(what: string): ChainDataError {
  return new ChainDataError('malformed', `not a v1 transaction: ${what}`);
}

function badValue(what: string): ChainDataError {
  return new ChainDataError('bad_value', `cannot write the v1 transaction: ${what}`);
}
