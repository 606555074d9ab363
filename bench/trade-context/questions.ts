import { toBase58 } from '@tickscope/chain';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { rowsOf } from '../support/rows.js';
import { REAL_SLOT } from '../support/tables.js';
import {
  COPIES,
  NEWEST_PARTITION,
  PARTITION_SLOTS,
  PARTITIONS_WITH_TRANSACTIONS,
  RUN_START,
} from './make-data.js';

export interface Account {
  hex: string;
  base58: string;
  rank: number;
  locksPerSlot: number;
}

export interface Question {
  account: Account;
  signature: string;
  slot: number;
  page?: number;
}

/** Ranks, by how many transactions of a block touch them, of the accounts asked about. */
const RANKS = [0, 1, 4, 20, 100, 500];
/** Place in a partition's run around which ±100 slots are all dense. */
const MIDDLE = 104;
const MIDDLE_SLOTS = 20;

export async function chooseAccounts(client: TestConnection): Promise<Account[]> {
  const rows = await rowsOf<[string, number]>(
    client,
    `SELECT hex(account), toUInt32(count()) FROM account_locks WHERE slot = ${REAL_SLOT} GROUP BY account ORDER BY count() DESC, account`,
  );
  return RANKS.map((rank) => {
    const [hex, uses] = rows[rank]!;
    return { hex, base58: toBase58(Buffer.from(hex, 'hex')), rank, locksPerSlot: uses * COPIES };
  });
}

/** Different transactions that touch the account, in the middle slots of the partitions, the newest first. */
export async function questionsOf(
  client: TestConnection,
  account: Account,
  { total, partitions }: { total: number; partitions: number },
): Promise<Question[]> {
  const questions = new Map<string, Question>();
  const asked = Math.min(partitions, PARTITIONS_WITH_TRANSACTIONS);
  const slots = MIDDLE_SLOTS * asked;
  const each = Math.ceil(total / slots);
  for (let index = 0; questions.size < total && index < slots; index += 1) {
    const partition = NEWEST_PARTITION - (index % asked);
    const slot = partition * PARTITION_SLOTS + RUN_START + MIDDLE + Math.floor(index / asked);
    const rows = await rowsOf<[string]>(
      client,
      `SELECT hex(signature) FROM transactions WHERE slot = ${slot} AND block_index IN
        (SELECT block_index FROM account_locks WHERE account = unhex('${account.hex}') AND slot = ${slot}) ORDER BY block_index`,
    );
    for (let at = 0; at < each; at += 1) {
      const row = rows[Math.floor((rows.length * at) / each)];
      const signature = row === undefined ? undefined : toBase58(Buffer.from(row[0], 'hex'));
      if (signature !== undefined) questions.set(signature, { account, slot, signature });
    }
  }
  return [...questions.values()];
}
