import { accountKeys, keyToBase58, type Transaction } from '@tickscope/chain';
import type { PoolEvent, Swap, TransactionTrades } from '../swap.js';
import type { AccountChange, Conservation, VaultConservation } from './explanation.js';

/**
 * Every account whose balance a transaction changed: tokens of token accounts, lamports of others. Read from the
 * transaction's balances alone, by code that shares nothing with extraction, so that it can check it.
 */
export function changesOf(tx: Transaction): AccountChange[] {
  if (tx.meta === null) return [];
  const { preTokenBalances, postTokenBalances, preBalances, postBalances } = tx.meta;
  const before = new Map(preTokenBalances.map((balance) => [balance.accountIndex, balance]));
  const after = new Map(postTokenBalances.map((balance) => [balance.accountIndex, balance]));
  return accountKeys(tx)
    .map((key, index): AccountChange => {
      const account = keyToBase58(key);
      const known = after.get(index) ?? before.get(index);
      if (known === undefined)
        return {
          account,
          mint: null,
          owner: null,
          change: (postBalances[index] ?? 0n) - (preBalances[index] ?? 0n),
        };
      const change = (after.get(index)?.amount ?? 0n) - (before.get(index)?.amount ?? 0n);
      return { account, mint: known.mint, owner: known.owner, change };
    })
    .filter(({ change }) => change !== 0n);
}

/** Sums the gains of a vault by swaps. */
export function swappedInto(swaps: readonly Swap[], vault: string): bigint {
  let sum = 0n;
  for (const { vaultIn, vaultOut, poolIn, poolOut } of swaps) {
    if (vaultIn === vault) sum += poolIn;
    if (vaultOut === vault) sum -= poolOut;
  }
  return sum;
}

/** Sums the gains of a pool in a mint by events other than swaps. */
export function movedInto(events: readonly PoolEvent[], pool: string, mint: string): bigint {
  let sum = 0n;
  for (const event of events) {
    if (event.pool !== pool) continue;
    const isLoss = event.kind === 'liquidity_removed' || event.kind === 'fees_collected';
    for (const { mint: moving, amount } of event.amounts)
      if (moving === mint) sum += isLoss ? -amount : amount;
  }
  return sum;
}

/** A vault and the pool that it belongs to. */
export interface KnownVault {
  account: string;
  pool: string;
  dexName: string;
  /** Mint of the swap that uses it; null if it is known from a pool event only. */
  mint: string | null;
}

/**
 * Compares what the vaults gained by the transaction's balances with what was decoded.
 *
 * @param others vaults of pool events, which do not name them; those of swaps are added
 */
export function conservationOf(
  tx: Transaction,
  { swaps, inferred, poolEvents }: Pick<TransactionTrades, 'swaps' | 'inferred' | 'poolEvents'>,
  others: readonly KnownVault[],
): Conservation {
  if (tx.meta === null || tx.meta.error !== null) return { vaults: [], strays: [] };
  const { preTokenBalances, postTokenBalances } = tx.meta;
  if (preTokenBalances.length === 0 && postTokenBalances.length === 0) return { vaults: [], strays: [] };
  const all = [...swaps, ...inferred];
  const known = vaultsOf(all, others);
  const changes = new Map(changesOf(tx).map((change) => [change.account, change]));
  const owners = tokenOwners(tx);
  const counted = new Set<string>();
  const vaults = [...known.values()].flatMap(({ account, pool, dexName, mint }): VaultConservation[] => {
    const change = changes.get(account);
    const tokenMint = owners.get(account)?.mint ?? null;
    const ofEvents = tokenMint ?? mint;
    let decoded = swappedInto(all, account);
    // A pool's events name its mints, not its vaults.
    if (ofEvents !== null && !counted.has(`${pool} ${ofEvents}`)) {
      counted.add(`${pool} ${ofEvents}`);
      decoded += movedInto(poolEvents, pool, ofEvents);
    }
    const total = change?.change ?? 0n;
    if (total === 0n && decoded === 0n) return [];
    return [
      {
        account,
        pool,
        dexName,
        mint: tokenMint,
        change: total,
        decoded,
        remainder: total - decoded,
        isOpened: tokenMint === null && isOpened(tx, account),
      },
    ];
  });
  return { vaults, strays: straysOf(tx, known, changes, owners) };
}

function vaultsOf(swaps: readonly Swap[], others: readonly KnownVault[]): Map<string, KnownVault> {
  const known = new Map<string, KnownVault>();
  const add = (vault: KnownVault): void => {
    if (!known.has(vault.account)) known.set(vault.account, vault);
  };
  for (const { vaultIn, vaultOut, pool, dexName, mintIn, mintOut } of swaps) {
    add({ account: vaultIn, pool, dexName, mint: mintIn });
    add({ account: vaultOut, pool, dexName, mint: mintOut });
  }
  for (const vault of others) add(vault);
  return known;
}

interface TokenOwner {
  mint: string;
  owner: string | null;
}

function tokenOwners({ meta, ...tx }: Transaction): Map<string, TokenOwner> {
  const keys = accountKeys(tx);
  const owners = new Map<string, TokenOwner>();
  for (const { accountIndex, mint, owner } of [
    ...(meta?.preTokenBalances ?? []),
    ...(meta?.postTokenBalances ?? []),
  ]) {
    const key = keys[accountIndex];
    if (key !== undefined) owners.set(keyToBase58(key), { mint, owner });
  }
  return owners;
}

function isOpened(tx: Transaction, account: string): boolean {
  const index = accountKeys(tx).findIndex((key) => keyToBase58(key) === account);
  return tx.meta?.preBalances[index] === 0n;
}

function straysOf(
  tx: Transaction,
  known: ReadonlyMap<string, KnownVault>,
  changes: ReadonlyMap<string, AccountChange>,
  owners: ReadonlyMap<string, TokenOwner>,
): AccountChange[] {
  const suspects = new Set<string>();
  for (const account of known.keys()) suspects.add(owners.get(account)?.owner ?? '');
  suspects.delete('');
  for (const signer of accountKeys(tx).slice(0, tx.header.numRequiredSignatures))
    suspects.delete(keyToBase58(signer));
  return [...changes.values()].filter(
    ({ account, owner }) => owner !== null && suspects.has(owner) && !known.has(account),
  );
}
