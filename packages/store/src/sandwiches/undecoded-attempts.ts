import { type Bracket, LIVE_WINDOW } from '@tickscope/sandwich';
import { placeKey } from '../instruction-position.js';
import { sqlFile } from '../sql-file.js';
import type { NamedRead } from '../trades/read-trades.js';
import { tuples } from '../tuples.js';
import type { LegRow } from './bracket-rows.js';
import { inTurns } from './in-turns.js';

const FAILED_LOCKS = sqlFile(import.meta.url, './failed-locks.sql');
const PLACED_TRANSACTIONS = sqlFile(import.meta.url, './placed-transactions.sql');

/**
 * The failed transactions around brackets that their attackers paid for and that locked the pool: rule 8 counts them,
 * decoded or not. By bracket id; those that are already among a bracket's attempts are for the caller to leave out.
 * Locks live 4 days: of older brackets there are none.
 */
export async function undecodedAttempts(
  read: NamedRead,
  brackets: readonly Bracket[],
): Promise<Map<string, LegRow[]>> {
  const attempts = new Map<string, LegRow[]>();
  if (brackets.length === 0) return attempts;
  const locks = await failedLocks(read, brackets);
  if (locks.length === 0) return attempts;
  const transactions = await transactionsAt(read, locks);
  for (const bracket of brackets) {
    const wallets = new Set(bracket.attackers);
    for (const { pool, slot, blockIndex } of locks) {
      const tx = transactions.get(placeKey({ slot, blockIndex }));
      if (pool !== bracket.pool || tx === undefined || !wallets.has(tx.signer)) continue;
      if (!bracket.victims.some(({ swap }) => Math.abs(swap.slot - slot) <= LIVE_WINDOW)) continue;
      const leg = attemptLeg(bracket, slot, blockIndex, tx);
      const known = attempts.get(bracket.id);
      if (known === undefined) attempts.set(bracket.id, [leg]);
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

function attemptRange({ victims }: Bracket): [number, number] {
  const [first, last] = [victims[0]!.swap.slot, victims.at(-1)!.swap.slot];
  return [Math.max(0, first - LIVE_WINDOW), last + LIVE_WINDOW];
}

async function failedLocks(read: NamedRead, brackets: readonly Bracket[]): Promise<FailedLock[]> {
  const ranges = brackets.map((bracket) => [bracket.pool, ...attemptRange(bracket)] as const);
  const rows = await read<[string, string, number]>('failed-locks', FAILED_LOCKS, {
    attackers: [...new Set(brackets.flatMap(({ attackers }) => attackers))],
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
  for (const positions of inTurns(locks)) {
    const rows = await read<Row>('placed-transactions', PLACED_TRANSACTIONS, {
      slots: positions.map(({ slot }) => slot),
      block_indexes: positions.map(({ blockIndex }) => blockIndex),
    });
    for (const [slot, blockIndex, signature, signer, pohTick, blockTime] of rows)
      transactions.set(placeKey({ slot: Number(slot), blockIndex }), {
        signature,
        signer,
        pohTick: pohTick === null ? null : Number(pohTick),
        blockTime,
      });
  }
  return transactions;
}

function attemptLeg(bracket: Bracket, slot: number, blockIndex: number, tx: FailedTransaction): LegRow {
  const first = bracket.victims[0]!.swap;
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
    dexName: bracket.dexName,
    pool: bracket.pool,
    mintIn: null,
    mintOut: null,
    traderIn: 0n,
    traderOut: 0n,
    lossAmount: null,
    lossMethod: null,
  };
}
