import { describe, expect, it } from 'vitest';
import { extractTrades } from './extract-trades.js';
import { hasSharedData, parseGetTransaction, readSharedJson } from './testing/shared-data.js';

/**
 * Ten transactions of Jupiter Lend, March 2026. By the balances: in `repay_native` the vault 5JP5zg of wrapped SOL
 * gained 42.000000001 (a debt paid back), and the vault B8yLjT of jupSOL lost 40 (the collateral of it). 42 SOL were not
 * worth 40 jupSOL: nothing was swapped. In the other nine, one token moved one way.
 */
const NAMES = [
  'borrow_native',
  'borrow_token',
  'deposit_collateral_native',
  'deposit_collateral_token',
  'earn_deposit',
  'earn_withdraw',
  'repay_native',
  'repay_token',
  'withdraw_collateral_native',
  'withdraw_collateral_token',
];

describe.skipIf(!hasSharedData)('Jupiter Lend (skipped without ../shared/data)', () => {
  it.each(NAMES)('%s swaps nothing, and is not counted as if it had', (name) => {
    const { slot, tx } = parseGetTransaction(readSharedJson(`public/jupiter-lend/${name}.json`));
    const { swaps, inferred, unknownFrames, fills } = extractTrades(slot, tx);
    expect({ swaps, inferred, unknownFrames, fills }).toEqual({
      swaps: [],
      inferred: [],
      unknownFrames: [],
      fills: [],
    });
  });

  it('has the debt and the collateral of a repayment as transfers between the wallet and the lender', () => {
    const { slot, tx } = parseGetTransaction(readSharedJson('public/jupiter-lend/repay_native.json'));
    const { tokenLinks } = extractTrades(slot, tx);
    expect(tokenLinks.map(({ mint, amount }) => [mint?.slice(0, 6), amount])).toEqual([
      ['So1111', 42_000_000_001n],
      ['jupSoL', 40_000_000_000n],
    ]);
  });
});
