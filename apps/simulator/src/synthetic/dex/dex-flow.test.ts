import { accountKeys, type TokenBalance, toBase58 } from '@tickscope/chain';
import type { Swap } from '@tickscope/dex';
import { describe, expect, test } from 'vitest';
import { type DecodedTrades, decodeChain } from '../../testing/decode-trades.js';
import { TOKEN_2022_PROGRAM } from '../addresses.js';
import { generateUpdates } from '../generate-updates.js';
import type { SwapTruth } from '../truth.js';
import { WRAPPED_SOL_MINT } from './addresses.js';
import { DEX_NAMES } from './pool.js';

const OPTIONS = {
  seed: 'swaps',
  transactionsPerSlot: 100,
  voteShare: 0.2,
  dexShare: 0.7,
  sandwichesPerSlot: 1,
};
const TOKEN_ACCOUNT_RENT = 2_039_280n;

const chain = decodeChain(OPTIONS, 150);
const { transactions } = chain;
const swaps = transactions.flatMap(({ trades }) => trades.swaps);

function fieldsOf(swap: SwapTruth) {
  return [
    swap.outer_index,
    swap.inner_index,
    swap.program_id,
    swap.outer_program_id,
    swap.pool,
    swap.mint_in,
    swap.mint_out,
    swap.pool_in,
    swap.pool_out,
    swap.trader_in,
    swap.trader_out,
    swap.trader,
    swap.authority,
    swap.authority_signed,
    swap.source,
    swap.destination,
  ];
}

function read(swap: Swap) {
  return [
    swap.outerIndex,
    swap.innerIndex,
    swap.programId,
    swap.outerProgramId,
    swap.pool,
    swap.mintIn,
    swap.mintOut,
    String(swap.poolIn),
    String(swap.poolOut),
    String(swap.traderIn),
    String(swap.traderOut),
    swap.trader,
    swap.authority,
    swap.authoritySigned,
    swap.source.account,
    swap.destination.account,
  ];
}

function keysOf({ tx }: DecodedTrades): string[] {
  return accountKeys(tx).map(toBase58);
}

describe('the swaps of a generated chain', () => {
  test('decode from its transactions exactly as the generator recorded them', () => {
    expect(swaps.length).toBeGreaterThan(3_000);
    for (const { trades, truth } of transactions)
      expect(trades.swaps.map(read)).toEqual((truth.swaps ?? []).map(fieldsOf));
  });

  test('are on five DEXs both ways, called directly, below an aggregator, below programs of their own', () => {
    for (const dex of DEX_NAMES)
      for (const isBuy of [true, false]) {
        const way = transactions.flatMap(({ truth }) =>
          (truth.swaps ?? []).filter(
            (swap) => swap.dex === dex && (swap.mint_in === WRAPPED_SOL_MINT) === isBuy,
          ),
        );
        expect([dex, isBuy, way.length > 20]).toEqual([dex, isBuy, true]);
      }
    const outer = new Set(swaps.map(({ outerProgramId }) => outerProgramId));
    expect(outer.size).toBeGreaterThan(20);
    expect(swaps.some(({ authoritySigned }) => !authoritySigned)).toBe(true);
    expect(swaps.some(({ innerIndex }) => innerIndex === null)).toBe(true);
  });

  test('of failed transactions are attempts, if they were reached, and move nothing', () => {
    const failed = transactions.filter(
      ({ tx, truth }) => tx.meta!.error !== null && truth.kind.startsWith('dex_'),
    );
    expect(failed.length).toBeGreaterThan(100);
    const reached = failed.filter(({ trades }) => trades.attempts.length > 0);
    expect(reached.length).toBeGreaterThan(50);
    expect(failed.length - reached.length).toBeGreaterThan(10);
    for (const { tx, trades } of failed) {
      expect(trades.swaps).toEqual([]);
      expect(tx.meta!.postTokenBalances).toEqual(tx.meta!.preTokenBalances);
    }
  });

  test('show the transfer fee of a mint: the pool and the trader see different amounts', () => {
    const withheld = swaps.filter(
      ({ poolIn, traderIn, dexName }) => dexName === 'Raydium CPMM' && poolIn < traderIn,
    );
    expect(withheld.length).toBeGreaterThan(5);
  });

  test('go through accounts of wrapped SOL that are in no list of balances', () => {
    const passing = swaps.filter(({ source, destination }) =>
      [source, destination].some(
        ({ account, balanceBefore, balanceAfter }) =>
          account !== null && balanceBefore === 0n && balanceAfter === 0n,
      ),
    );
    expect(passing.length).toBeGreaterThan(100);
  });

  test('are below routes of two and three pools too, some of which are only in lookup tables', () => {
    const routes = transactions.filter(({ truth }) => truth.kind === 'dex_route');
    const lengths = new Set(routes.map(({ trades }) => trades.swaps.length));
    expect(lengths.has(2) && lengths.has(3)).toBe(true);
    const isLoaded = ({ tx, trades }: DecodedTrades): boolean => {
      const statics = tx.staticKeys.map(toBase58);
      return trades.swaps.some(({ pool }) => !statics.includes(pool));
    };
    expect(routes.some(isLoaded)).toBe(true);
  });
});

test('swaps on Orca Whirlpool state their price move: each begins where the one before ended', () => {
  const left = new Map<string, number>();
  let followed = 0;
  for (const { pool, poolIn, poolOut, dexName, priceMove } of swaps) {
    if (dexName !== 'Orca Whirlpool') continue;
    const { falls, before, after, feeIn } = priceMove!;
    expect(after < before!).toBe(falls);
    // Within one range, the rate without the fee is the product of the roots.
    const [net, out] = [Number(poolIn - feeIn!), Number(poolOut)];
    const price = falls ? out / net : net / out;
    expect(Math.abs(price / (before! * after) - 1)).toBeLessThan(2 / net + 2 / out);
    const known = left.get(pool);
    if (known !== undefined) {
      expect(before).toBe(known);
      followed += 1;
    }
    left.set(pool, after);
  }
  expect(followed).toBeGreaterThan(200);
});

describe('conservation', () => {
  test('the changes of a pool’s vaults are the sum of its swaps and liquidity', () => {
    const vaultsOf = new Map<string, Map<string, string>>();
    for (const { pool, vaultIn, vaultOut, mintIn, mintOut } of swaps) {
      const vaults = vaultsOf.get(pool) ?? new Map<string, string>();
      vaultsOf.set(pool, vaults.set(mintIn, vaultIn).set(mintOut, vaultOut));
    }
    const known = new Set([...vaultsOf.values()].flatMap((vaults) => [...vaults.values()]));
    let checked = 0;
    for (const found of transactions) {
      const { tx, trades } = found;
      if (tx.meta!.error !== null) continue;
      const keys = keysOf(found);
      const expected = new Map<string, bigint>();
      const add = (account: string, amount: bigint): unknown =>
        expected.set(account, (expected.get(account) ?? 0n) + amount);
      for (const { vaultIn, vaultOut, poolIn, poolOut } of trades.swaps) {
        add(vaultIn, poolIn);
        add(vaultOut, -poolOut);
      }
      for (const { pool, kind, amounts } of trades.poolEvents)
        for (const { mint, amount } of amounts) {
          const vault = vaultsOf.get(pool)?.get(mint);
          if (vault !== undefined) add(vault, kind === 'liquidity_removed' ? -amount : amount);
        }
      for (const [index, account] of keys.entries()) {
        if (!known.has(account)) continue;
        const tokens = (list: TokenBalance[]): bigint | undefined =>
          list.find(({ accountIndex }) => accountIndex === index)?.amount;
        const after = tokens(tx.meta!.postTokenBalances);
        // A Pump.fun curve holds lamports; the rent that its maker pays is no trade.
        const isLaunch = found.truth.kind === 'dex_launch';
        const change =
          after === undefined
            ? tx.meta!.postBalances[index]! - tx.meta!.preBalances[index]! - (isLaunch ? 1_691_280n : 0n)
            : after - (tokens(tx.meta!.preTokenBalances) ?? 0n);
        expect([account, change]).toEqual([account, expected.get(account) ?? 0n]);
        checked += 1;
      }
    }
    expect(checked).toBeGreaterThan(5_000);
  });

  test('lamports: only the fee is lost', () => {
    const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n);
    for (const { tx } of transactions)
      expect(sum(tx.meta!.preBalances) - sum(tx.meta!.postBalances)).toBe(tx.meta!.feeLamports);
  });

  test('tokens: only launches and liquidity make some, only fees on transfers take some away', () => {
    for (const { tx, truth } of transactions) {
      const change = new Map<string, bigint>();
      for (const { mint, amount } of tx.meta!.postTokenBalances)
        change.set(mint, (change.get(mint) ?? 0n) + amount);
      for (const { mint, amount } of tx.meta!.preTokenBalances)
        change.set(mint, (change.get(mint) ?? 0n) - amount);
      const made = [...change].filter(([mint, amount]) => amount !== 0n && mint !== WRAPPED_SOL_MINT);
      if (truth.kind === 'dex_launch' || truth.kind === 'dex_jit_liquidity') continue;
      const isWithheld = tx.meta!.postTokenBalances.some(({ programId }) => programId === TOKEN_2022_PROGRAM);
      if (isWithheld) expect(made.every(([, amount]) => amount < 0n)).toBe(true);
      else expect(made).toEqual([]);
    }
  });

  test('every account of wrapped SOL holds its lamports and its rent', () => {
    let checked = 0;
    for (const { tx } of transactions)
      for (const [balances, lamports] of [
        [tx.meta!.preTokenBalances, tx.meta!.preBalances],
        [tx.meta!.postTokenBalances, tx.meta!.postBalances],
      ] as const)
        for (const { mint, amount, accountIndex } of balances)
          if (mint === WRAPPED_SOL_MINT) {
            expect(lamports[accountIndex]).toBe(amount + TOKEN_ACCOUNT_RENT);
            checked += 1;
          }
    expect(checked).toBeGreaterThan(5_000);
  });

  test('balances carry over from one transaction to the next', () => {
    const tokens = new Map<string, bigint>();
    for (const found of transactions) {
      const keys = keysOf(found);
      for (const { accountIndex, amount } of found.tx.meta!.preTokenBalances) {
        const before = tokens.get(keys[accountIndex]!);
        if (before !== undefined) expect(amount).toBe(before);
      }
      for (const { accountIndex, amount } of found.tx.meta!.postTokenBalances)
        tokens.set(keys[accountIndex]!, amount);
    }
    expect(tokens.size).toBeGreaterThan(1_000);
  });
});

describe('honest flow', () => {
  test('has every sort of trader', () => {
    const kinds = new Set(transactions.map(({ truth }) => truth.kind));
    for (const kind of [
      'dex_retail',
      'dex_holder',
      'dex_route',
      'dex_arbitrage',
      'dex_market_maker',
      'dex_wash',
      'dex_launch',
      'dex_snipe',
      'dex_jit_liquidity',
    ])
      expect([kind, kinds.has(kind)]).toEqual([kind, true]);
  });

  test('arbitrage buys and sells the same number of tokens in two pools in one transaction', () => {
    const done = transactions.filter(
      ({ truth, trades }) => truth.kind === 'dex_arbitrage' && trades.swaps.length > 0,
    );
    expect(done.length).toBeGreaterThan(5);
    for (const { trades } of done) {
      const [buy, sell] = trades.swaps;
      expect(buy!.pool).not.toBe(sell!.pool);
      expect(buy!.traderOut).toBe(sell!.traderIn);
      expect(sell!.traderOut).toBeGreaterThan(buy!.traderIn);
    }
  });

  test('a wash ring pays one compute-unit price and sells what it bought', () => {
    const rings = transactions.filter(({ truth }) => truth.kind === 'dex_wash');
    const bought = new Map<string, bigint>();
    for (const { trades } of rings)
      for (const { trader, pool, traderIn, traderOut } of trades.swaps) {
        const key = `${trader} ${pool}`;
        if (bought.has(key)) expect(traderIn).toBe(bought.get(key));
        else bought.set(key, traderOut);
      }
    const prices = new Map<string, Set<string | null>>();
    for (const { slot, truth, trades } of rings) {
      const key = `${slot} ${trades.swaps[0]?.pool}`;
      prices.set(key, (prices.get(key) ?? new Set()).add(truth.compute_unit_price));
    }
    // v1 messages carry a fee, of which the price comes back rounded down.
    expect([...prices.values()].every((seen) => seen.size <= 2)).toBe(true);
  });

  test('liquidity for one trade goes in just before it and comes out just after', () => {
    const events = transactions.flatMap(({ trades }) => trades.poolEvents);
    const added = events.filter(({ kind }) => kind === 'liquidity_added');
    expect(added.length).toBeGreaterThan(0);
    for (const { pool, slot, blockIndex } of added) {
      expect(chain.at(slot, blockIndex + 1).trades.swaps[0]!.pool).toBe(pool);
      expect(chain.at(slot, blockIndex + 2).trades.poolEvents[0]).toMatchObject({
        pool,
        kind: 'liquidity_removed',
      });
    }
    const created = events.filter(({ kind }) => kind === 'created');
    expect(created.length).toBeGreaterThan(0);
    for (const { amounts } of created) expect(amounts).toMatchObject([{ amount: 1_000_000_000_000_000n }]);
  });
});

describe('a seed', () => {
  const take = (slots: number, seed = 'again') =>
    [...generateUpdates({ ...OPTIONS, seed, transactionsPerSlot: 60 }, slots)].map(({ update, labels }) => ({
      update: update === null ? null : Buffer.from(update).toString('base64'),
      labels,
    }));

  test('gives the same blocks and labels again, and a longer chain begins with the shorter one', () => {
    const long = take(24);
    expect(take(24)).toEqual(long);
    expect(take(10)).toEqual(long.slice(0, 10));
    expect(take(4, 'another')).not.toEqual(long.slice(0, 4));
  });
});

test('without the options there are no swaps', () => {
  const plain = decodeChain({ seed: 'plain', transactionsPerSlot: 60 }, 5);
  expect(plain.transactions.flatMap(({ trades }) => trades.swaps)).toEqual([]);
  expect(plain.updates.flatMap(({ labels }) => labels)).toEqual([]);
});
