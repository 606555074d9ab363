import { createHash } from 'node:crypto';
import { toBase58 } from '@tickscope/chain';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';

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
  /** Age of the copy. */
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

  /** Inserts rows of `transactions` and `account_locks`. The lookup tables have methods of their own. */
  async transactions(...transactions: TestTransaction[]): Promise<void> {
    await this.#insert(
      'transactions (slot, block_index, entry_index, tx_index, poh_tick, block_time, signature, signer, tx_version, is_vote, success, fee, accounts_read_count, accounts_written_count, markets, version)',
      transactions.map((tx) => {
        const [read, written] = tx.counts === undefined ? [3, 2] : (tx.counts ?? [null, null]);
        const [entryIndex, txIndex, pohTick] = tx.entryPosition ?? [null, null, null];
        return [
          ...[tx.slot, tx.index, entryIndex, txIndex, pohTick, time(tx.blockTime), fixed(tx.signature)],
          ...[fixed(tx.signer ?? address('signer')), 0, tx.isVote ?? false],
          tx.success === undefined ? true : tx.success,
          tx.fee === undefined ? 5_000n : tx.fee,
          ...[read, written, marketsOf(tx), tx.version ?? 5],
        ];
      }),
    );
    await this.#insert(
      'account_locks (account, slot, block_index, is_write, is_signer, is_vote, is_failed, signer_prefix, version)',
      transactions.flatMap((tx) =>
        (tx.locks ?? []).map(({ account, isWrite }) => [
          ...[fixed(account), tx.slot, tx.index, isWrite, false, tx.isVote ?? false, false, 0],
          tx.version ?? 5,
        ]),
      ),
    );
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

  async accountSlots(
    ...rows: {
      account: TestKey;
      slot: number;
      lockCount: number;
      ticks: [first: number, last: number] | null;
      version?: number;
    }[]
  ): Promise<void> {
    await this.#insert(
      'account_slots (account, slot, lock_count, write_count, first_tick, tick_span, version)',
      rows.map(({ account, slot, lockCount, ticks, version }) => [
        ...[fixed(account), slot, lockCount, 0, ...tickColumns(slot, ticks), version ?? 5],
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

function tickColumns(slot: number, ticks: [first: number, last: number] | null): [number, number] {
  return ticks === null ? [-(2 ** 15), 0] : [ticks[0] - slot * 64, ticks[1] - ticks[0]];
}

function marketsOf({ markets = [] }: TestTransaction): string {
  const tuples = markets.map(
    ({ pool, program, mints }) => `(${fixed(pool)}, ${fixed(program)}, [${mints.map(fixed).join(', ')}])`,
  );
  return `[${tuples.join(', ')}]`;
}

function fixed({ hex }: TestKey): string {
  return `unhex('${hex}')`;
}

function time(seconds: number | null | undefined): string | null {
  if (seconds === null) return null;
  return `toDateTime(${seconds ?? 1_700_000_000}, 'UTC')`;
}
