import { describe, expect, it } from 'vitest';
import { explainTransaction } from './explain/explain.js';
import { extractTrades } from './extract-trades.js';
import { hasSharedData, parseGetTransaction, readSharedJson } from './testing/shared-data.js';

/**
 * Index 877 of block 355825332: a maker replaces its orders and takes out what filled. By the balances, the vault FK8hNm
 * lost 189210000 and the maker's 43rXTq gained it; the vault BGZ2tT gained 1337 of USDC from the maker's 8YwbFQ. The
 * market is 4B7UrM: `settle_funds` and `place_order_pegged` both name it, and the program that called them owns neither.
 */
describe.skipIf(!hasSharedData)('OpenBook v2 (skipped without ../shared/data)', () => {
  const read = () => parseGetTransaction(readSharedJson('public/openbook-settle/877.json'));
  const MARKET = '4B7UrMFmNeNxSaW5vx3P5TyUxbbb76ccrGhKGF2xon6d';

  it('has the market as the pool of every order and settlement', () => {
    const { slot, tx } = read();
    const { poolEvents } = extractTrades(slot, tx);
    expect(
      poolEvents.map(({ kind, pool, amounts }) => [kind, pool, amounts.map(({ amount }) => amount)]),
    ).toEqual([
      ['liquidity_added', MARKET, [1_337n]],
      ['liquidity_removed', MARKET, [189_210_000n]],
    ]);
  });

  it('removes from the market what its vault lost and the owner gained', () => {
    const { slot, tx } = read();
    const { vaults, strays } = explainTransaction(slot, tx).conservation;
    expect(strays).toEqual([]);
    expect(
      vaults.map(({ account, change, decoded, remainder }) => [
        account.slice(0, 6),
        change,
        decoded,
        remainder,
      ]),
    ).toEqual([
      ['BGZ2tT', 1_337n, 1_337n, 0n],
      ['FK8hNm', -189_210_000n, -189_210_000n, 0n],
    ]);
  });
});
