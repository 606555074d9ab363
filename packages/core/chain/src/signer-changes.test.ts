import { describe, expect, it } from 'vitest';
import type { TokenBalance } from './block.js';
import { aTransaction } from './testing/bytes.js';
import { aMeta } from './testing/meta.js';
import { signerLamportChange, signerTokenChanges } from './transaction-facts.js';

const balance = (owner: string | null, mint: string, amount: bigint, accountIndex = 1): TokenBalance => ({
  accountIndex,
  mint,
  owner,
  programId: null,
  decimals: mint === 'USDC' ? 6 : 9,
  amount,
});

describe('signerTokenChanges', () => {
  const changesOf = (before: TokenBalance[], after: TokenBalance[]) =>
    signerTokenChanges(
      aTransaction({ meta: aMeta({ preTokenBalances: before, postTokenBalances: after }) }),
      'me',
    );

  it('match the amounts of a swap, to the smallest unit', () => {
    // 1.5 of a token of 9 decimals sold for 210.25 USDC; the pool's accounts change the other way.
    const before = [
      balance('me', 'SOL', 2_000_000_000n),
      balance('me', 'USDC', 0n, 2),
      balance('pool', 'SOL', 7n, 3),
      balance('pool', 'USDC', 900_000_000n, 4),
    ];
    const after = [
      balance('me', 'SOL', 500_000_000n),
      balance('me', 'USDC', 210_250_000n, 2),
      balance('pool', 'SOL', 1_500_000_007n, 3),
      balance('pool', 'USDC', 689_750_000n, 4),
    ];
    expect(changesOf(before, after)).toEqual([
      { mint: 'SOL', decimals: 9, amount: -1_500_000_000n },
      { mint: 'USDC', decimals: 6, amount: 210_250_000n },
    ]);
  });

  it('count an account that was opened from 0 and one that was closed to 0', () => {
    expect(changesOf([balance('me', 'SOL', 5n)], [balance('me', 'USDC', 3n)])).toEqual([
      { mint: 'SOL', decimals: 9, amount: -5n },
      { mint: 'USDC', decimals: 6, amount: 3n },
    ]);
  });

  it('sum the accounts of a mint and leave out a mint that only moved between them', () => {
    expect(
      changesOf(
        [balance('me', 'USDC', 10n, 1), balance('me', 'USDC', 5n, 2), balance('me', 'SOL', 4n, 3)],
        [balance('me', 'USDC', 1n, 1), balance('me', 'USDC', 14n, 2), balance('me', 'SOL', 6n, 3)],
      ),
    ).toEqual([{ mint: 'SOL', decimals: 9, amount: 2n }]);
  });

  it('follow the owner when an account changes hands', () => {
    expect(changesOf([balance('me', 'USDC', 8n)], [balance('you', 'USDC', 8n)])).toEqual([
      { mint: 'USDC', decimals: 6, amount: -8n },
    ]);
  });

  it('leave out accounts of unknown owners, and stay exact at 64 bits', () => {
    const most = 2n ** 64n - 1n;
    expect(changesOf([balance(null, 'USDC', 1n)], [balance(null, 'USDC', 9n)])).toEqual([]);
    expect(changesOf([], [balance('me', 'USDC', most, 1), balance('me', 'USDC', most, 2)])).toEqual([
      { mint: 'USDC', decimals: 6, amount: 2n * most },
    ]);
  });

  it('are not known without meta', () => {
    expect(signerTokenChanges(aTransaction(), 'me')).toBeNull();
  });
});

describe('signerLamportChange', () => {
  it("is the fee payer's balance after, less that before", () => {
    const meta = aMeta({ preBalances: [2n ** 63n, 5n], postBalances: [2n ** 63n - 5_000n, 9n] });
    expect(signerLamportChange(aTransaction({ meta }))).toBe(-5_000n);
  });

  it('is not known without meta or balances', () => {
    expect(signerLamportChange(aTransaction())).toBeNull();
    expect(signerLamportChange(aTransaction({ meta: aMeta() }))).toBeNull();
  });
});
