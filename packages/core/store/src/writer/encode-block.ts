import {
  type AccountLock,
  accountLocks,
  type Block,
  type ComputeBudget,
  cachedPubkey,
  computeBudget,
  type EntryPosition,
  jitoTipLamports,
  keyToBase58,
  priorityFeeLamports,
  signerLamportChange,
  signerTokenChanges,
  TICKS_PER_SLOT,
  type TipAccounts,
  type Transaction,
  transactionPositions,
  uint64At,
} from '@tickscope/chain';
import { type Attempt, extractBlock, type Swap } from '@tickscope/dex';
import { encodeSlotHeat, slotHeat } from '../heat/slot-heat.js';
import { AccountActivity, type AccountInBlock, LOCK_FLAGS } from './account-activity.js';
import { encodeMarkets, encodeTrades, marketsByTransaction } from './encode-trades.js';
import { blockQuality } from './quality.js';
import { RowBuffer } from './row-buffer.js';
import type { BlockTable } from './tables.js';

export type BlockBuffers = Record<BlockTable, RowBuffer>;

export function newBlockBuffers(): BlockBuffers {
  return {
    entries: new RowBuffer(),
    transactions: new RowBuffer(),
    account_slots: new RowBuffer(),
    slot_heat: new RowBuffer(),
    signatures: new RowBuffer(),
    swaps: new RowBuffer(),
    swaps_by_trader: new RowBuffer(),
    token_links: new RowBuffer(),
    pool_events: new RowBuffer(),
    fills: new RowBuffer(),
    rebates: new RowBuffer(),
    tips: new RowBuffer(),
    unknown_frames: new RowBuffer(),
    slots: new RowBuffer(),
  };
}

/** Values of a transaction that several tables need, derived once. */
interface Derived {
  position: EntryPosition | null;
  locks: readonly AccountLock[];
  budget: ComputeBudget;
  /** Its swaps and attempts. */
  trades: readonly (Swap | Attempt)[];
}

/**
 * Appends all rows of a block, including its `slots` row.
 *
 * @param tipAccounts the accounts at which lamports are a tip
 */
export function encodeBlock(buffers: BlockBuffers, block: Block, tipAccounts: TipAccounts): void {
  const version = blockQuality(block);
  encodeEntries(buffers.entries, block, version);
  const positions = transactionPositions(block);
  const activity = new AccountActivity();
  const extracted = extractBlock(block, tipAccounts);
  const markets = marketsByTransaction(extracted);
  for (const tx of block.transactions) {
    const locks = accountLocks(tx);
    const budget = computeBudget(tx);
    const position = positions?.[tx.index] ?? null;
    const trades = markets.get(tx.index) ?? [];
    encodeTransaction(buffers.transactions, block, tx, { position, locks, budget, trades }, version);
    const { computeUnitPrice } = budget;
    activity.add(tx, { locks, computeUnitPrice, pohTick: position?.pohTick ?? null });
    encodeSignature(buffers.signatures, block.slot, tx);
  }
  encodeActivity(buffers.account_slots, block.slot, activity, version);
  if (block.content !== 'entries_only')
    encodeSlotHeat(buffers.slot_heat, block.slot, slotHeat(activity.accounts()), version);
  const pohTick = (blockIndex: number): number | null => positions?.[blockIndex]?.pohTick ?? null;
  encodeTrades(buffers, block, extracted, { version, pohTick });
  encodeSlot(buffers.slots, block, version);
}

function encodeEntries(rows: RowBuffer, block: Block, version: number): void {
  for (const entry of block.entries) {
    rows.uint53(block.slot);
    rows.uint32(entry.index);
    rows.uint53(entry.numHashes);
    rows.fixed(entry.hash);
    rows.uint32(entry.transactionCount);
    rows.uint32(entry.startIndex);
    rows.bool(entry.isTick);
    rows.uint53(entry.pohTick);
    rows.uint8(version);
    rows.endRow();
  }
}

const TX_VERSION = { legacy: 0xff, 0: 0, 1: 1 } as const;

function encodeTransaction(
  rows: RowBuffer,
  block: Block,
  tx: Transaction,
  { position, locks, budget, trades }: Derived,
  version: number,
): void {
  const { meta, signatures, staticKeys } = tx;
  rows.uint53(block.slot);
  rows.uint32(tx.index);
  rows.nullable(position?.entryIndex ?? null, rows.uint32);
  rows.nullable(position?.txIndex ?? null, rows.uint32);
  rows.nullable(position?.pohTick ?? null, rows.uint53);
  rows.nullable(block.blockTime, rows.uint32);
  rows.fixed(signatures[0]!);
  encodeRest(rows, signatures, signatures.length);
  rows.fixed(staticKeys[0]!);
  encodeRest(rows, staticKeys, tx.header.numRequiredSignatures);
  rows.uint8(TX_VERSION[tx.version]);
  rows.bool(tx.isVote);
  rows.nullable(meta === null ? null : meta.error === null, rows.bool);
  rows.nullable(meta?.error ?? null, rows.string);
  const failure = meta?.failure ?? null;
  rows.nullable(failure === null ? null : cachedPubkey(failure.program), rows.fixed);
  rows.nullable(failure?.name ?? null, rows.string);
  rows.nullable(meta?.feeLamports ?? null, rows.uint64);
  rows.nullable(priorityFeeLamports(tx), rows.uint64);
  rows.nullable(budget.computeUnitPrice, rows.uint64);
  rows.nullable(budget.computeUnitLimit, rows.uint32);
  rows.nullable(meta?.computeUnits ?? null, rows.uint32);
  rows.nullable(meta?.costUnits ?? null, rows.uint32);
  rows.nullable(jitoTipLamports(tx), rows.uint64);
  rows.nullable(signerLamportChange(tx), rows.int64);
  encodeTokenChanges(rows, tx);
  // Without its loaded addresses, the number of a transaction's locks is unknown.
  const written = locks.reduce((count, lock) => count + (lock.isWrite ? 1 : 0), 0);
  rows.nullable(tx.loaded === null ? null : locks.length - written, rows.uint16);
  rows.nullable(tx.loaded === null ? null : written, rows.uint16);
  encodeMarkets(rows, trades);
  rows.uint8(version);
  rows.endRow();
}

/** Encodes an array of all values but the first: other signatures, other signers. */
function encodeRest(rows: RowBuffer, values: readonly Uint8Array[], count: number): void {
  rows.varint(count - 1);
  for (let index = 1; index < count; index += 1) rows.fixed(values[index]!);
}

function encodeTokenChanges(rows: RowBuffer, tx: Transaction): void {
  // Skipped without balances: comparing owners needs the signer as text, which is expensive.
  const hasBalances =
    tx.meta !== null && tx.meta.preTokenBalances.length + tx.meta.postTokenBalances.length > 0;
  const changes = hasBalances ? (signerTokenChanges(tx, keyToBase58(tx.staticKeys[0]!)) ?? []) : [];
  rows.varint(changes.length);
  for (const { mint, decimals, amount } of changes) {
    rows.fixed(cachedPubkey(mint));
    rows.uint8(decimals);
    rows.int128(amount);
  }
}

function encodeActivity(rows: RowBuffer, slot: number, activity: AccountActivity, version: number): void {
  activity.eachAccount((account, { transactions, flags }) => {
    rows.fixed(account.account);
    rows.uint53(slot);
    rows.uint32(account.lockCount);
    rows.uint32(account.writeCount);
    rows.uint32(account.signedCount);
    rows.nullable(account.failedCount, rows.uint32);
    rows.nullable(account.computeUnits, rows.uint53);
    encodeTicks(rows, slot, account);
    rows.varint(transactions.length);
    for (const { tx } of transactions) rows.uint32(tx.index);
    rows.varint(flags.length);
    for (const flag of flags) rows.uint8(flag);
    encodeWrites(rows, account, flags, (at) => rows.uint32(transactions[at]!.tx.meta?.computeUnits ?? 0));
    encodeWrites(rows, account, flags, (at) => rows.uint64(transactions[at]!.computeUnitPrice ?? 0n));
    encodeWrites(rows, account, flags, (at) => rows.head(transactions[at]!.tx.staticKeys[0]!, PREFIX_BYTES));
    rows.uint8(version);
    rows.endRow();
  });
}

/** Encodes an array with a value for each of the write locks. */
function encodeWrites(
  rows: RowBuffer,
  { writeCount }: AccountInBlock,
  flags: readonly number[],
  encode: (at: number) => void,
): void {
  rows.varint(writeCount);
  if (writeCount === 0) return;
  for (let at = 0; at < flags.length; at += 1) if ((flags[at]! & LOCK_FLAGS.write) !== 0) encode(at);
}

/** `account_slots.first_tick` where the ticks are not known. */
const NO_TICK = -(2 ** 15);
const MAX_SPAN = 2 ** 16 - 1;

/**
 * The first tick counts from the slot's start, the last one from the first. A transaction is within the 64 ticks of its
 * slot (chain rule 2); ticks hundreds of slots away from it are treated as unknown.
 */
function encodeTicks(rows: RowBuffer, slot: number, { firstPohTick, lastPohTick }: AccountInBlock): void {
  const first = firstPohTick === null ? NO_TICK : firstPohTick - slot * TICKS_PER_SLOT;
  const span = firstPohTick === null || lastPohTick === null ? 0 : lastPohTick - firstPohTick;
  const isKnown = Math.abs(first) < -NO_TICK && span <= MAX_SPAN;
  rows.int16(isKnown ? first : NO_TICK);
  rows.uint16(isKnown ? span : 0);
}

function encodeSignature(rows: RowBuffer, slot: number, tx: Transaction): void {
  rows.head(tx.signatures[0]!, PREFIX_BYTES);
  rows.uint53(slot);
  rows.uint32(tx.index);
  rows.endRow();
}

const PREFIX_BYTES = 8;

/** The first 8 bytes as the database reads them: `reinterpretAsUInt64`, little-endian. */
export function prefixOf(bytes: Uint8Array): bigint {
  return uint64At(bytes, 0);
}

const CONTENT = { entries_only: 1, no_entries: 2, full: 3 } as const;
const MODEL = { ticked: 1, alpenglow: 2 } as const;

function encodeSlot(rows: RowBuffer, block: Block, version: number): void {
  const { entries, transactions, content } = block;
  const hasEntries = content !== 'no_entries';
  const hasTransactions = content !== 'entries_only';
  rows.uint53(block.slot);
  rows.nullable(block.parentSlot, rows.uint53);
  rows.fixed(block.blockhash);
  rows.nullable(block.parentBlockhash, rows.fixed);
  rows.nullable(block.blockTime, rows.uint32);
  rows.nullable(block.blockHeight, rows.uint53);
  rows.nullable(block.leader, rows.fixed);
  rows.uint8(CONTENT[content]);
  rows.nullable(block.model === null ? null : MODEL[block.model], rows.uint8);
  rows.string(block.source);
  rows.bool(block.hasMeta);
  rows.uint32(block.transactionCount);
  rows.nullable(hasTransactions ? count(transactions, (tx) => tx.isVote) : null, rows.uint32);
  rows.nullable(
    hasTransactions && block.hasMeta ? count(transactions, (tx) => tx.meta?.error != null) : null,
    rows.uint32,
  );
  rows.nullable(hasEntries ? entries.length : null, rows.uint32);
  rows.nullable(hasEntries ? count(entries, (entry) => entry.isTick) : null, rows.uint32);
  rows.nullable(hasEntries ? entries.reduce((sum, entry) => sum + entry.numHashes, 0) : null, rows.uint53);
  rows.uint8(version);
  rows.endRow();
}

function count<T>(items: readonly T[], matches: (item: T) => boolean): number {
  return items.reduce((sum, item) => sum + (matches(item) ? 1 : 0), 0);
}
