/**
 * Solana's `TransactionError` between its bincode bytes (on the Geyser stream and in protobuf blocks,
 * `TransactionStatusMeta.err.err`) and the JSON that RPC nodes print:
 *
 *     "AccountInUse"
 *     {"InstructionError":[2,{"Custom":6001}]}       index of the instruction, then its error
 *     {"InstructionError":[0,"InvalidAccountData"]}
 *     {"InsufficientFundsForRent":{"account_index":3}}
 *     {"DuplicateInstruction":5}
 *     {"NotDecodable":"0800000002"}                  ours: its first bytes in hex, or the start of its JSON
 *
 * bincode: the variant's index as u32, then its fields; u8 for indexes, u32 for `Custom`. `BorshIoError` carried a
 * text (u64 length, UTF-8) in older releases and has none now; both are read.
 * Sources: see transaction-error-names.ts; the JSON is serde's external tagging of the same enums.
 */
import { ByteCursor } from './byte-cursor.js';
import { ByteWriter } from './byte-writer.js';
import { ChainDataError } from './errors.js';
import {
  INSTRUCTION_ERRORS,
  NOT_DECODABLE,
  TRANSACTION_ERRORS,
  UNKNOWN_ERROR,
} from './transaction-error-names.js';

const MAX_BYTES = 4096;
/** A larger index is invalid data, not a newer validator: the enums have 39 and 54 variants after six years. */
const MAX_VARIANT = 255;
/** Bytes that are kept of an error that is not decodable. */
const MAX_SHOWN_BYTES = 32;
const NAME = /^[A-Z][A-Za-z0-9]{0,63}$/;

const transactionErrorIndex: ReadonlyMap<string, number> = indexOf(TRANSACTION_ERRORS);
const instructionErrorIndex: ReadonlyMap<string, number> = indexOf(INSTRUCTION_ERRORS);

type ErrorJson = string | { [variant: string]: unknown };

/**
 * Decodes a bincode `TransactionError` to compact JSON text.
 *
 * An unknown variant becomes `{"UnknownError":<index>}` and its data is ignored; within an instruction's error,
 * `{"InstructionError":[2,{"UnknownError":54}]}`. Anything else that is not exactly one `TransactionError` becomes
 * `{"NotDecodable":"<its first bytes in hex>"}`. Never throws: that a transaction failed is known, and its block is as
 * good as any other.
 */
export function decodeTransactionError(bytes: Uint8Array): string {
  try {
    return decoded(bytes);
  } catch (error) {
    if (!(error instanceof ChainDataError)) throw error;
    return notDecodable(Buffer.from(bytes.subarray(0, MAX_SHOWN_BYTES)).toString('hex'));
  }
}

/** Whether the text of an error says that it could not be decoded. */
export function isNotDecodable(error: string): boolean {
  return error.startsWith(`{"${NOT_DECODABLE}":`);
}

function notDecodable(start: string): string {
  return JSON.stringify({ [NOT_DECODABLE]: start });
}

function decoded(bytes: Uint8Array): string {
  if (bytes.length > MAX_BYTES) throw malformed(`${bytes.length} bytes`);
  const cursor = new ByteCursor(bytes);
  const { json, isKnown } = readError(cursor, () => cursor.remaining > 0);
  if (isKnown) cursor.expectEnd();
  return JSON.stringify(json);
}

/**
 * Reads the `TransactionError` at the cursor as compact JSON text, in the format of old ledgers, where `BorshIoError`
 * has a text. Throws `unsupported` for an unknown variant, because its end cannot be determined.
 */
export function readOldTransactionError(cursor: ByteCursor): string {
  const { json, isKnown } = readError(cursor, () => true);
  if (!isKnown) throw new ChainDataError('unsupported', `unknown transaction error ${JSON.stringify(json)}`);
  return JSON.stringify(json);
}

/**
 * Encodes the text of `decodeTransactionError` as bincode; of an error that was not decodable, what is left of it.
 * Throws `ChainDataError` (`bad_value` or `malformed`) for any other text.
 */
export function encodeTransactionError(jsonText: string): Uint8Array {
  let json: unknown;
  try {
    json = JSON.parse(jsonText);
  } catch (cause) {
    throw new ChainDataError('bad_value', 'a transaction error that is not JSON', { cause });
  }
  const { name, payload } = variantOf(json);
  if (name === NOT_DECODABLE) return startOf(payload);
  const writer = new ByteWriter(MAX_BYTES);
  writer.u32(variantIndex(transactionErrorIndex, name, payload));
  if (name === 'InstructionError') {
    const [index, error] = instructionErrorParts(payload);
    const inner = variantOf(error);
    writer.u8(index);
    writer.u32(variantIndex(instructionErrorIndex, inner.name, inner.payload));
    if (inner.name === 'Custom') writer.u32(integer(inner.payload, 0xffff_ffff));
    else if (inner.name === 'BorshIoError' && inner.payload !== undefined) {
      const text = Buffer.from(String(inner.payload));
      writer.u64(BigInt(text.length));
      writer.bytes(text);
    } else if (inner.name !== UNKNOWN_ERROR) expectUnit(inner);
  } else if (name === 'DuplicateInstruction') writer.u8(integer(payload, 0xff));
  else if (hasAccountIndex(name)) writer.u8(accountIndex(payload));
  else if (name !== UNKNOWN_ERROR) expectUnit({ name, payload });
  return writer.finish();
}

function startOf(shown: unknown): Uint8Array {
  const text = String(shown);
  const isHex = text.length % 2 === 0 && /^[0-9a-f]*$/.test(text);
  return Uint8Array.from(Buffer.from(text, isHex ? 'hex' : 'utf8').subarray(0, MAX_SHOWN_BYTES));
}

/**
 * Converts the parsed `err` of an RPC response to the same text; null stays null. Known variants must have the shape of
 * their fields; unknown ones pass if they are small and their name looks valid. Anything else is `NotDecodable`, with the
 * start of its JSON.
 */
export function transactionErrorFromRpc(err: unknown): string | null {
  if (err === null) return null;
  try {
    const text = JSON.stringify(normalError(err));
    if (text.length <= MAX_BYTES) return text;
  } catch {
    // Its form is unknown, or it is nested too deeply to be written.
  }
  return notDecodable(shownJson(err));
}

function shownJson(err: unknown): string {
  try {
    return (JSON.stringify(err) ?? typeof err).slice(0, 2 * MAX_SHOWN_BYTES);
  } catch {
    return typeof err;
  }
}

function readError(cursor: ByteCursor, hasBorshText: () => boolean): { json: ErrorJson; isKnown: boolean } {
  const variant = readVariant(cursor);
  const name = TRANSACTION_ERRORS[variant];
  if (name === undefined) return { json: { [UNKNOWN_ERROR]: variant }, isKnown: false };
  if (name === 'InstructionError') {
    const index = cursor.u8();
    const { json, isKnown } = readInstructionError(cursor, hasBorshText);
    return { json: { [name]: [index, json] }, isKnown };
  }
  if (name === 'DuplicateInstruction') return { json: { [name]: cursor.u8() }, isKnown: true };
  if (hasAccountIndex(name)) return { json: { [name]: { account_index: cursor.u8() } }, isKnown: true };
  return { json: name, isKnown: true };
}

function readInstructionError(
  cursor: ByteCursor,
  hasBorshText: () => boolean,
): { json: ErrorJson; isKnown: boolean } {
  const variant = readVariant(cursor);
  const name = INSTRUCTION_ERRORS[variant];
  if (name === undefined) return { json: { [UNKNOWN_ERROR]: variant }, isKnown: false };
  if (name === 'Custom') return { json: { [name]: cursor.u32() }, isKnown: true };
  if (name === 'BorshIoError' && hasBorshText()) return { json: { [name]: cursor.string() }, isKnown: true };
  return { json: name, isKnown: true };
}

function readVariant(cursor: ByteCursor): number {
  const variant = cursor.u32();
  if (variant > MAX_VARIANT) throw malformed(`variant ${variant}`);
  return variant;
}

function normalError(err: unknown): ErrorJson {
  const { name, payload } = variantOf(err);
  if (name === 'InstructionError') {
    const [index, error] = instructionErrorParts(payload);
    return { [name]: [index, normalInstructionError(error)] };
  }
  if (name === 'DuplicateInstruction') return { [name]: integer(payload, 0xff) };
  if (hasAccountIndex(name)) return { [name]: { account_index: accountIndex(payload) } };
  if (transactionErrorIndex.has(name)) expectUnit({ name, payload });
  return payload === undefined ? name : { [name]: payload };
}

function normalInstructionError(err: unknown): ErrorJson {
  const { name, payload } = variantOf(err);
  if (name === 'Custom') return { [name]: integer(payload, 0xffff_ffff) };
  if (name === 'BorshIoError' && payload !== undefined && typeof payload !== 'string')
    throw malformed('BorshIoError with something other than a text');
  if (name !== 'BorshIoError' && instructionErrorIndex.has(name)) expectUnit({ name, payload });
  return payload === undefined ? name : { [name]: payload };
}

/** serde's external tagging: a unit variant is its name, any other an object with its name as the only key. */
function variantOf(value: unknown): { name: string; payload: unknown } {
  if (typeof value === 'string' && NAME.test(value)) return { name: value, payload: undefined };
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const [pair, ...others] = Object.entries(value);
    if (pair !== undefined && others.length === 0 && NAME.test(pair[0]) && pair[1] !== undefined)
      return { name: pair[0], payload: pair[1] };
  }
  throw malformed('neither the name of a variant nor an object with one variant');
}

function variantIndex(indexes: ReadonlyMap<string, number>, name: string, payload: unknown): number {
  if (name === UNKNOWN_ERROR) return integer(payload, MAX_VARIANT);
  const index = indexes.get(name);
  if (index === undefined) throw new ChainDataError('bad_value', `no such variant: ${name}`);
  return index;
}

function instructionErrorParts(payload: unknown): [number, unknown] {
  if (!Array.isArray(payload) || payload.length !== 2)
    throw malformed('InstructionError is not a pair of index and error');
  return [integer(payload[0], 0xff), payload[1]];
}

function hasAccountIndex(name: string): boolean {
  return name === 'InsufficientFundsForRent' || name === 'ProgramExecutionTemporarilyRestricted';
}

function accountIndex(payload: unknown): number {
  if (typeof payload === 'object' && payload !== null && Object.keys(payload).length === 1)
    return integer((payload as { account_index?: unknown }).account_index, 0xff);
  throw malformed('not an object with only account_index');
}

function expectUnit({ name, payload }: { name: string; payload: unknown }): void {
  if (payload !== undefined) throw malformed(`${name} has no fields`);
}

/** RPC clients that keep u64 exact return integers as bigint. */
function integer(value: unknown, max: number): number {
  const number = typeof value === 'bigint' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isInteger(number) || number < 0 || number > max)
    throw malformed(`not an integer from 0 to ${max}`);
  return number;
}

function indexOf(names: readonly string[]): ReadonlyMap<string, number> {
  return new Map(names.map((name, index) => [name, index]));
}

function malformed(what: string): ChainDataError {
  return new ChainDataError('malformed', `not a transaction error: ${what}`);
}
