import { type Block, RESERVED_KEYS, type Transaction } from '@tickscope/chain';
import bs58 from 'bs58';
import { keysOf, tipOf } from './expected-tip-rows.js';
import { addTradeRows } from './expected-trade-rows.js';
import type { Row, Rows, Value } from './row.js';

/**
 * The expected rows of blocks, computed independently: slowly, over texts, without the writer's code and the helpers of
 * `@tickscope/chain`.
 */
export function expectedRows(blocks: readonly Block[]): Rows {
  const rows: Rows = {
    slots: [],
    entries: [],
    transactions: [],
    account_locks: [],
    account_slots: [],
    signatures: [],
    swaps: [],
    swaps_by_trader: [],
    token_links: [],
    pool_events: [],
    fills: [],
    rebates: [],
    tips: [],
    unknown_frames: [],
  };
  for (const block of blocks) addBlock(rows, block);
  return rows;
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const text = (value: number | bigint | boolean | string | null | undefined): string | null =>
  value === null || value === undefined ? null : String(value);
const prefix = (bytes: Uint8Array): string => Buffer.from(bytes).readBigUInt64LE(0).toString();

function addBlock(rows: Rows, block: Block): void {
  const { slot, transactions, content } = block;
  const knowsEntries = content !== 'no_entries';
  const knowsTransactions = content !== 'entries_only';
  const metas = transactions.map((tx) => tx.meta);
  const hasMeta = metas.every((meta) => meta !== null);
  const version = { entries_only: 1, no_entries: hasMeta ? 11 : 2, full: hasMeta ? 13 : 4 }[content];
  const ticks = block.entries.filter((entry) => entry.transactionCount === 0);
  const counted = block.entries.reduce((sum, entry) => sum + entry.transactionCount, 0);
  rows.slots.push({
    slot: text(slot),
    parent_slot: text(block.parentSlot),
    blockhash: hex(block.blockhash),
    parent_blockhash: block.parentBlockhash && hex(block.parentBlockhash),
    block_time: text(block.blockTime),
    block_height: text(block.blockHeight),
    leader: block.leader && hex(block.leader),
    content,
    model: knowsEntries
      ? block.parentSlot !== null && ticks.length === (slot - block.parentSlot) * 64
        ? 'ticked'
        : slot === 0 && ticks.length === 64
          ? 'ticked'
          : 'alpenglow'
      : null,
    source: block.source,
    has_meta: text(hasMeta),
    transaction_count: text(knowsEntries ? counted : transactions.length),
    vote_count: knowsTransactions ? text(transactions.filter((tx) => tx.isVote).length) : null,
    failed_count:
      knowsTransactions && hasMeta ? text(metas.filter((meta) => meta?.error !== null).length) : null,
    entry_count: knowsEntries ? text(block.entries.length) : null,
    tick_count: knowsEntries ? text(ticks.length) : null,
    num_hashes: knowsEntries
      ? text(block.entries.reduce((sum, { numHashes }) => sum + BigInt(numHashes), 0n))
      : null,
    version: text(version),
  });

  /** Per transaction: [entry, index in it, tick]. */
  const entryPositions: [number, number, number][] = [];
  let ticksAfter = ticks.length;
  for (const [index, entry] of block.entries.entries()) {
    const isTick = entry.transactionCount === 0;
    if (isTick) ticksAfter -= 1;
    const tick = (slot + 1) * 64 - ticksAfter;
    rows.entries.push({
      slot: text(slot),
      entry_index: text(index),
      num_hashes: text(entry.numHashes),
      hash: hex(entry.hash),
      transaction_count: text(entry.transactionCount),
      start_index: text(entryPositions.length),
      is_tick: text(isTick),
      poh_tick: text(tick),
      version: text(version),
    });
    for (let at = 0; at < entry.transactionCount; at += 1) entryPositions.push([index, at, tick]);
  }

  const markets = addTradeRows(
    rows,
    block,
    transactions.map((tx) => (knowsEntries ? entryPositions[tx.index]?.[2] : undefined)),
  );

  const activity = new Map<string, Row[]>();
  for (const tx of transactions) {
    const entryPosition = knowsEntries ? entryPositions[tx.index] : undefined;
    const locks = locksOf(tx);
    rows.transactions.push({
      ...transactionRow(block, tx, entryPosition, locks, version),
      markets: markets[tx.index] ?? [],
    });
    rows.signatures.push({
      signature_prefix: prefix(tx.signatures[0]!),
      slot: text(slot),
      block_index: text(tx.index),
    });
    const { computeUnitPrice } = budgetOf(tx);
    for (const { key, isWrite, isSigner } of locks) {
      const row: Row = {
        account: key,
        slot: text(slot),
        block_index: text(tx.index),
        is_write: text(isWrite),
        is_signer: text(isSigner),
        is_vote: text(tx.isVote),
        is_failed: tx.meta === null ? null : text(tx.meta.error !== null),
        compute_units: isWrite ? text(tx.meta?.computeUnits) : null,
        compute_unit_price: isWrite ? text(computeUnitPrice) : null,
        signer_prefix: isWrite ? prefix(tx.staticKeys[0]!) : '0',
        version: text(version),
      };
      rows.account_locks.push(row);
      activity.set(key, [...(activity.get(key) ?? []), { ...row, tick: text(entryPosition?.[2]) }]);
    }
  }
  for (const [account, locks] of activity)
    rows.account_slots.push(activityRow(slot, account, locks, version));
}

function activityRow(slot: number, account: string, locks: readonly Row[], version: number): Row {
  const writes = locks.filter((lock) => lock['is_write'] === 'true');
  const units = writes.map((lock) => lock['compute_units']);
  const isKnown = units.every((value) => typeof value === 'string');
  return {
    account,
    slot: text(slot),
    lock_count: text(locks.length),
    write_count: text(writes.length),
    failed_count: locks.some((lock) => lock['is_failed'] === null)
      ? null
      : text(locks.filter((lock) => lock['is_failed'] === 'true').length),
    compute_units: isKnown ? text(units.reduce((sum, value) => sum + Number(value), 0)) : null,
    signed_count: text(locks.filter((lock) => lock['is_signer'] === 'true').length),
    ...tickColumns(slot, locks[0]!['tick'], locks.at(-1)!['tick']),
    'locks.block_index': locks.map((lock) => lock['block_index'] as string),
    'locks.flags': locks.map((lock) => text(flagsOf(lock))),
    'writes.compute_units': units.map((value) => (value ?? '0') as string),
    'writes.price': writes.map((lock) => (lock['compute_unit_price'] ?? '0') as string),
    'writes.signer_prefix': writes.map((lock) => lock['signer_prefix'] as string),
    version: text(version),
  };
}

/** The comment of the column `locks.flags`. */
function flagsOf(lock: Row): number {
  const isWrite = lock['is_write'] === 'true';
  const facts: [boolean, number][] = [
    [isWrite, 1],
    [lock['is_signer'] === 'true', 2],
    [lock['is_vote'] === 'true', 4],
    [lock['is_failed'] === 'true', 8],
    [lock['is_failed'] === null, 16],
    [isWrite && lock['compute_units'] === null, 32],
    [isWrite && lock['compute_unit_price'] === null, 64],
  ];
  return facts.reduce((sum, [holds, flag]) => sum + (holds ? flag : 0), 0);
}

function tickColumns(slot: number, first: Value | undefined, last: Value | undefined): Row {
  const isKnown = typeof first === 'string' && typeof last === 'string';
  return {
    first_poh_tick: isKnown ? first : null,
    last_poh_tick: isKnown ? last : null,
    first_tick: isKnown ? String(Number(first) - 64 * slot) : '-32768',
    tick_span: isKnown ? String(Number(last) - Number(first)) : '0',
  };
}

interface Lock {
  key: string;
  isWrite: boolean;
  isSigner: boolean;
}

const RESERVED = new Set(RESERVED_KEYS.map((key) => hex(bs58.decode(key))));
const LOADER = hex(bs58.decode('BPFLoaderUpgradeab1e11111111111111111111111'));
const BUDGET = hex(bs58.decode('ComputeBudget111111111111111111111111111111'));
const PRECOMPILES = new Set(
  [
    'Ed25519SigVerify111111111111111111111111111',
    'KeccakSecp256k11111111111111111111111111111',
    'Secp256r1SigVerify1111111111111111111111111',
  ].map((key) => hex(bs58.decode(key))),
);
/** Implements chain facts 14 to 16. */
function locksOf(tx: Transaction): Lock[] {
  const { numRequiredSignatures, numReadonlySigned, numReadonlyUnsigned } = tx.header;
  const keys = keysOf(tx);
  const programs = new Set(tx.instructions.map((ix) => keys[ix.programIdIndex]));
  const mayWriteProgram = keys.includes(LOADER);
  return keys.map((key, at) => {
    const isSigner = at < numRequiredSignatures;
    let isWrite: boolean;
    if (at >= tx.staticKeys.length) isWrite = at < tx.staticKeys.length + (tx.loaded?.writable.length ?? 0);
    else if (isSigner) isWrite = at < numRequiredSignatures - numReadonlySigned;
    else isWrite = at < tx.staticKeys.length - numReadonlyUnsigned;
    if (RESERVED.has(key) || (programs.has(key) && !mayWriteProgram)) isWrite = false;
    return { key, isWrite, isSigner };
  });
}

function budgetOf(tx: Transaction): { computeUnitPrice: bigint | null; computeUnitLimit: number | null } {
  if (tx.config !== null) {
    const { priorityFeeLamports: fee, computeUnitLimit: limit } = tx.config;
    return {
      computeUnitPrice: fee === null || !limit ? null : (fee * 1_000_000n) / BigInt(limit),
      computeUnitLimit: limit,
    };
  }
  let computeUnitPrice: bigint | null = null;
  let computeUnitLimit: number | null = null;
  for (const ix of tx.instructions) {
    if (ix.programIdIndex >= tx.staticKeys.length || hex(tx.staticKeys[ix.programIdIndex]!) !== BUDGET)
      continue;
    const data = Buffer.from(ix.data);
    if (data[0] === 3 && data.length >= 9) computeUnitPrice = data.readBigUInt64LE(1);
    if ((data[0] === 2 || data[0] === 0) && data.length >= 5) computeUnitLimit = data.readUInt32LE(1);
  }
  return { computeUnitPrice, computeUnitLimit };
}

function transactionRow(
  block: Block,
  tx: Transaction,
  entryPosition: [number, number, number] | undefined,
  locks: readonly Lock[],
  version: number,
): Row {
  const { meta } = tx;
  const budget = budgetOf(tx);
  const before = meta?.preBalances[0];
  const after = meta?.postBalances[0];
  return {
    slot: text(block.slot),
    block_index: text(tx.index),
    entry_index: text(entryPosition?.[0]),
    tx_index: text(entryPosition?.[1]),
    poh_tick: text(entryPosition?.[2]),
    block_time: text(block.blockTime),
    signature: hex(tx.signatures[0]!),
    other_signatures: tx.signatures.slice(1).map(hex),
    signer: hex(tx.staticKeys[0]!),
    other_signers: tx.staticKeys.slice(1, tx.header.numRequiredSignatures).map(hex),
    tx_version: tx.version === 'legacy' ? '-1' : String(tx.version),
    is_vote: text(tx.isVote),
    success: meta === null ? null : text(meta.error === null),
    error: meta?.error ?? null,
    failed_program: meta === null || meta.failure === null ? null : hex(bs58.decode(meta.failure.program)),
    error_name: meta?.failure?.name ?? null,
    fee: text(meta?.feeLamports),
    priority_fee: priorityFee(tx),
    compute_unit_price: text(budget.computeUnitPrice),
    compute_unit_limit: text(budget.computeUnitLimit),
    compute_units: text(meta?.computeUnits),
    cost_units: text(meta?.costUnits),
    jito_tip: tipOf(tx),
    sol_change: before === undefined || after === undefined ? null : text(after - before),
    token_changes: tokenChanges(tx),
    accounts_read_count: tx.loaded === null ? null : text(locks.filter((lock) => !lock.isWrite).length),
    accounts_written_count: tx.loaded === null ? null : text(locks.filter((lock) => lock.isWrite).length),
    version: text(version),
  };
}

function priorityFee(tx: Transaction): string | null {
  if (tx.meta === null) return null;
  const keys = keysOf(tx);
  let signatures = tx.signatures.length;
  for (const ix of tx.instructions)
    if (PRECOMPILES.has(keys[ix.programIdIndex]!)) signatures += ix.data[0] ?? 0;
  const fee = tx.meta.feeLamports - 5_000n * BigInt(signatures);
  return fee < 0n ? null : String(fee);
}

/** [mint, decimals, amount], unordered. */
function tokenChanges(tx: Transaction): Value[] {
  const signer = bs58.encode(tx.staticKeys[0]!);
  const sums = new Map<string, { decimals: number; amount: bigint }>();
  for (const [sign, balances] of [
    [-1n, tx.meta?.preTokenBalances ?? []],
    [1n, tx.meta?.postTokenBalances ?? []],
  ] as const)
    for (const { owner, mint, decimals, amount } of balances) {
      if (owner !== signer) continue;
      const sum = sums.get(mint) ?? { decimals, amount: 0n };
      sum.amount += sign * amount;
      sums.set(mint, sum);
    }
  return [...sums]
    .filter(([, { amount }]) => amount !== 0n)
    .map(([mint, { decimals, amount }]) => [hex(bs58.decode(mint)), String(decimals), String(amount)])
    .sort((left, right) => (left[0]! < right[0]! ? -1 : 1));
}
