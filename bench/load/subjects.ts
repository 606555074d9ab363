import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { chooseTransactions } from '../mev/questions.js';
import type { Subjects } from './plan.js';

const TIMEOUT = { timeoutMs: 60_000 };
const WALLETS = 1_000;

/** What is asked about: with equal parameters always the same. */
export async function chooseSubjects(
  client: TestConnection,
  total: number,
  swaps: number,
): Promise<Subjects> {
  const transactions = await chooseTransactions(client, total, swaps);
  const positions = transactions.slice(0, WALLETS).map(({ slot, blockIndex }) => `(${slot},${blockIndex})`);
  const wallets = await client.read.queryRows<[string]>(
    `SELECT DISTINCT base58Encode(signer) AS wallet FROM transactions WHERE (slot, block_index) IN (${positions.join(',')}) ORDER BY wallet`,
    TIMEOUT,
  );
  const [newest] = await client.read.queryRows<[number]>(
    'SELECT toUnixTimestamp(max(block_time)) FROM slots',
    TIMEOUT,
  );
  return { transactions, wallets: wallets.map(([wallet]) => wallet), newestTime: newest![0] };
}
