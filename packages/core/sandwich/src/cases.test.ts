import { SOL_MINT, type Swap } from '@tickscope/dex';
import { describe, expect, it } from 'vitest';
import { detectSandwiches } from './engine/detect.js';
import { createSandwichDetector } from './engine/detector.js';
import { account, attemptOf, TOKEN, TruePool } from './testing/scenario.js';
import { plainSandwich, Story } from './testing/story.js';

const SOL = 1_000_000_000n;
const JUPITER = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4';

describe('a front, a victim and a back in one slot', () => {
  it('are an exact sandwich, with its legs and victim as the very objects that were given', () => {
    const story = plainSandwich();
    const [front, victim, back] = story.swaps;
    const sandwiches = detectSandwiches(story.blocks());
    expect(sandwiches).toHaveLength(1);
    expect(sandwiches[0]).toMatchObject({
      id: '100.0.0.-1.0',
      confidence: 'exact',
      reason: null,
      link: 'same_signer',
      linkAddress: 'mallory',
      basis: 'same_slot',
      attackers: ['mallory'],
      quantityRatio: 1,
      mintIn: SOL_MINT,
      mintOut: TOKEN,
      gross: back!.traderOut - 10n * SOL,
      net: back!.traderOut - 10n * SOL,
      costLamports: 0n,
    });
    expect(sandwiches[0]!.fronts[0]).toBe(front);
    expect(sandwiches[0]!.victims[0]!.swap).toBe(victim);
    expect(sandwiches[0]!.backs[0]).toBe(back);
  });

  it('are none with the front only', () => {
    const story = new Story();
    story.buy('mallory', 10n * SOL);
    story.buy('victim', 5n * SOL);
    expect(detectSandwiches(story.blocks())).toEqual([]);
  });

  it('are none with the back only', () => {
    const story = new Story();
    story.buy('victim', 5n * SOL);
    story.sell('mallory', 9_000n * SOL);
    expect(detectSandwiches(story.blocks())).toEqual([]);
  });

  it('are none of three signers that nothing links', () => {
    const story = new Story();
    const front = story.buy('mallory', 10n * SOL);
    story.buy('victim', 5n * SOL);
    story.sell('stranger', front.traderOut);
    expect(detectSandwiches(story.blocks())).toEqual([]);
  });

  it('are none of one signer who went the same way twice', () => {
    const story = new Story();
    story.buy('mallory', 10n * SOL);
    story.buy('victim', 5n * SOL);
    story.buy('mallory', 10n * SOL);
    expect(detectSandwiches(story.blocks())).toEqual([]);
  });

  it('are none where one transaction holds both sides: that is arbitrage', () => {
    const story = new Story();
    const front = story.buy('mallory', 10n * SOL, { blockIndex: 3, extra: { outerIndex: 0 } });
    story.buy('victim', 5n * SOL, { blockIndex: 3, extra: { outerIndex: 1 } });
    story.sell('mallory', front.traderOut, { blockIndex: 3, extra: { outerIndex: 2 } });
    expect(detectSandwiches(story.blocks())).toEqual([]);
  });
});

describe('victims', () => {
  it('are found in the middle hop of an aggregator’s route, by who paid for the transaction', () => {
    const story = new Story();
    const front = story.buy('mallory', 10n * SOL);
    story.buy('shared authority', 5n * SOL, {
      extra: {
        trader: 'victim',
        feePayer: 'victim',
        signers: ['victim'],
        authority: 'shared authority',
        authoritySigned: false,
        outerProgramId: JUPITER,
        outerIndex: 2,
        innerIndex: 4,
        source: account('shared authority', SOL_MINT),
        destination: account('shared authority', TOKEN),
      },
    });
    story.sell('mallory', front.traderOut);
    const hops = story.swaps[1]!;
    const other = (innerIndex: number, mintIn: string, mintOut: string): Swap => ({
      ...hops,
      innerIndex,
      mintIn,
      mintOut,
      pool: `pool of ${mintIn}`,
    });
    const before = other(1, 'TokenA', SOL_MINT);
    const after = other(8, TOKEN, 'TokenC');
    const [block] = story.blocks();
    const [first, , last] = block!.swaps;
    const sandwiches = detectSandwiches([{ ...block!, swaps: [first!, before, hops, after, last!] }]);
    expect(sandwiches).toHaveLength(1);
    expect(sandwiches[0]!.confidence).toBe('exact');
    expect(sandwiches[0]!.victims.map(({ swap }) => [swap.trader, swap.innerIndex])).toEqual([['victim', 4]]);
  });

  it('went the front’s way: of two in opposite directions one is', () => {
    const story = new Story();
    const front = story.buy('mallory', 10n * SOL);
    const victim = story.buy('victim', 5n * SOL);
    story.sell('other', 1_000n * SOL);
    story.sell('mallory', front.traderOut);
    const [sandwich] = detectSandwiches(story.blocks());
    expect(sandwich!.victims.map(({ swap }) => swap)).toEqual([victim]);
  });

  it('are all named, be they 67', () => {
    const story = new Story();
    const front = story.buy('mallory', 10n * SOL);
    const victims = Array.from({ length: 67 }, (_, at) => story.buy(`victim ${at}`, SOL / 2n));
    story.sell('mallory', front.traderOut);
    const [sandwich, ...others] = detectSandwiches(story.blocks());
    expect(others).toEqual([]);
    expect(sandwich!.victims.map(({ swap }) => swap)).toEqual(victims);
    expect(sandwich!.victims.every(({ lossAmount }) => lossAmount! > 0n)).toBe(true);
  });

  it('may be in the front’s own entry, all three in one tick: position alone orders them', () => {
    const story = plainSandwich();
    const [block] = story.blocks();
    const swaps = block!.swaps.map((swap) => ({ ...swap, entryIndex: 7, pohTick: 6_400 }));
    const [sandwich] = detectSandwiches([{ ...block!, swaps }]);
    expect(sandwich!.confidence).toBe('exact');
    expect(sandwich!.victims[0]!.swap.pohTick).toBe(6_400);
  });

  it('are found in an Alpenglow slot, where all transactions have the slot’s last tick', () => {
    const story = plainSandwich();
    const [block] = story.blocks();
    const swaps = block!.swaps.map((swap) => ({ ...swap, pohTick: (swap.slot + 1) * 64 - 1 }));
    const [sandwich] = detectSandwiches([{ ...block!, swaps }]);
    expect(sandwich!.victims.map(({ swap }) => swap.pohTick)).toEqual([101 * 64 - 1]);
  });

  it('are no swaps of less than a thousandth of the front', () => {
    const story = new Story();
    const front = story.buy('mallory', 10n * SOL);
    story.buy('dust', (10n * SOL) / 1_000n - 1n);
    story.sell('mallory', front.traderOut);
    expect(detectSandwiches(story.blocks())).toEqual([]);
    const bigger = new Story();
    const opened = bigger.buy('mallory', 10n * SOL);
    bigger.buy('small', (10n * SOL) / 1_000n);
    bigger.sell('mallory', opened.traderOut);
    expect(detectSandwiches(bigger.blocks())).toHaveLength(1);
  });

  it('are no arbitrage that trades back in the same transaction', () => {
    const story = new Story();
    const front = story.buy('mallory', 10n * SOL);
    const bought = story.buy('arbitrageur', 5n * SOL, { blockIndex: 9 });
    story.sell('arbitrageur', bought.traderOut / 2n, { blockIndex: 9, extra: { outerIndex: 1 } });
    story.sell('mallory', front.traderOut);
    expect(detectSandwiches(story.blocks()).filter(({ attackers }) => attackers[0] === 'mallory')).toEqual(
      [],
    );
  });

  it('are shared by two attackers around them, neither of whom is the other’s victim', () => {
    const story = new Story();
    const outer = story.buy('mallory', 10n * SOL);
    const inner = story.buy('mike', 8n * SOL);
    const victim = story.buy('victim', 5n * SOL);
    story.sell('mike', inner.traderOut);
    story.sell('mallory', outer.traderOut);
    const sandwiches = detectSandwiches(story.blocks());
    expect(sandwiches.map(({ attackers, confidence }) => [attackers, confidence])).toEqual([
      [['mallory'], 'exact'],
      [['mike'], 'exact'],
    ]);
    for (const { victims } of sandwiches) expect(victims.map(({ swap }) => swap)).toEqual([victim]);
  });
});

describe('quantity', () => {
  /** Sells `share` tenths of what the front bought. */
  const withInventory = (share: bigint): Story => {
    const story = new Story();
    const front = story.buy('mallory', 10n * SOL);
    story.buy('victim', 100n * SOL);
    story.sell('mallory', (front.traderOut * share) / 10n);
    return story;
  };

  it('of 0.6 makes a sandwich suspected for its amounts', () => {
    const [sandwich] = detectSandwiches(withInventory(6n).blocks());
    expect(sandwich).toMatchObject({ confidence: 'suspected', reason: 'quantity', basis: null });
    expect(sandwich!.quantityRatio).toBeCloseTo(0.6, 6);
  });

  it('of 1.4 is inventory sold along: loose, with the money of the matched share', () => {
    const story = withInventory(14n);
    const back = story.swaps[2]!;
    const [sandwich] = detectSandwiches(story.blocks());
    expect(sandwich).toMatchObject({ confidence: 'loose', reason: null, basis: 'same_slot' });
    expect(sandwich!.quantityRatio).toBeCloseTo(1.4, 6);
    // 10 of 14 parts of the proceeds, less the whole front.
    const gross = (back.traderOut * story.swaps[0]!.traderOut) / back.traderIn - 10n * SOL;
    expect(sandwich!.gross).toBe(gross);
    expect(gross).toBeGreaterThan(0n);
  });

  it('is summed over two backs in different slots', () => {
    const story = new Story();
    const front = story.buy('mallory', 10n * SOL);
    story.buyToLimit('victim', 50n * SOL);
    story.at(101).sell('mallory', front.traderOut / 3n);
    story.at(103).sell('mallory', front.traderOut - front.traderOut / 3n);
    const [sandwich, ...others] = detectSandwiches(story.blocks());
    expect(others).toEqual([]);
    expect(sandwich).toMatchObject({
      confidence: 'exact',
      basis: 'short_span',
      quantityRatio: 1,
      firstSlot: 100,
      lastSlot: 103,
      backs: story.swaps.slice(2),
    });
  });

  it('is summed over two fronts', () => {
    const story = new Story();
    const first = story.buy('mallory', 6n * SOL);
    story.buy('early', 20n * SOL);
    const second = story.buy('mallory', 4n * SOL);
    story.buy('late', 20n * SOL);
    story.sell('mallory', first.traderOut + second.traderOut);
    const [sandwich, ...others] = detectSandwiches(story.blocks());
    expect(others).toEqual([]);
    expect(sandwich).toMatchObject({ confidence: 'exact', fronts: [first, second] });
    expect(sandwich!.victims.map(({ swap }) => swap.trader)).toEqual(['early', 'late']);
  });

  it('keeps two sandwiches of one wallet in one slot apart', () => {
    const story = new Story();
    for (const victim of ['first', 'second']) {
      const front = story.buy('mallory', 10n * SOL);
      story.buy(victim, 5n * SOL);
      story.sell('mallory', front.traderOut);
    }
    const sandwiches = detectSandwiches(story.blocks());
    expect(sandwiches.map(({ fronts, backs }) => [...fronts, ...backs])).toEqual([
      [story.swaps[0], story.swaps[2]],
      [story.swaps[3], story.swaps[5]],
    ]);
  });

  it('lets a close be the open of the next, where direction and amounts fit exactly', () => {
    const story = new Story();
    const open = story.buy('mallory', 10n * SOL);
    story.buy('buyer', 50n * SOL);
    const turn = story.sell('mallory', open.traderOut);
    story.sell('seller', 40_000n * SOL);
    const close = story.buy('mallory', turn.traderOut);
    const sandwiches = detectSandwiches(story.blocks());
    expect(sandwiches.map(({ fronts, backs, confidence }) => [fronts[0], backs[0], confidence])).toEqual([
      [open, turn, 'exact'],
      [turn, close, 'exact'],
    ]);
  });

  it('does not let a close be an open where the amounts do not fit', () => {
    const story = new Story();
    const open = story.buy('mallory', 10n * SOL);
    story.buy('buyer', 50n * SOL);
    const turn = story.sell('mallory', open.traderOut);
    story.sell('seller', 40_000n * SOL);
    story.buy('mallory', turn.traderOut - SOL / 2n);
    const sandwiches = detectSandwiches(story.blocks());
    expect(sandwiches.map(({ fronts }) => fronts[0])).toEqual([open]);
  });
});

describe('slots', () => {
  it('that are skipped inside a sandwich change nothing', () => {
    const story = new Story();
    const front = story.at(100).buy('mallory', 10n * SOL);
    story.at(102).buyToLimit('victim', 50n * SOL);
    story.at(104).sell('mallory', front.traderOut);
    expect(story.blocks().map(({ slot }) => slot)).toEqual([100, 102, 104]);
    expect(detectSandwiches(story.blocks())).toMatchObject([{ confidence: 'exact', basis: 'short_span' }]);
  });

  it('of two leaders hold a sandwich as well as those of one', () => {
    const story = new Story();
    const front = story.at(103).buy('mallory', 10n * SOL);
    story.at(103).buyToLimit('victim', 50n * SOL);
    story.at(104).sell('mallory', front.traderOut);
    expect(detectSandwiches(story.blocks())).toMatchObject([
      { confidence: 'exact', firstSlot: 103, lastSlot: 104 },
    ]);
  });

  it('five apart are a round trip without a known bot, even where a limit was used up', () => {
    const story = new Story();
    const front = story.at(100).buy('mallory', 10n * SOL);
    story.at(102).buyToLimit('victim', 50n * SOL);
    story.at(105).sell('mallory', front.traderOut);
    expect(detectSandwiches(story.blocks())).toMatchObject([
      { confidence: 'suspected', reason: 'round_trip' },
    ]);
  });

  it('twenty apart are seen, 21 are not', () => {
    for (const [last, found] of [
      [120, 1],
      [121, 0],
    ] as const) {
      const story = new Story();
      const front = story.at(100).buy('mallory', 10n * SOL);
      story.at(110).buy('victim', 50n * SOL);
      story.at(last).sell('mallory', front.traderOut);
      expect(detectSandwiches(story.blocks())).toHaveLength(found);
    }
  });

  it('that come twice after a reconnect are taken once', () => {
    const detector = createSandwichDetector();
    const [block] = plainSandwich().blocks();
    expect(detector.push(block!).map(({ kind }) => kind)).toEqual(['found']);
    expect(detector.push(block!)).toEqual([]);
    expect(detector.flush().map(({ kind }) => kind)).toEqual(['final']);
  });

  it('make a sandwich final twenty after its last leg, not before', () => {
    const detector = createSandwichDetector();
    const [block] = plainSandwich().blocks();
    const empty = { blockTime: null, swaps: [], attempts: [], poolEvents: [], tokenLinks: [], tips: [] };
    detector.push(block!);
    expect(detector.push({ ...empty, slot: 119 })).toEqual([]);
    expect(detector.push({ ...empty, slot: 120 }).map(({ kind }) => kind)).toEqual(['final']);
    expect(detector.flush()).toEqual([]);
  });
});

describe('failed attempts', () => {
  it('before a successful front, and after, are the sandwich’s own, by position', () => {
    const story = new Story();
    story.at(100);
    const front = story.buy('mallory', 10n * SOL, { blockIndex: 10 });
    story.buy('victim', 5n * SOL, { blockIndex: 12 });
    story.sell('mallory', front.traderOut, { blockIndex: 14 });
    const failedFront = attemptOf('mallory', 100, 8, 'buy');
    const failedLater = attemptOf('mallory', 103, 1, null);
    const attempts = [
      attemptOf('mallory', 89, 0, 'buy'),
      failedFront,
      attemptOf('stranger', 100, 9, 'buy'),
      failedLater,
      attemptOf('mallory', 111, 0, 'sell'),
    ];
    const [sandwich] = detectSandwiches(story.blocks({ attempts }));
    expect(sandwich!.attempts).toEqual([
      { attempt: failedFront, side: 'front' },
      { attempt: failedLater, side: 'back' },
    ]);
  });

  it('come as a revision when they fail after the sandwich was found', () => {
    const detector = createSandwichDetector();
    const [block] = plainSandwich().blocks();
    const empty = { blockTime: null, swaps: [], attempts: [], poolEvents: [], tokenLinks: [], tips: [] };
    detector.push(block!);
    const [change] = detector.push({ ...empty, slot: 101, attempts: [attemptOf('mallory', 101, 0, 'sell')] });
    expect(change).toMatchObject({ kind: 'revised', sandwich: { attempts: [{ side: 'back' }] } });
  });

  it('of a suspected sandwich are not attributed', () => {
    const story = new Story();
    const front = story.at(100).buy('mallory', 10n * SOL);
    story.at(102).buy('victim', 50n * SOL);
    story.at(109).sell('mallory', front.traderOut);
    const [sandwich] = detectSandwiches(story.blocks({ attempts: [attemptOf('mallory', 101, 0, 'buy')] }));
    expect(sandwich!.attempts).toEqual([]);
  });
});

describe('native SOL', () => {
  it('and wrapped SOL are one token a on Pump.fun', () => {
    const story = new Story('curve', new TruePool(30n * SOL, 1_000_000n * SOL));
    const curve = {
      poolKind: 'bonding_curve',
      dexName: 'Pump.fun',
      programId: '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P',
    } as const;
    const native = (owner: string): Swap['source'] => ({
      account: null,
      owner,
      balanceBefore: null,
      balanceAfter: null,
    });
    const front = story.buy('mallory', SOL, { extra: { ...curve, source: native('mallory') } });
    story.buy('victim', 2n * SOL, { extra: curve });
    story.sell('mallory', front.traderOut, { extra: { ...curve, destination: native('mallory') } });
    expect(detectSandwiches(story.blocks())).toMatchObject([
      { confidence: 'exact', mintIn: SOL_MINT, dexName: 'Pump.fun', link: 'same_signer' },
    ]);
  });
});
