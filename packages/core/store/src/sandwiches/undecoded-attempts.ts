import { addTo, positionKey } from '@tickscope/chain';
import { attemptRange, attemptSide, attemptWallets, isNearVictim, type Sandwich } from '@tickscope/sandwich';
import { column, defineFileQuery, param, type Read, type RowOf } from '../query/index.js';
import { transactionsAt } from './placed-transactions.js';
import { type LegRow, NO_LOSS } from './sandwich-rows.js';

const FAILED_LOCKS = defineFileQuery(import.meta.url, './failed-locks.sql', {
  params: { attackers: param.texts, from_slot: param.integer, to_slot: param.integer, ranges: param.rows },
  row: { pool: column.text, slot: column.integer, blockIndex: column.integer },
});

/**
 * Returns, by sandwich id, the failed transactions around sandwiches that their attackers paid for and that locked the
 * pool. Rule 8 counts them whether or not a swap was decoded. The caller removes those that are already among a
 * sandwich's attempts. Locks are kept 4 days, so older sandwiches have none.
 */
export async function undecodedAttempts(
  read: Read,
  sandwiches: readonly Sandwich[],
): Promise<Map<string, LegRow[]>> {
  const attempts = new Map<string, LegRow[]>();
  if (sandwiches.length === 0) return attempts;
  const locks = await failedLocks(read, sandwiches);
  if (locks.length === 0) return attempts;
  const transactions = await transactionsAt(read, locks);
  for (const sandwich of sandwiches) {
    const wallets = attemptWallets(sandwich);
    for (const { pool, slot, blockIndex } of locks) {
      const tx = transactions.get(positionKey({ slot, blockIndex }));
      if (pool !== sandwich.pool || tx === undefined || !wallets.has(tx.signer)) continue;
      if (!isNearVictim(slot, sandwich.victims)) continue;
      const leg = attemptLeg(sandwich, slot, blockIndex, tx);
      addTo(attempts, sandwich.id, leg);
    }
  }
  return attempts;
}

type FailedLock = RowOf<typeof FAILED_LOCKS>;
type FailedTransaction = Pick<LegRow, 'signature' | 'signer' | 'pohTick' | 'blockTime'>;

async function failedLocks(read: Read, sandwiches: readonly Sandwich[]): Promise<FailedLock[]> {
  const ranges = sandwiches.map(({ pool, victims }) => {
    const { fromSlot, toSlot } = attemptRange(victims);
    return [pool, fromSlot, toSlot] as const;
  });
  return read(FAILED_LOCKS, {
    attackers: [...new Set(sandwiches.flatMap((sandwich) => [...attemptWallets(sandwich)]))],
    from_slot: Math.min(...ranges.map(([, from]) => from)),
    to_slot: Math.max(...ranges.map(([, , to]) => to)),
    ranges,
  });
}

function attemptLeg(sandwich: Sandwich, slot: number, blockIndex: number, tx: FailedTransaction): LegRow {
  return {
    slot,
    blockIndex,
    outerIndex: 0,
    innerIndex: null,
    partIndex: 0,
    role: `${attemptSide({ slot, blockIndex }, sandwich.victims)}_attempt`,
    trader: tx.signer,
    ...tx,
    dexName: sandwich.dexName,
    pool: sandwich.pool,
    mintIn: null,
    mintOut: null,
    traderIn: 0n,
    traderOut: 0n,
    ...NO_LOSS,
  };
}
