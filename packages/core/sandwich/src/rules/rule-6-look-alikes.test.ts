import type { PoolEvent, PoolEventKind, Swap } from '@tickscope/dex';
import { describe, expect, it } from 'vitest';
import { detectSandwiches } from '../engine/detect.js';
import type { Sandwich } from '../model/sandwich.js';
import { botsPrior } from '../testing/prior-of.js';
import { swapOf, TruePool } from '../testing/scenario.js';
import { plainSandwich, Story } from '../testing/story.js';

const SOL = 1_000_000_000n;

function eventOf(kind: PoolEventKind, actor: string, slot: number, blockIndex: number): PoolEvent {
  const { programId, dexName, poolKind } = swapOf({ side: 'buy', paid: 1n, got: 1n });
  const position = { slot, blockIndex, outerIndex: 0, innerIndex: null, partIndex: 0 };
  return {
    ...position,
    feePayer: actor,
    signers: [actor],
    actor,
    programId,
    dexName,
    poolKind,
    pool: 'pool',
    kind,
    amounts: [],
  };
}

/** Legs at places 10 and 14, the victim at 12. */
function sandwich(extra: Partial<Swap> = {}): Story {
  const story = new Story();
  const front = story.buy('mallory', 10n * SOL, { blockIndex: 10, extra });
  story.buy('victim', 5n * SOL, { blockIndex: 12, extra });
  story.sell('mallory', front.traderOut, { blockIndex: 14, extra });
  return story;
}

const reasons = (sandwiches: readonly Sandwich[]): unknown[] => sandwiches.map(({ reason }) => reason);

describe('classed apart is', () => {
  it('a launch: the pool was made within four slots', () => {
    const made = (slot: number): PoolEvent[] => [eventOf('created', 'creator', slot, 0)];
    expect(reasons(detectSandwiches(sandwich().blocks({ poolEvents: made(100) })))).toEqual(['launch']);
    expect(reasons(detectSandwiches(sandwich().blocks({ poolEvents: made(96) })))).toEqual(['launch']);
    expect(reasons(detectSandwiches(sandwich().blocks({ poolEvents: made(95) })))).toEqual([null]);
  });

  it('no launch where half of a limit was used, or the legs are contiguous with a tip', () => {
    const poolEvents = [eventOf('created', 'creator', 99, 0)];
    const after = (story: Story): unknown[] => reasons(detectSandwiches(story.blocks({ poolEvents })));
    const used = new Story();
    const front = used.buy('mallory', 10n * SOL);
    used.buyToLimit('victim', 5n * SOL);
    used.sell('mallory', front.traderOut);
    expect(after(used)).toEqual([null]);
    expect(after(plainSandwich())).toEqual(['launch']);
    const tipped = plainSandwich();
    for (const leg of [tipped.swaps[0]!, tipped.swaps[2]!]) leg.jitoTipLamports = 1_000n;
    expect(after(tipped)).toEqual([null]);
  });

  it('liquidity that the attacker added before the victim and removed after it', () => {
    const moved = (actor: string): PoolEvent[] => [
      eventOf('liquidity_added', actor, 100, 11),
      eventOf('liquidity_removed', actor, 100, 13),
    ];
    const around = (actor: string, story: Story) =>
      detectSandwiches(story.blocks({ poolEvents: moved(actor) }));
    // Too small a victim to gain from: the fees of the liquidity were the aim.
    const losing = new Story();
    const front = losing.buy('mallory', 10n * SOL, { blockIndex: 10 });
    losing.buy('victim', SOL / 10n, { blockIndex: 12 });
    losing.sell('mallory', front.traderOut, { blockIndex: 14 });
    expect(reasons(around('mallory', losing))).toEqual(['jit']);
    expect(reasons(around('provider', losing))).toEqual(['volume_bot']);
    // A sandwich with liquidity on top stays one.
    const [found] = around('mallory', sandwich());
    expect(found).toMatchObject({ reason: null, intent: 'likely' });
    expect(found!.evidence.signs).toContain('own_liquidity');
  });

  it('a pool that is not priced from reserves', () => {
    for (const poolKind of ['proprietary', 'order_book'] as const)
      expect(reasons(detectSandwiches(sandwich({ poolKind }).blocks()))).toEqual(['unpriced_pool']);
  });

  it('a back in another pool', () => {
    const story = new Story('pool');
    const front = story.buy('mallory', 10n * SOL, { blockIndex: 0 });
    story.buy('victim', 5n * SOL, { blockIndex: 1 });
    const other = new Story('other pool', new TruePool(1_000n * SOL, 900_000n * SOL));
    other.sell('mallory', front.traderOut, { blockIndex: 2 });
    const [first] = story.blocks();
    const [second] = other.blocks();
    const sandwiches = detectSandwiches([{ ...first!, swaps: [...first!.swaps, ...second!.swaps] }]);
    expect(sandwiches).toMatchObject([
      {
        pool: 'pool',
        backPool: 'other pool',
        confidence: 'suspected',
        reason: 'cross_pool',
        quantityRatio: 1,
      },
    ]);
  });

  it('a back in another pool, if its swap is inferred only where that pool was seen before', () => {
    const backPools = (earlierSlots: readonly number[]): unknown => {
      const story = new Story('pool');
      const front = story.buy('mallory', 10n * SOL, { blockIndex: 0 });
      story.buy('victim', 5n * SOL, { blockIndex: 1 });
      const other = new Story('other pool', new TruePool(1_000n * SOL, 900_000n * SOL));
      for (const slot of earlierSlots)
        other.at(slot).buy('another trader', SOL, { extra: { inferred: true } });
      other.at(100).sell('mallory', front.traderOut, { blockIndex: 2, extra: { inferred: true } });
      const block = story.blocks()[0]!;
      const blocks = other.blocks();
      const last = blocks.pop()!;
      const sandwiches = detectSandwiches([...blocks, { ...block, swaps: [...block.swaps, ...last.swaps] }]);
      return sandwiches.map(({ backPool }) => backPool);
    };
    expect(backPools([])).toEqual([]);
    expect(backPools([95])).toEqual(['other pool']);
    expect(backPools([80])).toEqual(['other pool']);
    expect(backPools([79])).toEqual([]);
  });

  it.each([
    ['sold last', 2, 3, 'quantity'],
    ['sold first', 3, 2, 'arbitrage'],
  ])('a back of which a part is in another pool, %s', (_, here, there, otherwise) => {
    const found = (restPercent: bigint): Sandwich[] => {
      const story = new Story('pool');
      const front = story.buy('mallory', 10n * SOL, { blockIndex: 0 });
      story.buy('victim', 5n * SOL, { blockIndex: 1 });
      const part = (front.traderOut * 6n) / 10n;
      story.sell('mallory', part, { blockIndex: here });
      const other = new Story('other pool', new TruePool(1_000n * SOL, 900_000n * SOL));
      const rest = (front.traderOut * restPercent) / 100n;
      other.sell('mallory', front.traderOut - part - rest, { blockIndex: there });
      const swaps = [...story.blocks()[0]!.swaps, ...other.blocks()[0]!.swaps];
      swaps.sort((left, right) => left.blockIndex - right.blockIndex);
      return detectSandwiches([{ ...story.blocks()[0]!, swaps }]);
    };
    const [sandwich, ...others] = found(0n);
    expect(others).toEqual([]);
    expect(sandwich).toMatchObject({
      pool: 'pool',
      backPool: 'other pool',
      confidence: 'suspected',
      reason: 'cross_pool',
      quantityRatio: 1,
    });
    expect(sandwich!.backs.map(({ blockIndex }) => blockIndex)).toEqual([2, 3]);
    expect(sandwich!.victims.map(({ swap }) => swap.trader)).toEqual(['victim']);
    // A hundredth is left: nothing shows that the two sales are one.
    expect(found(1n)).toMatchObject([{ backPool: 'pool', reason: otherwise }]);
  });

  it('arbitrage: each leg’s transaction is a closed cycle, though a limit was used up', () => {
    const cycles = (routes: (leg: Swap) => Swap[]): unknown[] => {
      const story = new Story();
      const front = story.buy('mallory', 10n * SOL);
      story.buyToLimit('victim', 5n * SOL);
      const back = story.sell('mallory', front.traderOut);
      story.swaps.push(...routes(front), ...routes(back));
      return reasons(detectSandwiches(story.blocks()).filter(({ pool }) => pool === 'pool'));
    };
    /** The next swap of a leg's transaction. */
    const next = (leg: Swap, pool: string, mintIn: string, mintOut: string): Swap => ({
      ...leg,
      outerIndex: leg.outerIndex + 1,
      pool,
      mintIn,
      mintOut,
    });
    expect(cycles((leg) => [next(leg, 'other', leg.mintOut, leg.mintIn)])).toEqual(['arbitrage']);
    // A trade that is split over two pools, and one whose route goes on, come back to nothing.
    expect(cycles((leg) => [next(leg, 'other', leg.mintIn, leg.mintOut)])).toEqual([null]);
    expect(cycles((leg) => [next(leg, 'other', leg.mintOut, 'third')])).toEqual([null]);
  });

  it('a wash ring: three wallets that pay alike, one of them both ways', () => {
    const alike = { computeUnitPrice: 123n, priorityFeeLamports: 45n, feeLamports: 5_045n };
    const ring = (extra: Partial<Swap>, third: Partial<Swap>): Story => {
      const story = sandwich(extra);
      story.at(90).buy('third', SOL, { blockIndex: 0, extra: third });
      return story;
    };
    expect(reasons(detectSandwiches(ring(alike, alike).blocks()))).toEqual(['wash']);
    expect(reasons(detectSandwiches(ring(alike, { ...alike, priorityFeeLamports: 46n }).blocks()))).toEqual([
      null,
    ]);
    // Default fees never make a ring.
    for (const computeUnitPrice of [null, 0n]) {
      const usual = { ...alike, computeUnitPrice };
      expect(reasons(detectSandwiches(ring(usual, usual).blocks()))).toEqual([null]);
    }
  });

  describe('a ring that an outsider is in', () => {
    const alike = { computeUnitPrice: 123n, priorityFeeLamports: 45n };
    /** The attacker's legs and two other wallets pay alike, the victim does not. */
    const around = ({ isUsed = false, payer }: { isUsed?: boolean; payer?: string } = {}): Story => {
      const extra = { ...alike, ...(payer === undefined ? {} : { feePayer: payer }) };
      const story = new Story();
      const front = story.buy('mallory', 10n * SOL, { extra });
      if (isUsed) story.buyToLimit('victim', 5n * SOL);
      else story.buy('victim', 5n * SOL);
      story.sell('mallory', front.traderOut, { extra });
      story.at(99).buy('second', SOL, { blockIndex: 0, extra });
      story.buy('third', SOL, { blockIndex: 1, extra });
      return story;
    };

    it('is acquitted by half of a limit that was used', () => {
      expect(reasons(detectSandwiches(around().blocks()))).toEqual(['wash']);
      expect(reasons(detectSandwiches(around({ isUsed: true }).blocks()))).toEqual([null]);
    });

    it('is none where one account pays for all of it', () => {
      expect(reasons(detectSandwiches(around({ payer: 'gas payer' }).blocks()))).toEqual([null]);
    });

    it('is acquitted by a record of gains around others', () => {
      const prior = botsPrior();
      expect(reasons(detectSandwiches(around().blocks(), { prior }))).toEqual([null]);
      // Where all victims pay alike, it trades with itself.
      const inside = around();
      Object.assign(inside.swaps[1]!, alike);
      expect(reasons(detectSandwiches(inside.blocks(), { prior }))).toEqual(['wash']);
    });
  });

  it('a ring also where an outsider is among the victims, and not where the attacker pays otherwise', () => {
    const alike = { computeUnitPrice: 123n, priorityFeeLamports: 45n };
    const story = new Story();
    const front = story.buy('mallory', 10n * SOL, { extra: alike });
    story.buy('second', 5n * SOL, { extra: alike });
    story.buy('third', 5n * SOL, { extra: alike });
    story.buy('victim', 5n * SOL);
    story.sell('mallory', front.traderOut, { extra: alike });
    expect(reasons(detectSandwiches(story.blocks()))).toEqual(['wash']);
    const [block] = story.blocks();
    const others = block!.swaps.map((swap) =>
      swap === front ? { ...swap, priorityFeeLamports: 46n } : swap,
    );
    expect(reasons(detectSandwiches([{ ...block!, swaps: others }]))).toEqual([null]);
  });
});
