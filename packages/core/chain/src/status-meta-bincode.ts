/**
 * `StoredTransactionStatusMeta` in bincode, the format of a transaction's status in ledgers before protobuf. Old
 * Faithful has it in most epochs up to 156 (spring 2021).
 *
 * Fields: status (u32 0, or 1 and a TransactionError), fee u64, pre and post balances (u64 lists), followed by optional
 * fields that older data lacks at the end: inner instructions, log messages, token balances before and after, rewards,
 * return data, compute units, cost units. List lengths are u64, those within an instruction compact-u16.
 *
 * The layouts of token balances and rewards changed between releases without a version number, so the known layouts are
 * tried until one consumes the bytes exactly. Sources: anza-xyz/agave `storage-proto/src/lib.rs`;
 * rpcpool/yellowstone-faithful (6bba09db) `parse_legacy_transaction_status_meta/` (inner instructions have no stack
 * height). The token amount as text and the stray separator of log messages are known from other public readers of
 * these archives.
 */
import { pubkeyFromBase58 } from './base58.js';
import type { InnerInstruction, InnerInstructions, TokenBalance, TransactionMeta } from './block.js';
import { ByteCursor } from './byte-cursor.js';
import { ChainDataError } from './errors.js';
import { loggedFailure } from './logged-failure.js';
import { REWARD_LAYOUTS, type RewardLayout, readBincodeReward } from './rewards-bincode.js';
import { readOldTransactionError } from './transaction-error.js';

/** `plain`: f64, decimals, amount. `text`: optional f64, decimals, amount, amount in units as text (epoch 156). */
interface Layout {
  tokenAmount: 'plain' | 'text';
  /** Whether token balances name owner and program. */
  hasOwner: boolean;
  /** Some early data has a stray ';' after each log message that ends in "compute units". */
  hasLogSeparator: boolean;
  reward: RewardLayout;
}

const LAYOUTS: readonly Layout[] = [false, true].flatMap((hasLogSeparator) =>
  REWARD_LAYOUTS.flatMap((reward): Layout[] => [
    { tokenAmount: 'plain', hasOwner: false, hasLogSeparator, reward },
    { tokenAmount: 'text', hasOwner: false, hasLogSeparator, reward },
    { tokenAmount: 'plain', hasOwner: true, hasLogSeparator, reward },
  ]),
);

const MIN_BYTES = 28;
const MAX_U64 = 0xffff_ffff_ffff_ffffn;

/**
 * Whether the bytes can only be bincode: the first byte, 0 or 1, would be protobuf field number 0, which does not
 * exist.
 */
export function isBincodeStatusMeta(bytes: Uint8Array): boolean {
  return bytes.length >= MIN_BYTES && bytes[0]! <= 1 && bytes[1] === 0 && bytes[2] === 0 && bytes[3] === 0;
}

/**
 * Decodes the status. Fields absent at the end are null, or empty for token balances. Throws `ChainDataError`:
 * `malformed` if the fields common to all layouts cannot be read, `unsupported` if no known layout fits the rest.
 */
export function decodeBincodeStatusMeta(bytes: Uint8Array): TransactionMeta {
  const cursor = new ByteCursor(bytes);
  const status = cursor.u32();
  if (status > 1) throw new ChainDataError('malformed', `transaction status ${status}`);
  const error = status === 0 ? null : readOldTransactionError(cursor);
  const shared = {
    error,
    feeLamports: cursor.u64(),
    preBalances: readLamports(cursor),
    postBalances: readLamports(cursor),
  };
  const rest = cursor.take(cursor.remaining);
  let cause: unknown;
  for (const layout of LAYOUTS) {
    try {
      const { logs, ...fields } = readOptionalFields(new ByteCursor(rest), layout);
      // The archives in this format are older than any program whose log is kept.
      return { ...shared, ...fields, callLog: null, failure: error === null ? null : loggedFailure(logs) };
    } catch (error) {
      if (!(error instanceof ChainDataError)) throw error;
      cause ??= error;
    }
  }
  throw new ChainDataError('unsupported', 'no known bincode layout fits the transaction status', { cause });
}

type OptionalFields = Pick<
  TransactionMeta,
  'innerInstructions' | 'preTokenBalances' | 'postTokenBalances' | 'computeUnits' | 'costUnits'
> & { logs: string[] };

function readOptionalFields(cursor: ByteCursor, layout: Layout): OptionalFields {
  const innerInstructions = readOptional(cursor, readInnerInstructions);
  const logs = readOptional(cursor, () => readLogs(cursor, layout)) ?? [];
  const readBalances = () => readTokenBalances(cursor, layout);
  const preTokenBalances = readOptional(cursor, readBalances) ?? [];
  const postTokenBalances = readOptional(cursor, readBalances) ?? [];
  readOptional(cursor, () => {
    for (let left = cursor.length(16); left > 0; left--) readBincodeReward(cursor, layout.reward);
    return null;
  });
  readOptional(cursor, () => {
    cursor.take(32);
    return cursor.take(cursor.length(1));
  });
  const computeUnits = readOptional(cursor, readUnits);
  const costUnits = readOptional(cursor, readUnits);
  cursor.expectEnd();
  return { innerInstructions, preTokenBalances, postTokenBalances, computeUnits, costUnits, logs };
}

/** Null if the field is absent or the bytes end before it. */
function readOptional<T>(cursor: ByteCursor, read: (cursor: ByteCursor) => T): T | null {
  return cursor.remaining > 0 && cursor.optionTag() ? read(cursor) : null;
}

function readLamports(cursor: ByteCursor): bigint[] {
  const lamports: bigint[] = [];
  for (let left = cursor.length(8); left > 0; left--) lamports.push(cursor.u64());
  return lamports;
}

function readInnerInstructions(cursor: ByteCursor): InnerInstructions[] {
  const all: InnerInstructions[] = [];
  for (let left = cursor.length(9); left > 0; left--) {
    const index = cursor.u8();
    const instructions: InnerInstruction[] = [];
    for (let inner = cursor.length(3); inner > 0; inner--)
      instructions.push({
        programIdIndex: cursor.u8(),
        accounts: cursor.take(cursor.compactU16()),
        data: cursor.take(cursor.compactU16()),
        stackHeight: null,
      });
    all.push({ index, instructions });
  }
  return all;
}

function readLogs(cursor: ByteCursor, layout: Layout): string[] {
  const logs: string[] = [];
  for (let left = cursor.length(8); left > 0; left--) {
    const log = cursor.string();
    if (layout.hasLogSeparator && log.endsWith(' compute units') && cursor.u8() !== 0x3b)
      throw malformed('a log message without its separator');
    logs.push(log);
  }
  return logs;
}

function readTokenBalances(cursor: ByteCursor, layout: Layout): TokenBalance[] {
  const balances: TokenBalance[] = [];
  for (let left = cursor.length(26); left > 0; left--) {
    const accountIndex = cursor.u8();
    const mint = readAddress(cursor.string());
    if (layout.tokenAmount === 'plain' || cursor.optionTag()) cursor.take(8);
    const decimals = cursor.u8();
    const amount = readAmount(cursor.string());
    if (layout.tokenAmount === 'text') cursor.string();
    const owner = layout.hasOwner ? cursor.string() : '';
    const programId = layout.hasOwner ? cursor.string() : '';
    balances.push({
      accountIndex,
      mint,
      owner: owner === '' ? null : readAddress(owner),
      programId: programId === '' ? null : readAddress(programId),
      decimals,
      amount,
    });
  }
  return balances;
}

function readAddress(text: string): string {
  pubkeyFromBase58(text);
  return text;
}

function readAmount(text: string): bigint {
  const amount = /^\d{1,20}$/.test(text) ? BigInt(text) : -1n;
  if (amount < 0n || amount > MAX_U64) throw malformed(`token amount "${text.slice(0, 40)}"`);
  return amount;
}

function readUnits(cursor: ByteCursor): number {
  const units = cursor.u64();
  if (units > BigInt(Number.MAX_SAFE_INTEGER)) throw malformed(`${units} units`);
  return Number(units);
}

function malformed(what: string): ChainDataError {
  return new ChainDataError('malformed', `not a bincode transaction status: ${what}`);
}
