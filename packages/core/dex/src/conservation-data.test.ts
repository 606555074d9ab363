import { accountKeys, type Transaction, toBase58 } from '@tickscope/chain';
import { describe, expect, it } from 'vitest';
import { changesOf, movedInto, swappedInto } from './explain/vault-conservation.js';
import { extractTrades } from './extract-trades.js';
import { realTransactions } from './testing/real-transactions.js';
import { hasSharedData } from './testing/shared-data.js';

/**
 * Compares the gain of a vault by its balances with the sum of its swaps and of its pool's liquidity events, in every
 * transaction of the chain that touches it, also in those that are not known to swap. The balances are read by code
 * that shares nothing with extraction (`explain/vault-conservation.ts`).
 */

/** Lamports that an account gained beside its trades, and why. */
const RENT: Record<string, bigint> = {
  'pumpfun/raw_create_tx_from_blocksubscribe': 1_691_280n,
  // The curve, and an extension of it.
  'pumpfun/raw_create_tx_from_gettransaction': 1_691_280n + 250_560n,
  'tx-parser/pumpfun_create_0': 1_231_920n,
};

describe.skipIf(!hasSharedData)('vaults of the chain (skipped without ../shared/data)', () => {
  const rows = realTransactions()
    .filter(({ tx }) => tx.meta?.error === null)
    .map((real) => ({ ...real, trades: extractTrades(real.slot, real.tx) }));
  const vaults = new Map<string, { pool: string; dexName: string }>();
  for (const { trades } of rows)
    for (const { vaultIn, vaultOut, pool, dexName } of trades.swaps)
      for (const vault of [vaultIn, vaultOut]) vaults.set(vault, { pool, dexName });

  it('gain and lose what their swaps and liquidity events say', () => {
    const checked = new Map<string, number>();
    for (const row of rows)
      for (const { account, mint, change } of changesOf(row.tx)) {
        const vault = vaults.get(account);
        if (vault === undefined) continue;
        const explained =
          mint === null
            ? swappedInto(row.trades.swaps, account) + (RENT[row.name] ?? 0n)
            : swappedInto(row.trades.swaps, account) + movedInto(row.trades.poolEvents, vault.pool, mint);
        expect([row.name, vault.dexName, account, explained]).toEqual([
          row.name,
          vault.dexName,
          account,
          change,
        ]);
        checked.set(vault.dexName, (checked.get(vault.dexName) ?? 0) + 1);
      }
    const counts = [...checked].sort(([, left], [, right]) => right - left);
    process.stdout.write(
      `\nvault changes: ${counts.map(([name, count]) => `${name} ${count}`).join(', ')}\n`,
    );
    expect(counts.reduce((sum, [, count]) => sum + count, 0)).toBe(256);
    expect(checked.size).toBe(24);
  });

  it('are all found: no other account of their owner changes in a transaction that swaps', () => {
    for (const { name, tx, trades } of rows) {
      const owners = new Set(
        trades.swaps.flatMap(({ vaultIn, vaultOut }) => ownersOf(tx, vaultIn, vaultOut)),
      );
      for (const signer of trades.swaps.flatMap(({ signers }) => signers)) owners.delete(signer);
      const known = trades.swaps.flatMap(({ vaultIn, vaultOut }) => [vaultIn, vaultOut]);
      for (const { account, owner, change } of changesOf(tx))
        if (owner !== null && owners.has(owner) && change !== 0n)
          expect([name, account, known.includes(account)]).toEqual([name, account, true]);
    }
  });
});

function ownersOf(tx: Transaction, ...accounts: string[]): string[] {
  const keys = accountKeys(tx).map(toBase58);
  return (tx.meta?.postTokenBalances ?? [])
    .filter(({ accountIndex }) => accounts.includes(keys[accountIndex] ?? ''))
    .flatMap(({ owner }) => owner ?? []);
}
