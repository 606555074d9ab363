import bs58 from 'bs58';
import { assembleBlock } from './assemble-block.js';
import { pubkeyFromBase58, signatureFromBase58 } from './base58.js';
import type {
  AddressTableLookup,
  Block,
  InnerInstructions,
  Instruction,
  LoadedAddresses,
  TokenBalance,
  Transaction,
  TransactionMeta,
} from './block.js';
import { keptCallLog } from './call-log.js';
import { ChainDataError } from './errors.js';
import { fromJsonParsed, isJsonParsed } from './json-parsed.js';
import { isObject } from './json-value.js';
import { loggedFailure } from './logged-failure.js';
import { parseAmount } from './protobuf.js';
import { transactionErrorFromRpc } from './transaction-error.js';
import { decodeTransactionWire } from './transaction-wire.js';
import { isSimpleVote } from './vote.js';
import type { WireTransaction } from './wire-transaction.js';

/**
 * Parses the result of an RPC `getBlock` (read with `parseExactJson`, which keeps large balances exact) with
 * `transactionDetails: "full"` and encoding `json`, `jsonParsed`, `base58` or `base64`. It contains neither its own slot,
 * which the caller supplies, nor entries.
 *
 * Throws `ChainDataError`: `malformed` if it is not such a result, `unsupported` for `transactionDetails: "accounts"`,
 * which lacks the instructions.
 *
 * @example
 * ```ts
 * import { parseGetBlock, toBase58 } from '@tickscope/chain';
 *
 * const block = parseGetBlock(
 *   {
 *     parentSlot: 99,
 *     blockhash: '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM',
 *     blockTime: 1_700_000_000,
 *     rewards: [{ pubkey: 'So11111111111111111111111111111111111111112', rewardType: 'Fee' }],
 *     transactions: [],
 *   },
 *   100,
 * );
 * block.content; // => 'no_entries'
 * toBase58(block.leader!); // => 'So11111111111111111111111111111111111111112'
 * ```
 */
export function parseGetBlock(json: unknown, slot: number): Block {
  const block = unwrap(json);
  const rows = block['transactions'];
  if (!Array.isArray(rows))
    throw new ChainDataError(
      'unsupported',
      'getBlock without transactions: ask with transactionDetails "full"',
    );
  const previousBlockhash = block['previousBlockhash'];
  return assembleBlock({
    slot,
    parentSlot: integer(block['parentSlot'], 'parentSlot'),
    blockhash: pubkeyFromBase58(text(block['blockhash'], 'blockhash')),
    parentBlockhash: typeof previousBlockhash === 'string' ? pubkeyFromBase58(previousBlockhash) : null,
    blockTime: optionalInteger(block['blockTime'], 'blockTime'),
    blockHeight: optionalInteger(block['blockHeight'], 'blockHeight'),
    leader: leaderOf(block['rewards']),
    source: 'rpc',
    entries: null,
    transactions: rows.map(parseTransaction),
    promisedTransactions: null,
    promisedEntries: null,
  });
}

type Json = Record<string, unknown>;

/** Accepts the bare result or a whole JSON-RPC response around it. */
function unwrap(json: unknown): Json {
  const answer = object(json, 'getBlock');
  if (answer['error'] !== undefined && answer['blockhash'] === undefined)
    throw new ChainDataError(
      'malformed',
      `getBlock answered an error: ${shown((answer['error'] as { message?: unknown } | null)?.message)}`,
    );
  if ('result' in answer && answer['blockhash'] === undefined) {
    if (answer['result'] === null) throw new ChainDataError('incomplete', 'getBlock found no block');
    return object(answer['result'], 'result');
  }
  return answer;
}

function leaderOf(rewards: unknown): Uint8Array | null {
  if (rewards === undefined || rewards === null) return null;
  for (const reward of array(rewards, 'rewards')) {
    const { pubkey, rewardType } = object(reward, 'reward') as { pubkey?: unknown; rewardType?: unknown };
    if (rewardType === 'Fee') return pubkeyFromBase58(text(pubkey, 'reward.pubkey'));
  }
  return null;
}

function parseTransaction(row: unknown, index: number): Transaction {
  const where = `transaction ${index}`;
  const plain = isObject(row) && isJsonParsed(row) ? fromJsonParsed(row) : row;
  const { transaction, meta, version } = object(plain, where) as Json & {
    transaction?: unknown;
    meta?: unknown;
    version?: unknown;
  };
  const wire = wireOf(transaction, version, where);
  const status = parseMeta(meta, where);
  const hasLookups = wire.addressTableLookups.length > 0;
  const tx: Transaction = {
    ...wire,
    index,
    isVote: false,
    loaded: status?.loaded ?? (hasLookups ? null : { writable: [], readonly: [] }),
    meta: status?.meta ?? null,
  };
  tx.isVote = isSimpleVote(tx);
  return tx;
}

function wireOf(transaction: unknown, version: unknown, where: string): WireTransaction {
  if (typeof transaction === 'string') return decodeTransactionWire(fromBase58(transaction, where));
  if (Array.isArray(transaction)) {
    const [data, encoding] = transaction as [unknown, unknown];
    const encoded = text(data, where);
    if (encoding === 'base64') return decodeTransactionWire(fromBase64(encoded, where));
    if (encoding === 'base58') return decodeTransactionWire(fromBase58(encoded, where));
    throw new ChainDataError('unsupported', `${where}: encoding ${shown(encoding)}`);
  }
  return parseJsonTransaction(object(transaction, where), version, where);
}

/** Encoding `json`: keys and instructions are text, indexes are as sent. */
function parseJsonTransaction(transaction: Json, version: unknown, where: string): WireTransaction {
  if (transaction['message'] === undefined && Array.isArray(transaction['accountKeys']))
    throw new ChainDataError(
      'unsupported',
      `${where}: transactionDetails "accounts" does not hold the instructions; ask for "full"`,
    );
  const message = object(transaction['message'], `${where}.message`);
  const header = object(message['header'], `${where}.message.header`);
  const lookups = message['addressTableLookups'];
  const config = message['transactionConfig'] ?? message['config'];
  return {
    signatures: array(transaction['signatures'], `${where}.signatures`).map((signature) =>
      signatureFromBase58(text(signature, `${where}.signatures`)),
    ),
    version: parseVersion(version, where),
    header: {
      numRequiredSignatures: integer(header['numRequiredSignatures'], 'numRequiredSignatures'),
      numReadonlySigned: integer(header['numReadonlySignedAccounts'], 'numReadonlySignedAccounts'),
      numReadonlyUnsigned: integer(header['numReadonlyUnsignedAccounts'], 'numReadonlyUnsignedAccounts'),
    },
    staticKeys: keys(message['accountKeys'], `${where}.accountKeys`),
    recentBlockhash: pubkeyFromBase58(text(message['recentBlockhash'], `${where}.recentBlockhash`)),
    instructions: array(message['instructions'], `${where}.instructions`).map((ix) =>
      parseInstruction(ix, where),
    ),
    addressTableLookups:
      lookups === undefined || lookups === null
        ? []
        : array(lookups, `${where}.addressTableLookups`).map((lookup) => parseLookup(lookup, where)),
    config: config === undefined || config === null ? null : parseConfig(object(config, `${where}.config`)),
  };
}

function parseVersion(version: unknown, where: string): WireTransaction['version'] {
  if (version === undefined || version === null || version === 'legacy') return 'legacy';
  if (version === 0 || version === 1) return version;
  throw new ChainDataError('unsupported', `${where}: version ${shown(version)}`);
}

function parseConfig(config: Json): NonNullable<WireTransaction['config']> {
  const fee = config['priorityFee'] ?? config['priorityFeeLamports'];
  return {
    priorityFeeLamports: fee === undefined || fee === null ? null : amount(fee, 'priorityFee'),
    computeUnitLimit: optionalUint32(config['computeUnitLimit'], 'computeUnitLimit'),
    loadedAccountsDataSizeLimit: optionalUint32(
      config['loadedAccountsDataSizeLimit'],
      'loadedAccountsDataSizeLimit',
    ),
    heapSize: optionalUint32(config['heapSize'], 'heapSize'),
  };
}

function parseInstruction(ix: unknown, where: string): Instruction {
  const { programIdIndex, accounts, data } = object(ix, `${where}: instruction`) as Json & {
    programIdIndex?: unknown;
    accounts?: unknown;
    data?: unknown;
  };
  return {
    programIdIndex: integer(programIdIndex, `${where}: programIdIndex`),
    accounts: bytes(accounts, `${where}: accounts`),
    data: fromBase58(text(data, `${where}: data`), where),
  };
}

function parseLookup(lookup: unknown, where: string): AddressTableLookup {
  const row = object(lookup, `${where}: lookup`);
  return {
    accountKey: pubkeyFromBase58(text(row['accountKey'], `${where}: lookup.accountKey`)),
    writableIndexes: bytes(row['writableIndexes'], `${where}: writableIndexes`),
    readonlyIndexes: bytes(row['readonlyIndexes'], `${where}: readonlyIndexes`),
  };
}

function parseMeta(
  value: unknown,
  where: string,
): { meta: TransactionMeta; loaded: LoadedAddresses | null } | null {
  if (value === undefined || value === null) return null;
  const meta = object(value, `${where}.meta`);
  const loaded = meta['loadedAddresses'];
  const inner = meta['innerInstructions'];
  return {
    meta: {
      error: transactionErrorFromRpc(meta['err'] ?? null),
      feeLamports: amount(meta['fee'], `${where}.fee`),
      preBalances: array(meta['preBalances'], `${where}.preBalances`).map((n) =>
        amount(n, `${where}.preBalances`),
      ),
      postBalances: array(meta['postBalances'], `${where}.postBalances`).map((n) =>
        amount(n, `${where}.postBalances`),
      ),
      innerInstructions:
        inner === undefined || inner === null
          ? null
          : array(inner, `${where}.innerInstructions`).map((group) => parseInner(group, where)),
      preTokenBalances: parseTokenBalances(meta['preTokenBalances'], where),
      postTokenBalances: parseTokenBalances(meta['postTokenBalances'], where),
      computeUnits: optionalInteger(meta['computeUnitsConsumed'], `${where}.computeUnitsConsumed`),
      costUnits: optionalInteger(meta['costUnits'], `${where}.costUnits`),
      ...parseLog(meta['logMessages'], (meta['err'] ?? null) !== null, where),
    },
    loaded:
      loaded === undefined || loaded === null
        ? null
        : parseLoaded(object(loaded, `${where}.loadedAddresses`), where),
  };
}

function parseLog(
  log: unknown,
  hasFailed: boolean,
  where: string,
): Pick<TransactionMeta, 'callLog' | 'failure'> {
  if (log === undefined || log === null) return { callLog: null, failure: null };
  const lines = array(log, `${where}.logMessages`).map((line) => text(line, `${where}.logMessages`));
  return hasFailed
    ? { callLog: null, failure: loggedFailure(lines) }
    : { callLog: keptCallLog(lines), failure: null };
}

function parseLoaded(loaded: Json, where: string): LoadedAddresses {
  return {
    writable: keys(loaded['writable'], `${where}.loadedAddresses.writable`),
    readonly: keys(loaded['readonly'], `${where}.loadedAddresses.readonly`),
  };
}

function parseInner(group: unknown, where: string): InnerInstructions {
  const { index, instructions } = object(group, `${where}: inner instructions`) as Json & {
    index?: unknown;
    instructions?: unknown;
  };
  return {
    index: integer(index, `${where}: inner index`),
    instructions: array(instructions, `${where}: inner instructions`).map((ix) => ({
      ...parseInstruction(ix, where),
      stackHeight: optionalUint32((ix as Json)['stackHeight'], `${where}: stackHeight`),
    })),
  };
}

function parseTokenBalances(value: unknown, where: string): TokenBalance[] {
  if (value === undefined || value === null) return [];
  return array(value, `${where}: token balances`).map((row) => {
    const balance = object(row, `${where}: token balance`);
    const ui = object(balance['uiTokenAmount'], `${where}: uiTokenAmount`);
    return {
      accountIndex: integer(balance['accountIndex'], `${where}: accountIndex`),
      mint: text(balance['mint'], `${where}: mint`),
      owner: optionalText(balance['owner'], `${where}: owner`),
      programId: optionalText(balance['programId'], `${where}: programId`),
      decimals: integer(ui['decimals'], `${where}: decimals`),
      amount: parseAmount(text(ui['amount'], `${where}: amount`)),
    };
  });
}

function bad(what: string, expected: string): ChainDataError {
  return new ChainDataError('malformed', `getBlock: ${what} is not ${expected}`);
}

/** Formats an untrusted value for a message. Converting an object to text may throw or recurse endlessly. */
function shown(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 200) : typeof value;
}

function object(value: unknown, what: string): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw bad(what, 'an object');
  return value as Json;
}

function array(value: unknown, what: string): unknown[] {
  if (!Array.isArray(value)) throw bad(what, 'a list');
  return value;
}

function text(value: unknown, what: string): string {
  if (typeof value !== 'string') throw bad(what, 'text');
  return value;
}

function optionalText(value: unknown, what: string): string | null {
  return value === undefined || value === null || value === '' ? null : text(value, what);
}

function integer(value: unknown, what: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw bad(what, 'a whole number');
  return value;
}

function optionalInteger(value: unknown, what: string): number | null {
  return value === undefined || value === null ? null : integer(value, what);
}

function optionalUint32(value: unknown, what: string): number | null {
  const number = optionalInteger(value, what);
  if (number !== null && number > 0xffff_ffff) throw bad(what, 'an integer of 32 bits');
  return number;
}

/** Lamports: a number, or text if `parseExactJson` kept its digits. */
function amount(value: unknown, what: string): bigint {
  return typeof value === 'string' ? parseAmount(value) : BigInt(integer(value, what));
}

function keys(value: unknown, what: string): Uint8Array[] {
  return array(value, what).map((key) => pubkeyFromBase58(text(key, what)));
}

function bytes(value: unknown, what: string): Uint8Array {
  return Uint8Array.from(
    array(value, what).map((item) => {
      const number = integer(item, what);
      if (number > 255) throw bad(what, 'a list of bytes');
      return number;
    }),
  );
}

/**
 * A transaction has at most 1,232 bytes (4,096 in v1). Longer text is not decoded, because that takes quadratic time.
 */
const MAX_ENCODED_CHARS = 16_384;

function fromBase58(encoded: string, where: string): Uint8Array {
  const decoded = encoded.length <= MAX_ENCODED_CHARS ? bs58.decodeUnsafe(encoded) : undefined;
  if (decoded === undefined) throw bad(where, 'base58');
  return decoded;
}

function fromBase64(encoded: string, where: string): Uint8Array {
  if (encoded.length > MAX_ENCODED_CHARS || !/^[A-Za-z0-9+/]*={0,2}$/.test(encoded))
    throw bad(where, 'base64');
  return Buffer.from(encoded, 'base64');
}
