import { type ClickHouseClient, queryRows } from '@tickscope/store';
import { chooseTransactions } from '../mev/questions.js';
import type { Subjects } from './plan.js';

const TIMEOUT = { timeoutMs: 60_000 };
const WALLETS = 1_000;

/** What is asked about: with equal parameters always the same. */
export async function chooseSubjects(
  client: ClickHouseClient,
  total: number,
  swaps: number,
): Promise<Subjects> {
  const transactions = await chooseTransactions(client, total, swaps);
  const positions = transactions.slice(0, WALLETS).map(({ slot, blockIndex }) => `(${slot},${blockIndex})`);
  const wallets = await queryRows<[string]>(
    client,
    `SELECT DISTINCT base58Encode(signer) AS wallet FROM transactions WHERE (slot, block_index) IN (${positions.join(',')}) ORDER BY wallet`,
    TIMEOUT,
  );
  const [newest] = await queryRows<[number]>(
    client,
    'SELECT toUnixTimestamp(max(block_time)) FROM slots',
    TIMEOUT,
  );
  return { transactions, wallets: wallets.map(([wallet]) => wallet), newestTime: newest![0] };
}
