import { accountKeys, type Transaction, toBase58 } from '@tickscope/chain';
import { describe, expect, it } from 'vitest';
import { extractTrades } from './extract-trades.js';
import { DEX_PROGRAMS } from './programs/index.js';
import type { TransactionTrades } from './swap.js';
import { hasSharedData, readSharedBlock } from './testing/shared-data.js';

/**
 * A whole block of the chain (slot 254170887). What is expected of it is read from its balances and its program
 * ids here, by code that shares nothing with the package's own.
 */
describe.skipIf(!hasSharedData)('a block of the chain (skipped without ../shared/data)', () => {
  const block = hasSharedData ? readSharedBlock('full-blocks/254170887.getblock.json', 254170887) : null;
  const rows = (block?.transactions ?? []).map((tx) => ({ tx, trades: extractTrades(254170887, tx) }));
  const succeeded = rows.filter(({ tx }) => tx.meta?.error === null);

  it('finds swaps in every successful transaction that calls a program of the registry', () => {
    const counts: Record<string, { calls: number; swaps: number }> = {};
    for (const { id, name } of DEX_PROGRAMS) {
      const calls = succeeded.filter(({ tx }) => programsCalled(tx).has(id)).length;
      const swaps = succeeded.filter(({ trades }) =>
        trades.swaps.some(({ programId }) => programId === id),
      ).length;
      if (calls > 0) counts[name] = { calls, swaps };
    }
    expect(counts).toEqual({
      'Raydium AMM v4': { calls: 23, swaps: 23 },
      'Orca Whirlpool': { calls: 9, swaps: 9 },
      // Three of the five only place or cancel orders: see the next test.
      Phoenix: { calls: 5, swaps: 2 },
      'Meteora DLMM': { calls: 5, swaps: 5 },
      'Meteora DAMM v1': { calls: 4, swaps: 4 },
      'Raydium CLMM': { calls: 3, swaps: 3 },
      'Orca token-swap v2': { calls: 3, swaps: 3 },
      Saber: { calls: 2, swaps: 2 },
      'Lifinity v2': { calls: 2, swaps: 2 },
      Mercurial: { calls: 2, swaps: 2 },
      Invariant: { calls: 2, swaps: 2 },
      'Saros AMM': { calls: 1, swaps: 1 },
      'Orca token-swap v1': { calls: 1, swaps: 1 },
    });
  });

  it('finds no swap in a Phoenix transaction only where it holds no Phoenix swap instruction', () => {
    const phoenix = 'PhoeNiXZ8ByJGLkxNfZRnkUfjvmuYqLR89jjFHGqdXY';
    for (const { tx, trades } of succeeded) {
      if (!programsCalled(tx).has(phoenix)) continue;
      const tags = flatInstructions(tx)
        .filter(({ program }) => program === phoenix)
        .map(({ data }) => data[0]);
      const hasSwapTag = tags.includes(0);
      expect(trades.swaps.some(({ programId }) => programId === phoenix)).toBe(hasSwapTag);
    }
  });

  it('matches the balance changes of the trader, where one swap touched them', () => {
    let checked = 0;
    for (const { tx, trades } of succeeded) {
      const changes = tokenChanges(tx);
      const uses = usesOf(trades);
      for (const { source, destination, traderIn, traderOut } of trades.swaps) {
        if (uses.get(source.account ?? '') === 1 && changes.has(source.account ?? '')) {
          expect(changes.get(source.account ?? '')).toBe(-traderIn);
          checked += 1;
        }
        if (uses.get(destination.account ?? '') === 1 && changes.has(destination.account ?? '')) {
          expect(changes.get(destination.account ?? '')).toBe(traderOut);
          checked += 1;
        }
      }
    }
    expect(checked).toBeGreaterThan(20);
  });

  it('names an authority that moved the tokens, and a trader who signed', () => {
    for (const { tx, trades } of succeeded)
      for (const swap of trades.swaps) {
        const signers = accountKeys(tx).slice(0, tx.header.numRequiredSignatures).map(toBase58);
        expect(swap.signers).toEqual(signers);
        expect(signers).toContain(swap.trader);
        expect(signers.includes(swap.authority)).toBe(swap.authoritySigned);
        expect(transferAuthorities(tx)).toContain(swap.authority);
      }
  });

  it('finds nothing in votes, and only attempts in failed transactions', () => {
    expect(rows.filter(({ tx }) => tx.isVote)).toHaveLength(158);
    for (const { tx, trades } of rows) {
      if (tx.isVote) expect(Object.values(trades).flat()).toEqual([]);
      if (tx.meta?.error !== null)
        expect([...trades.swaps, ...trades.poolEvents, ...trades.tokenLinks]).toEqual([]);
      else expect(trades.attempts).toEqual([]);
    }
    const attempts = rows.flatMap(({ trades }) => trades.attempts);
    expect(attempts.length).toBeGreaterThan(300);
    expect(attempts.filter(({ direction }) => direction !== null).length / attempts.length).toBeGreaterThan(
      0.9,
    );
  });
});

interface FlatInstruction {
  program: string;
  data: Uint8Array;
  accounts: string[];
}

function flatInstructions(tx: Transaction): FlatInstruction[] {
  const keys = accountKeys(tx).map(toBase58);
  const inner = (tx.meta?.innerInstructions ?? []).flatMap(({ instructions }) => instructions);
  return [...tx.instructions, ...inner].map(({ programIdIndex, data, accounts }) => ({
    program: keys[programIdIndex] ?? '',
    data,
    accounts: [...accounts].map((index) => keys[index] ?? ''),
  }));
}

function programsCalled(tx: Transaction): Set<string> {
  return new Set(flatInstructions(tx).map(({ program }) => program));
}

/** Lists the authorities of a transaction's token transfers: Transfer = 3 (third account), TransferChecked = 12 (fourth). */
function transferAuthorities(tx: Transaction): string[] {
  return flatInstructions(tx).flatMap(({ program, data, accounts }) => {
    if (!program.startsWith('Token')) return [];
    return data[0] === 3 ? [accounts[2] ?? ''] : data[0] === 12 ? [accounts[3] ?? ''] : [];
  });
}

/** Computes the gain of each token account of a transaction, by its balances. */
function tokenChanges(tx: Transaction): Map<string, bigint> {
  const keys = accountKeys(tx).map(toBase58);
  const changes = new Map<string, bigint>();
  const add = (index: number, amount: bigint): void => {
    const account = keys[index] ?? '';
    changes.set(account, (changes.get(account) ?? 0n) + amount);
  };
  for (const { accountIndex, amount } of tx.meta?.preTokenBalances ?? []) add(accountIndex, -amount);
  for (const { accountIndex, amount } of tx.meta?.postTokenBalances ?? []) add(accountIndex, amount);
  for (const [account, change] of changes) if (change === 0n) changes.delete(account);
  return changes;
}

/** How many swaps and links touch each token account. */
function usesOf({ swaps, tokenLinks }: TransactionTrades): Map<string, number> {
  const uses = new Map<string, number>();
  const use = (account: string | null): void => {
    if (account !== null) uses.set(account, (uses.get(account) ?? 0) + 1);
  };
  for (const { source, destination } of swaps) {
    use(source.account);
    use(destination.account);
  }
  for (const { fromAccount, toAccount } of tokenLinks) {
    use(fromAccount);
    use(toAccount);
  }
  return uses;
}
