import { positionKey } from '@tickscope/chain';
import { LIVE_WINDOW, type Sandwich } from '@tickscope/sandwich';
import { sqlFile } from '../sql-file.js';
import type { NamedRead } from '../trades/read-trades.js';
import { tuples } from '../tuples.js';
import { positionBatches } from './position-batches.js';
import type { LegRow } from './sandwich-rows.js';

const FAILED_LOCKS = sqlFile(import.meta.url, './failed-locks.sql');
const PLACED_TRANSACTIONS = sqlFile(import.meta.url, './placed-transactions.sql');

/**
 * Returns, by sandwich id, the failed transactions around sandwiches that their attackers paid for and that locked the
 * pool. Rule 8 counts them whether or not a swap was decoded. The caller removes those that are already among a
 * sandwich's attempts. Locks are kept 4 days, so older sandwiches have none.
 */
export async function undecodedAttempts(
  read: NamedRead,
  sandwiches: readonly Sandwich[],
): Promise<Map<string, LegRow[]>> {
  const attempts = new Map<string, LegRow[]>();
  if (sandwiches.length === 0) return attempts;
  const locks = await failedLocks(read, sandwiches);
  if (locks.length === 0) return attempts;
  const transactions = await transactionsAt(read, locks);
  for (const sandwich of sandwiches) {
    const wallets = new Set(sandwich.attackers);
    for (const { pool, slot, blockIndex } of locks) {
      const tx = transactions.get(positionKey({ slot, blockIndex }));
      if (pool !== sandwich.pool || tx === undefined || !wallets.has(tx.signer)) continue;
      if (!sandwich.victims.some(({ swap }) => Math.abs(swap.slot - slot) <= LIVE_WINDOW)) continue;
      const leg = attemptLeg(sandwich, slot, blockIndex, tx);
      const known = attempts.get(sandwich.id);
      if (known === undefined) attempts.set(sandwich.id, [leg]);
      else known.push(leg);
    }
  }
  return attempts;
}

interface FailedLock {
  pool: string;
  slot: number;
  blockIndex: number;
}

type FailedTransaction = Pick<LegRow, 'signature' | 'signer' | 'pohTick' | 'blockTime'>;

function attemptRange({ victims }: Sandwich): [number, number] {
  const [first, last] = [victims[0]!.swap.slot, victims.at(-1)!.swap.slot];
  return [Math.max(0, first - LIVE_WINDOW), last + LIVE_WINDOW];
}

async function failedLocks(read: NamedRead, sandwiches: readonly Sandwich[]): Promise<FailedLock[]> {
  const ranges = sandwiches.map((sandwich) => [sandwich.pool, ...attemptRange(sandwich)] as const);
  const rows = await read<[string, string, number]>('failed-locks', FAILED_LOCKS, {
    attackers: [...new Set(sandwiches.flatMap(({ attackers }) => attackers))],
    from_slot: Math.min(...ranges.map(([, from]) => from)),
    to_slot: Math.max(...ranges.map(([, , to]) => to)),
    ranges: tuples(ranges),
  });
  return rows.map(([pool, slot, blockIndex]) => ({ pool, slot: Number(slot), blockIndex }));
}

async function transactionsAt(
  read: NamedRead,
  locks: readonly FailedLock[],
): Promise<Map<string, FailedTransaction>> {
  const transactions = new Map<string, FailedTransaction>();
  type Row = [string, number, string, string, string | null, number | null];
  for (const positions of positionBatches(locks)) {
    const rows = await read<Row>('placed-transactions', PLACED_TRANSACTIONS, {
      slots: positions.map(({ slot }) => slot),
      block_indexes: positions.map(({ blockIndex }) => blockIndex),
    });
    for (const [slot, blockIndex, signature, signer, pohTick, blockTime] of rows)
      transactions.set(positionKey({ slot: Number(slot), blockIndex }), {
        signature,
        signer,
        pohTick: pohTick === null ? null : Number(pohTick),
        blockTime,
      });
  }
  return transactions;
}

function attemptLeg(sandwich: Sandwich, slot: number, blockIndex: number, tx: FailedTransaction): LegRow {
  const first = sandwich.victims[0]!.swap;
  const isBefore = slot < first.slot || (slot === first.slot && blockIndex < first.blockIndex);
  return {
    slot,
    blockIndex,
    outerIndex: 0,
    innerIndex: null,
    partIndex: 0,
    role: isBefore ? 'front_attempt' : 'back_attempt',
    trader: tx.signer,
    ...tx,
    dexName: sandwich.dexName,
    pool: sandwich.pool,
    mintIn: null,
    mintOut: null,
    traderIn: 0n,
    traderOut: 0n,
    lossAmount: null,
    lossMethod: null,
  };
}
