import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { chooseTransactions } from '../mev/questions.js';
import { numberOf, rowsOf } from '../support/rows.js';
import type { Subjects } from './plan.js';

const WALLETS = 1_000;

/** Chooses the subjects of questions: with equal parameters always the same. */
export async function chooseSubjects(
  client: TestConnection,
  total: number,
  swaps: number,
): Promise<Subjects> {
  const transactions = await chooseTransactions(client, total, swaps);
  const positions = transactions.slice(0, WALLETS).map(({ slot, blockIndex }) => `(${slot},${blockIndex})`);
  const wallets = await rowsOf<[string]>(
    client,
    `SELECT DISTINCT base58Encode(signer) AS wallet FROM transactions WHERE (slot, block_index) IN (${positions.join(',')}) ORDER BY wallet`,
  );
  const newestTime = await numberOf(client, 'SELECT toUnixTimestamp(max(block_time)) FROM slots');
  return { transactions, wallets: wallets.map(([wallet]) => wallet), newestTime };
}
