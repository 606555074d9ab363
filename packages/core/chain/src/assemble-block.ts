import { cachedPubkey, toBase58 } from './base58.js';
import type {
  Block,
  BlockContent,
  BlockSource,
  Instruction,
  TokenBalance,
  Transaction,
  TransactionMeta,
} from './block.js';
import { ChainDataError } from './errors.js';
import { equalBytes } from './reserved-keys.js';
import { type RawEntry, tickEntries } from './ticks.js';

/** The largest slot whose tick heights stay safe integers. */
const MAX_SLOT = 2 ** 46;
const MAX_TRANSACTIONS = 1_000_000;
/** Static and loaded keys: an instruction indexes them with one byte. */
const MAX_ACCOUNT_KEYS = 256;
const MAX_UINT32 = 0xffff_ffff;

/** The facts that a source knows of a block, before anything is derived. Unknown facts are null. */
export interface BlockParts {
  slot: number;
  parentSlot: number;
  blockhash: Uint8Array;
  parentBlockhash: Uint8Array | null;
  blockTime: number | null;
  blockHeight: number | null;
  leader: Uint8Array | null;
  source: BlockSource;
  /** In order; null if the source has no entries. */
  entries: readonly RawEntry[] | null;
  /** In order; null if the source has no transactions. */
  transactions: Transaction[] | null;
  /** The counts that the source promises (`executed_transaction_count`, `entries_count`); null if it does not. */
  promisedTransactions: number | null;
  promisedEntries: number | null;
}

/**
 * Checks that the parts make one whole block and derives the rest. The rules are those of chain fact 10: as many
 * transactions and entries as promised, entry counts that sum to the transactions, the last entry's hash equal to the
 * blockhash, and as many ticks as the slot must have.
 *
 * Throws `ChainDataError`: `incomplete` if something promised is missing, `contradiction` if two facts disagree,
 * `bad_value` for values that no validator produces. Never returns a partly wrong block.
 */
export function assembleBlock(parts: BlockParts): Block {
  const { slot, entries, transactions } = parts;
  checkSlot(parts);
  if (entries === null && transactions === null)
    throw new ChainDataError('incomplete', `slot ${slot}: neither entries nor transactions`);

  const parentSlot = slot === 0 ? null : parts.parentSlot;
  const transactionCount = countTransactions(parts);
  if (transactions !== null)
    for (let index = 0; index < transactions.length; index += 1)
      checkTransaction(slot, index, transactions[index]!);

  let ticked: ReturnType<typeof tickEntries> | null = null;
  if (entries !== null) {
    if (parts.promisedEntries !== null && parts.promisedEntries !== entries.length)
      throw new ChainDataError(
        'incomplete',
        `slot ${slot}: ${entries.length} entries where ${parts.promisedEntries} were promised`,
      );
    ticked = tickEntries(slot, parentSlot, entries);
    const lastHash = entries.at(-1)!.hash;
    if (!equalBytes(lastHash, parts.blockhash))
      throw new ChainDataError(
        'contradiction',
        `slot ${slot}: last entry's hash ${toBase58(lastHash)} is not the blockhash ${toBase58(parts.blockhash)}`,
      );
  }

  return {
    slot,
    parentSlot,
    blockhash: parts.blockhash,
    parentBlockhash: slot === 0 ? null : parts.parentBlockhash,
    blockTime: parts.blockTime,
    blockHeight: parts.blockHeight,
    leader: parts.leader,
    content: contentOf(parts),
    model: ticked?.model ?? null,
    source: parts.source,
    entries: ticked?.entries ?? [],
    transactions: transactions ?? [],
    transactionCount,
    hasMeta: (transactions ?? []).every((tx) => tx.meta !== null),
  };
}

function contentOf({ entries, transactions }: BlockParts): BlockContent {
  if (entries === null) return 'no_entries';
  return transactions === null ? 'entries_only' : 'full';
}

function checkSlot(parts: BlockParts): void {
  const { slot, parentSlot, blockhash, parentBlockhash, blockTime, blockHeight, leader } = parts;
  if (!Number.isSafeInteger(slot) || slot < 0 || slot > MAX_SLOT)
    throw new ChainDataError('bad_value', `slot ${slot} is out of range`);
  if (slot > 0 && !(Number.isSafeInteger(parentSlot) && parentSlot >= 0 && parentSlot < slot))
    throw new ChainDataError('contradiction', `slot ${slot}: its parent is said to be ${parentSlot}`);
  if (blockTime !== null && !(blockTime >= 0 && blockTime <= MAX_UINT32))
    throw new ChainDataError('bad_value', `slot ${slot}: block time ${blockTime}`);
  if (blockHeight !== null && !(Number.isSafeInteger(blockHeight) && blockHeight >= 0))
    throw new ChainDataError('bad_value', `slot ${slot}: block height ${blockHeight}`);
  for (const hash of [blockhash, parentBlockhash, leader])
    if (hash !== null && hash.length !== 32)
      throw new ChainDataError('bad_value', `slot ${slot}: a hash or key of ${hash.length} bytes`);
}

/** The number of transactions, on which promise, entries and transactions must agree. */
function countTransactions(parts: BlockParts): number {
  const { slot, entries, transactions, promisedTransactions } = parts;
  const inEntries = entries === null ? null : entries.reduce((sum, entry) => sum + entry.transactionCount, 0);
  const counts = [promisedTransactions, inEntries, transactions?.length ?? null].filter((n) => n !== null);
  const count = counts[0] ?? 0;
  if (counts.some((other) => other !== count))
    throw new ChainDataError(
      'incomplete',
      `slot ${slot}: transactions promised ${promisedTransactions ?? 'unknown'}, in entries ${inEntries ?? 'unknown'}, present ${transactions?.length ?? 'none'}`,
    );
  if (count > MAX_TRANSACTIONS)
    throw new ChainDataError('bad_value', `slot ${slot}: ${count} transactions in one block`);
  return count;
}

/** Rejects a transaction whose indexes are out of range, so that all later code can rely on them. */
function checkTransaction(slot: number, index: number, tx: Transaction): void {
  if (tx.index !== index)
    throw new ChainDataError('incomplete', `slot ${slot}: transaction ${index} is missing`);
  const wrong = whatIsWrong(tx);
  if (wrong !== null) throw new ChainDataError('bad_value', `slot ${slot}, transaction ${index}: ${wrong}`);
}

/**
 * Returns what is wrong, or null. Uses plain loops, because it visits every key and every instruction's accounts of a
 * block.
 */
function whatIsWrong(tx: Transaction): string | null {
  const { header, staticKeys, loaded, addressTableLookups } = tx;
  const { numRequiredSignatures, numReadonlySigned, numReadonlyUnsigned } = header;
  if (tx.signatures.length !== numRequiredSignatures || tx.signatures.length === 0)
    return `${tx.signatures.length} signatures where ${numRequiredSignatures} are required`;
  if (!areAllOf(64, tx.signatures)) return 'a signature is not 64 bytes';
  if (
    numRequiredSignatures > staticKeys.length ||
    numReadonlySigned >= numRequiredSignatures ||
    numReadonlyUnsigned > staticKeys.length - numRequiredSignatures
  )
    return 'the header counts more keys than there are';
  if (tx.recentBlockhash.length !== 32) return 'the recent blockhash is not 32 bytes';
  const ofVersion = wrongForVersion(tx);
  if (ofVersion !== null) return ofVersion;

  let writable = 0;
  let readonly = 0;
  for (const { writableIndexes, readonlyIndexes } of addressTableLookups) {
    writable += writableIndexes.length;
    readonly += readonlyIndexes.length;
  }
  if (loaded !== null && (loaded.writable.length !== writable || loaded.readonly.length !== readonly))
    return `${loaded.writable.length} writable and ${loaded.readonly.length} readonly addresses loaded where ${writable} and ${readonly} are looked up`;
  const keyCount = staticKeys.length + writable + readonly;
  if (keyCount > MAX_ACCOUNT_KEYS) return `${keyCount} account keys`;
  if (
    !areAllOf(32, staticKeys) ||
    (loaded !== null && !(areAllOf(32, loaded.writable) && areAllOf(32, loaded.readonly)))
  )
    return 'an account key is not 32 bytes';

  for (const instruction of tx.instructions)
    if (!isWithin(keyCount, instruction)) return 'an instruction points outside the account keys';
  return tx.meta === null ? null : wrongInMeta(tx.meta, tx.instructions.length, keyCount);
}

function areAllOf(size: number, values: readonly Uint8Array[]): boolean {
  for (const value of values) if (value.length !== size) return false;
  return true;
}

function isWithin(keyCount: number, { programIdIndex, accounts }: Instruction): boolean {
  if (programIdIndex >= keyCount) return false;
  for (let at = 0; at < accounts.length; at += 1) if (accounts[at]! >= keyCount) return false;
  return true;
}

/** Only v0 has lookups, and only v1 has a config. */
function wrongForVersion({ version, addressTableLookups, config }: Transaction): string | null {
  if (version !== 0 && addressTableLookups.length > 0) return `version ${version} with address lookups`;
  if (version !== 1 && config !== null) return `version ${version} with a config`;
  return null;
}

const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;

function wrongInMeta(meta: TransactionMeta, instructionCount: number, keyCount: number): string | null {
  const { preBalances, postBalances, computeUnits, costUnits } = meta;
  if (preBalances.length !== postBalances.length) return 'pre and post balances differ in number';
  if (preBalances.length !== 0 && preBalances.length !== keyCount)
    return `${preBalances.length} balances for ${keyCount} account keys`;
  for (const { index, instructions } of meta.innerInstructions ?? []) {
    if (index >= instructionCount) return 'inner instructions of an instruction that is not there';
    for (const instruction of instructions)
      if (!isWithin(keyCount, instruction)) return 'an inner instruction points outside the account keys';
  }
  const change = (postBalances[0] ?? 0n) - (preBalances[0] ?? 0n);
  if (change > MAX_INT64 || change < MIN_INT64) return 'the balances of its signer are out of range';
  if (computeUnits !== null && computeUnits > MAX_UINT32) return `${computeUnits} compute units`;
  if (costUnits !== null && costUnits > MAX_UINT32) return `${costUnits} compute units`;
  return wrongInTokens(meta.preTokenBalances, keyCount) ?? wrongInTokens(meta.postTokenBalances, keyCount);
}

function wrongInTokens(balances: readonly TokenBalance[], keyCount: number): string | null {
  for (const { accountIndex, mint, decimals } of balances) {
    if (accountIndex >= keyCount) return 'a token balance of an account that is not there';
    if (decimals > 255) return `a token of ${decimals} decimals`;
    // Throws if the mint is not an address.
    cachedPubkey(mint);
  }
  return null;
}
