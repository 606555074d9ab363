import {
  ChainDataError,
  isJsonParsed,
  isObject,
  type JsonObject,
  listOf,
  objectOf,
  parseGetBlock,
  type Transaction,
} from '@tickscope/chain';

/** A transaction of a JSON-RPC answer. */
export interface AnsweredTransaction {
  /** Null if the answer does not state it: a `getBlock` answer does not. */
  slot: number | null;
  /** Unix seconds. */
  blockTime: number | null;
  /** Its `index` is that in the block, or 0 if the answer is of `getTransaction`. */
  tx: Transaction;
  /** True for encoding `jsonParsed`: what the node parsed was encoded again. */
  isReencoded: boolean;
}

/** Objects around an answer: `{jsonrpc, result}`, a name in a collection of fixtures, a notification. */
const MAX_DEPTH = 8;

/**
 * Finds the transactions in JSON (read with `parseExactJson`): answers of `getTransaction` and `getBlock`, bare, in
 * their JSON-RPC envelope, in a list or under names.
 *
 * Throws `ChainDataError` if there are none, if one is not readable, or if the node answered an error.
 */
export function readAnswer(json: unknown): AnsweredTransaction[] {
  const found = find(json, null, 0);
  if (found.length === 0)
    throw new ChainDataError('unsupported', 'JSON without a transaction that has its meta');
  return found;
}

function find(json: unknown, slot: number | null, depth: number): AnsweredTransaction[] {
  if (typeof json !== 'object' || json === null || depth > MAX_DEPTH) return [];
  if (!isObject(json)) return listOf(json).flatMap((item) => find(item, slot, depth + 1));
  const own = slotOf(json['slot']) ?? slot;
  if (isTransaction(json)) return parseRows([json], own, json['blockTime']);
  if (isBlock(json)) return parseRows(listOf(json['transactions']), own, json['blockTime']);
  if (json['error'] !== undefined && json['error'] !== null && json['result'] === undefined)
    throw new ChainDataError('incomplete', `the node answered an error: ${errorText(json['error'])}`);
  return Object.values(json).flatMap((value) => find(value, own, depth + 1));
}

function isTransaction(json: JsonObject): boolean {
  return json['transaction'] !== undefined && json['meta'] !== undefined;
}

function isBlock(json: JsonObject): boolean {
  return (
    Array.isArray(json['transactions']) && (json['blockhash'] !== undefined || 'previousBlockhash' in json)
  );
}

/** 32 zero bytes. */
const NO_HASH = '11111111111111111111111111111111';

/** Parses them as the transactions of a block, because all answers of nodes go through that parser. */
function parseRows(rows: readonly unknown[], slot: number | null, blockTime: unknown): AnsweredTransaction[] {
  const parsed = rows.map((row) => isObject(row) && isJsonParsed(row));
  const block = parseGetBlock(
    {
      parentSlot: Math.max(0, (slot ?? 0) - 1),
      blockhash: NO_HASH,
      previousBlockhash: NO_HASH,
      blockTime: typeof blockTime === 'number' ? blockTime : null,
      blockHeight: null,
      transactions: rows.map((row) => (isObject(row) ? withLookups(row) : row)),
    },
    slot ?? 1,
  );
  return block.transactions.map((tx, index) => ({
    slot,
    blockTime: block.blockTime,
    tx,
    isReencoded: parsed[index] === true,
  }));
}

/**
 * Replaces the lookups by one table that yields the loaded addresses. Converted and transcribed transactions have none,
 * and some list the loaded addresses among the static keys too.
 */
function withLookups(row: JsonObject): JsonObject {
  const transaction = objectOf(row['transaction']);
  const message = objectOf(transaction?.['message']);
  const meta = objectOf(row['meta']);
  const loaded = objectOf(meta?.['loadedAddresses']);
  const writable = listOf(loaded?.['writable']);
  const readonly = listOf(loaded?.['readonly']);
  const loadedCount = writable.length + readonly.length;
  const keys = message?.['accountKeys'];
  if (!Array.isArray(keys) || loadedCount === 0 || loadedCount > 256) return row;
  const isListedTwice = listOf(meta?.['preBalances']).length === keys.length;
  const table = {
    accountKey: NO_HASH,
    writableIndexes: writable.map((_, index) => index),
    readonlyIndexes: readonly.map((_, index) => (writable.length + index) % 256),
  };
  const whole = {
    ...message,
    accountKeys: isListedTwice ? keys.slice(0, -loadedCount) : keys,
    addressTableLookups: [table],
  };
  return { ...row, transaction: { ...transaction, message: whole } };
}

function errorText(error: unknown): string {
  const { code, message } = objectOf(error) ?? {};
  const text =
    typeof message === 'string' ? message : typeof error === 'string' ? error : 'without a message';
  return `${typeof code === 'number' ? `${code}: ` : ''}${text.slice(0, 200)}`;
}

function slotOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}
