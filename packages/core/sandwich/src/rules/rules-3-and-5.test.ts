import { type PoolEvent, SOL_MINT, type Swap } from '@tickscope/dex';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectSandwiches } from '../engine/detect.js';
import { account, blocksOf, swapOf, TOKEN, TruePool, tipsOfSwaps } from '../testing/scenario.js';
import { Story } from '../testing/story.js';

const SOL = 1_000_000_000n;

describe('money', () => {
  const costs = { feeLamports: 5_000n, jitoTipLamports: 100_000n };

  it('is gross less fees and tips where token a is SOL, once a transaction', () => {
    const story = new Story();
    const first = story.buy('mallory', 6n * SOL, { blockIndex: 0, extra: costs });
    const second = story.buy('mallory', 4n * SOL, { blockIndex: 0, extra: { ...costs, outerIndex: 1 } });
    story.buy('victim', 50n * SOL);
    const back = story.sell('mallory', first.traderOut + second.traderOut, { extra: costs });
    const gross = back.traderOut - 10n * SOL;
    expect(detectSandwiches(story.blocks())).toMatchObject([
      { gross, costLamports: 210_000n, net: gross - 210_000n },
    ]);
  });

  it('takes costs off at the front’s own rate where token b is SOL', () => {
    const story = new Story();
    const front = story.sell('mallory', 10_000n * SOL, { extra: costs });
    story.sell('victim', 50_000n * SOL);
    const back = story.buy('mallory', front.traderOut, { extra: costs });
    const gross = back.traderOut - 10_000n * SOL;
    // 210,000 lamports at 10,000 SOL's worth of units for what the front got, rounded up.
    const cost = (210_000n * front.traderIn) / front.traderOut + 1n;
    expect(detectSandwiches(story.blocks())).toMatchObject([
      { confidence: 'exact', gross, net: gross - cost },
    ]);
  });

  it('has no net where neither token is SOL, or a tip is not known', () => {
    const story = new Story();
    const front = story.buy('mallory', 10n * SOL);
    story.buy('victim', 50n * SOL);
    story.sell('mallory', front.traderOut);
    const [block] = story.blocks();
    const renamed = block!.swaps.map(
      (swap): Swap => ({
        ...swap,
        mintIn: swap.mintIn === SOL_MINT ? 'USDC' : swap.mintIn,
        mintOut: swap.mintOut === SOL_MINT ? 'USDC' : swap.mintOut,
      }),
    );
    expect(detectSandwiches([{ ...block!, swaps: renamed }])).toMatchObject([
      { net: null, costLamports: 0n },
    ]);
    const unknown = block!.swaps.map((swap): Swap => ({ ...swap, jitoTipLamports: null }));
    expect(detectSandwiches([{ ...block!, swaps: unknown, tips: tipsOfSwaps(unknown) }])).toMatchObject([
      { net: null, costLamports: null },
    ]);
  });

  it.each([
    ['USDC', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
    ['a liquid staking token', 'mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So'],
    ['a token without a price', '9BB6NFEcjBCtnNLFko2FqVQBq8HHM13kCyYcdQbgpump'],
  ])('is gained in %s over three slots', (_, mint) => {
    const story = new Story();
    const front = story.at(100).buy('mallory', 10n * SOL);
    story.at(101).buyToLimit('victim', 50n * SOL);
    const back = story.at(103).sell('mallory', front.traderOut);
    const paidIn = (paying: string): string => (paying === SOL_MINT ? mint : paying);
    const blocks = story.blocks().map((block) => ({
      ...block,
      swaps: block.swaps.map(
        (swap): Swap => ({ ...swap, mintIn: paidIn(swap.mintIn), mintOut: paidIn(swap.mintOut) }),
      ),
    }));
    expect(detectSandwiches(blocks)).toMatchObject([
      { confidence: 'exact', gainMint: mint, gross: back.traderOut - 10n * SOL, net: null },
    ]);
  });

  it('is in the other token where exactly what was sold was bought back', () => {
    const story = new Story();
    const front = story.sell('mallory', 10_000n * SOL, { extra: costs });
    story.sell('victim', 50_000n * SOL);
    // Buys back what it sold, and keeps the difference in SOL. The pool takes 0.25 % of the input.
    const { sol, token } = story.pool;
    const net = (sol * 10_000n * SOL) / (token - 10_000n * SOL) + 1n;
    const paid = (net * 10_000n) / 9_975n + 1n;
    const back = story.buy('mallory', paid, { extra: costs });
    expect(Math.abs(Number(back.traderOut) / Number(front.traderIn) - 1)).toBeLessThan(1e-6);
    const [found] = detectSandwiches(story.blocks());
    expect(found).toMatchObject({ confidence: 'exact', basis: 'same_slot', gainMint: SOL_MINT });
    expect(found!.quantityRatio).toBeCloseTo(1, 6);
    // On the matched share, less than a millionth of the whole.
    const gain = Number(front.traderOut - paid);
    expect(Math.abs(Number(found!.gross) / gain - 1)).toBeLessThan(1e-4);
    expect(found!.net).toBe(found!.gross - 210_000n);
  });

  it('that is lost over three slots makes a sandwich suspected', () => {
    const story = new Story();
    const front = story.at(100).buy('mallory', 10n * SOL);
    story.at(101).buyToLimit('victim', SOL / 10n);
    story.at(103).sell('mallory', front.traderOut);
    expect(detectSandwiches(story.blocks())).toMatchObject([{ confidence: 'suspected', reason: 'no_gain' }]);
  });
});

describe('a victim’s loss', () => {
  /** Computes the output of each buyer from the true pool without the attacker. */
  function withoutAttacker(reserves: TruePool, swaps: readonly Swap[]): Map<Swap, bigint> {
    const got = new Map<Swap, bigint>();
    for (const swap of swaps) {
      if (swap.trader === 'mallory') continue;
      got.set(swap, swap.mintIn === SOL_MINT ? reserves.buy(swap.poolIn) : reserves.sell(swap.poolIn));
    }
    return got;
  }

  it('is the true one, to a thousandth and ten units, with any trades between', () => {
    const trade = fc.record({ isBuy: fc.boolean(), millis: fc.bigInt({ min: 50n, max: 30_000n }) });
    fc.assert(
      fc.property(
        fc.bigInt({ min: 500n, max: 50_000n }),
        fc.bigInt({ min: 1_000n, max: 100_000n }),
        fc.array(trade, { minLength: 1, maxLength: 8 }),
        (depth, front, trades) => {
          const [sol, token] = [depth * SOL, depth * 1_000n * SOL];
          const story = new Story('pool', new TruePool(sol, token));
          const opened = story.buy('mallory', (front * SOL) / 1_000n);
          trades.forEach(({ isBuy, millis }, at) => {
            if (isBuy) story.buy(`buyer ${at}`, (millis * SOL) / 1_000n);
            else story.sell(`seller ${at}`, millis * SOL);
          });
          story.sell('mallory', opened.traderOut);
          const truth = withoutAttacker(new TruePool(sol, token), story.swaps);
          for (const { victims, replayResidual } of detectSandwiches(story.blocks()))
            for (const { swap, lossAmount, lossMethod } of victims) {
              expect(lossMethod).toBe('replay');
              expect(replayResidual ?? 0).toBeLessThan(0.001);
              const loss = truth.get(swap)! - swap.poolOut;
              const error = lossAmount! > loss ? lossAmount! - loss : loss - lossAmount!;
              expect(error).toBeLessThanOrEqual(loss / 1_000n + 10n);
            }
        },
      ),
      { numRuns: 200 },
    );
  });

  it('does not depend on what the vaults hold: a second pool with as much again in them loses the same', () => {
    const story = new Story();
    const front = story.buy('mallory', 10n * SOL);
    story.buy('victim', 5n * SOL);
    story.sell('mallory', front.traderOut);
    const fat = story.swaps.map(
      (swap): Swap => ({
        ...swap,
        source: { ...account('vault', swap.mintIn), balanceBefore: 10n ** 17n },
      }),
    );
    const [plain] = detectSandwiches(story.blocks());
    const [block] = story.blocks();
    const [other] = detectSandwiches([
      {
        ...block!,
        swaps: fat.map((swap, at) => ({
          ...swap,
          source: { ...swap.source, owner: story.swaps[at]!.trader },
        })),
      },
    ]);
    expect(other!.victims[0]!.lossAmount).toBe(plain!.victims[0]!.lossAmount);
  });

  it('is at least the front’s rate in pools that are not replayed, where the front is as large', () => {
    const stable = { poolKind: 'stable' } as const;
    const story = new Story();
    const front = story.buy('mallory', 10n * SOL, { extra: stable });
    const small = story.buy('small', 5n * SOL, { extra: stable });
    story.buy('large', 20n * SOL, { extra: stable });
    story.sell('mallory', front.traderOut, { extra: stable });
    const [sandwich] = detectSandwiches(story.blocks());
    // Half of what the front got for twice as much.
    const bound = front.poolOut / 2n - small.poolOut;
    expect(bound).toBeGreaterThan(0n);
    expect(sandwich!.victims.map(({ lossAmount, lossMethod }) => [lossAmount, lossMethod])).toEqual([
      [bound, 'front_rate'],
      [null, null],
    ]);
    expect(sandwich!.replayResidual).toBeNull();
  });

  it('is null where liquidity moved between frontrun and victim', () => {
    const story = new Story();
    const front = story.buy('mallory', 10n * SOL, { blockIndex: 0 });
    const { programId, dexName, poolKind } = front;
    story.buy('victim', 5n * SOL, { blockIndex: 4 });
    story.sell('mallory', front.traderOut, { blockIndex: 8 });
    const poolEvents = [
      {
        ...{ slot: 100, blockIndex: 2, outerIndex: 0, innerIndex: null, partIndex: 0 },
        ...{ feePayer: 'provider', signers: ['provider'], actor: 'provider', amounts: [] },
        ...{ programId, dexName, poolKind, pool: 'pool', kind: 'liquidity_added' as const },
      },
    ];
    expect(detectSandwiches(story.blocks({ poolEvents }))).toMatchObject([
      { confidence: 'exact', victims: [{ lossAmount: null, lossMethod: null }] },
    ]);
  });

  it.each([5n, 100n])(
    'is what it is without liquidity that the attacker moved too: a %i-th of the pool',
    (part) => {
      const story = new Story();
      const { pool } = story;
      const first = { sol: pool.sol, token: pool.token };
      const front = story.buy('mallory', 10n * SOL, { blockIndex: 0 });
      const { programId, dexName, poolKind } = front;
      const moved = (kind: 'liquidity_added' | 'liquidity_removed', blockIndex: number): PoolEvent => {
        const sign = kind === 'liquidity_added' ? 1n : -1n;
        const [sol, token] = [pool.sol / part, pool.token / part];
        pool.sol += sign * sol;
        pool.token += sign * token;
        return {
          ...{ slot: 100, blockIndex, outerIndex: 0, innerIndex: null, partIndex: 0 },
          ...{ feePayer: 'mallory', signers: ['mallory'], actor: 'mallory' },
          ...{ programId, dexName, poolKind, pool: 'pool', kind },
          amounts: [
            { mint: SOL_MINT, amount: sol },
            { mint: TOKEN, amount: token },
          ],
        };
      };
      const poolEvents = [moved('liquidity_added', 2)];
      const victim = story.buy('victim', 5n * SOL, { blockIndex: 4 });
      const other = story.buy('other', 3n * SOL, { blockIndex: 5 });
      poolEvents.push(moved('liquidity_removed', 6));
      story.sell('mallory', front.traderOut, { blockIndex: 8 });
      // The same pool, in which only the two others buy.
      const clean = new TruePool(first.sol, first.token);
      const lost = [victim, other].map(({ traderIn, traderOut }) => Number(clean.buy(traderIn) - traderOut));
      const [sandwich] = detectSandwiches(story.blocks({ poolEvents }));
      expect(sandwich!.victims.map(({ lossMethod }) => lossMethod)).toEqual(['replay', 'replay']);
      for (const [at, { lossAmount }] of sandwich!.victims.entries())
        expect(Math.abs(Number(lossAmount) / lost[at]! - 1)).toBeLessThan(0.001);
      // Nothing is known of a stranger's.
      const strangers = poolEvents.map((event) => ({ ...event, feePayer: 'provider', actor: 'provider' }));
      expect(detectSandwiches(story.blocks({ poolEvents: strangers }))[0]!.victims[0]!.lossAmount).toBeNull();
    },
  );

  it('of zero or less makes a sandwich suspected', () => {
    // A seller between brings the price below the front's: the victim got more than the front's rate.
    const stable = { poolKind: 'stable' } as const;
    const story = new Story();
    const front = story.buy('mallory', 10n * SOL, { extra: stable });
    story.sell('seller', 100_000n * SOL, { extra: stable });
    story.buy('victim', 5n * SOL, { extra: stable });
    story.sell('mallory', front.traderOut, { extra: stable });
    expect(detectSandwiches(story.blocks())).toMatchObject([{ confidence: 'suspected', reason: 'no_harm' }]);
  });

  it('is zero in a pool of bins where front and victim bought at one price', () => {
    const bins = { poolKind: 'bins', programId: 'LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo' } as const;
    const trade = (trader: string, side: 'buy' | 'sell', paid: bigint, got: bigint): Swap =>
      swapOf({ trader, side, paid, got, extra: bins });
    const around = (paid: bigint, got: bigint): ReturnType<typeof detectSandwiches> =>
      detectSandwiches(
        blocksOf({
          swaps: [
            trade('mallory', 'buy', 5n * SOL, 3_333_333_333n),
            trade('victim', 'buy', paid, got),
            trade('mallory', 'sell', 3_333_333_333n, 5n * SOL),
          ],
        }),
      );
    // Two thirds of a token for each unit paid, rounded down.
    expect(around(20n * SOL, 13_333_333_333n)).toMatchObject([
      { reason: 'no_harm', victims: [{ lossAmount: 0n, lossMethod: 'front_rate' }] },
    ]);
    // Its bins were dearer: how much it would have bought at the front's price is not known.
    expect(around(20n * SOL, 13_300_000_000n)).toMatchObject([{ victims: [{ lossAmount: null }] }]);
  });
});
