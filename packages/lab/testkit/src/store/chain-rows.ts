import { createHash } from 'node:crypto';
import { toBase58 } from '@tickscope/chain';
import { accountSlotsOf } from './account-slots.js';
import type { TestConnection } from './test-connection.js';

/** Bytes that depend on the name only. */
export function bytesOf(name: string, size: number): Buffer {
  const parts: Buffer[] = [];
  for (let i = 0; i * 32 < size; i += 1) parts.push(createHash('sha256').update(`${name}/${i}`).digest());
  return Buffer.concat(parts).subarray(0, size);
}

/** A made-up address, in the forms that tests need. */
export interface TestKey {
  hex: string;
  base58: string;
}

export function keyOf(bytes: Uint8Array): TestKey {
  return { hex: Buffer.from(bytes).toString('hex'), base58: toBase58(bytes) };
}

export const address = (name: string): TestKey => keyOf(bytesOf(`address ${name}`, 32));
export const signature = (name: string): TestKey => keyOf(bytesOf(`signature ${name}`, 64));

/** A slot as a test describes it. Omitted fields are those of a healthy block. */
export interface TestSlot {
  slot: number;
  parent?: number | null;
  content?: 'full' | 'no_entries' | 'entries_only';
  /** SQL, or null. */
  blockTime?: number | null;
  leader?: TestKey | null;
  blockhash?: TestKey;
  version?: number;
  /** Age of the stored version. */
  insertedDaysAgo?: number;
}

export interface TestTransaction {
  slot: number;
  index: number;
  signature: TestKey;
  signer?: TestKey;
  /** Entry index, index within the entry, and tick; null for a block without entries. */
  entryPosition: [entryIndex: number, txIndex: number, pohTick: number] | null;
  blockTime?: number | null;
  isVote?: boolean;
  success?: boolean | null;
  /** Without a quote in it. */
  error?: string;
  failedProgram?: TestKey;
  errorName?: string;
  fee?: bigint | null;
  counts?: [read: number, written: number] | null;
  markets?: { pool: TestKey; program: TestKey; mints: TestKey[] }[];
  locks?: { account: TestKey; isWrite: boolean }[];
  version?: number;
}

const RELIABLE = { full: 13, no_entries: 11, entries_only: 1 } as const;

/** Inserts rows without the writer, one part per call. */
export class ChainRows {
  constructor(private readonly client: TestConnection) {}

  async slots(...slots: TestSlot[]): Promise<void> {
    await this.#insert(
      'slots (slot, parent_slot, blockhash, block_time, leader, content, model, source, has_meta, transaction_count, version, inserted_at)',
      slots.map((row) => {
        const content = row.content ?? 'full';
        return [
          row.slot,
          row.parent === undefined ? row.slot - 1 : row.parent,
          fixed(row.blockhash ?? keyOf(bytesOf(`blockhash ${row.slot}`, 32))),
          time(row.blockTime),
          row.leader ? fixed(row.leader) : null,
          `'${content}'`,
          content === 'no_entries' ? null : "'ticked'",
          "'generated'",
          'true',
          0,
          row.version ?? RELIABLE[content],
          `now() - INTERVAL ${row.insertedDaysAgo ?? 0} DAY`,
        ];
      }),
    );
  }

  /** Inserts rows of `transactions`, and their locks. Signatures have a method of their own. */
  async transactions(...transactions: TestTransaction[]): Promise<void> {
    await this.#insert(
      'transactions (slot, block_index, entry_index, tx_index, poh_tick, block_time, signature, signer, tx_version, is_vote, success, error, failed_program, error_name, fee, accounts_read_count, accounts_written_count, markets, version)',
      transactions.map((tx) => {
        const [read, written] = tx.counts === undefined ? [3, 2] : (tx.counts ?? [null, null]);
        const [entryIndex, txIndex, pohTick] = tx.entryPosition ?? [null, null, null];
        return [
          ...[tx.slot, tx.index, entryIndex, txIndex, pohTick, time(tx.blockTime), fixed(tx.signature)],
          ...[fixed(tx.signer ?? address('signer')), 0, tx.isVote ?? false],
          tx.success === undefined ? true : tx.success,
          ...[text(tx.error), tx.failedProgram === undefined ? null : fixed(tx.failedProgram)],
          text(tx.errorName),
          tx.fee === undefined ? 5_000n : tx.fee,
          ...[read, written, marketsOf(tx), tx.version ?? 5],
        ];
      }),
    );
    await this.locks(...transactions);
  }

  /** Inserts the locks of transactions alone: one row per account and slot, so all that lock it there are given together. */
  async locks(...transactions: TestTransaction[]): Promise<void> {
    const locks = transactions.flatMap((tx) =>
      (tx.locks ?? []).map(({ account, isWrite }) => {
        const [first, span] = ticksOf(transactions, tx, account);
        return `(${fixed(account)}, ${tx.slot}, ${tx.index}, ${isWrite}, ${tx.isVote ?? false}, ${tx.version ?? 5}, ${first}, ${span})`;
      }),
    );
    if (locks.length === 0) return;
    const structure =
      'account FixedString(32), slot UInt64, block_index UInt32, is_write Bool, is_vote Bool, version UInt8, first_tick Int16, tick_span UInt16';
    await this.client.command({
      query: accountSlotsOf(`SELECT *, false AS is_signer, false::Nullable(Bool) AS is_failed,
        NULL::Nullable(UInt32) AS compute_units, NULL::Nullable(UInt64) AS compute_unit_price, toUInt64(0) AS signer_prefix
        FROM values('${structure}', ${locks.join(', ')})`),
    });
  }

  async signatures(...rows: { signature: TestKey; slot: number; index: number }[]): Promise<void> {
    await this.#insert(
      'signatures (signature_prefix, slot, block_index)',
      rows.map((row) => [
        `reinterpretAsUInt64(substring(unhex('${row.signature.hex}'), 1, 8))`,
        row.slot,
        row.index,
      ]),
    );
  }

  async gaps(...rows: { from: number; to: number; cause: string; state: string }[]): Promise<void> {
    await this.#insert(
      'gaps (from_slot, to_slot, cause, state, detail, tries)',
      rows.map(({ from, to, cause, state }) => [from, to, `'${cause}'`, `'${state}'`, "''", 0]),
    );
  }

  async #insert(table: string, rows: readonly (readonly unknown[])[]): Promise<void> {
    if (rows.length === 0) return;
    const values = rows.map((row) => `(${row.map((value) => (value === null ? 'NULL' : value)).join(', ')})`);
    await this.client.command({ query: `INSERT INTO ${table} VALUES ${values.join(', ')}` });
  }
}

/** The columns `first_tick` and `tick_span` of an account in the slot of a transaction. */
function ticksOf(
  transactions: readonly TestTransaction[],
  { slot }: TestTransaction,
  account: TestKey,
): [first: number, span: number] {
  const ticks = transactions
    .filter((tx) => tx.slot === slot && tx.locks?.some((lock) => lock.account.hex === account.hex))
    .map(({ entryPosition }) => entryPosition?.[2] ?? null);
  if (ticks.includes(null)) return [-(2 ** 15), 0];
  const first = Math.min(...(ticks as number[]));
  return [first - slot * 64, Math.max(...(ticks as number[])) - first];
}

function marketsOf({ markets = [] }: TestTransaction): string {
  const tuples = markets.map(
    ({ pool, program, mints }) => `(${fixed(pool)}, ${fixed(program)}, [${mints.map(fixed).join(', ')}])`,
  );
  return `[${tuples.join(', ')}]`;
}

function text(value: string | undefined): string | null {
  return value === undefined ? null : `'${value}'`;
}

function fixed({ hex }: TestKey): string {
  return `unhex('${hex}')`;
}

function time(seconds: number | null | undefined): string | null {
  if (seconds === null) return null;
  return `toDateTime(${seconds ?? 1_700_000_000}, 'UTC')`;
}
