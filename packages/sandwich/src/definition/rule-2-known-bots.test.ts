import { SOL_MINT } from '@tickscope/dex';
import { describe, expect, it } from 'vitest';
import { detectSandwiches } from '../engine/detect.js';
import type { PriorSandwich } from '../engine/prior.js';
import { Story } from '../testing/story.js';

const SOL = 1_000_000_000n;
const DAY = 86_400;
/** Of slot 1000, as the stories' blocks have it. */
const FRONT_TIME = 1_700_000_000 + 500;

function deed(change: Partial<PriorSandwich> & { at: number }): PriorSandwich {
  const { at, ...rest } = change;
  return {
    id: `${at}.0.0.-1.0`,
    pool: `pool ${at}`,
    mintIn: SOL_MINT,
    attackers: ['mallory'],
    linkAddress: 'mallory',
    program: null,
    fronts: [],
    backs: [],
    confidence: 'exact',
    basis: 'same_slot',
    quantityRatio: 1,
    gross: '100',
    net: '50',
    firstSlot: at,
    lastSlot: at,
    blockTime: FRONT_TIME - 600,
    ...rest,
  };
}

/** Bought at slot 1000, sold whole at 1012. */
function roundTrip(): Story {
  const story = new Story();
  const front = story.at(1_000).buy('mallory', 10n * SOL);
  story.at(1_006).buy('victim', 50n * SOL);
  story.at(1_012).sell('mallory', front.traderOut);
  return story;
}

const judged = (prior: PriorSandwich[]): unknown =>
  detectSandwiches(roundTrip().blocks(), { prior }).map(({ confidence, basis, reason }) => [
    confidence,
    basis ?? reason,
  ]);

describe('a round trip over twelve slots', () => {
  const three = [deed({ at: 1 }), deed({ at: 2 }), deed({ at: 3 })];

  it('is exact where its wallet had three exact sandwiches in two pools, with a gain in sum', () => {
    expect(judged(three)).toEqual([['exact', 'known_bot']]);
    expect(judged([deed({ at: 1, net: '-90' }), deed({ at: 2 }), deed({ at: 3 })])).toEqual([
      ['exact', 'known_bot'],
    ]);
    const inToken = three.map((row) => ({ ...row, mintIn: 'TokenA', net: null }));
    expect(judged(inToken)).toEqual([['exact', 'known_bot']]);
  });

  it.each<[string, PriorSandwich[]]>([
    ['it had two', three.slice(1)],
    ['they were in one pool', three.map((row) => ({ ...row, pool: 'one' }))],
    ['they lost in sum', [deed({ at: 1, net: '-101' }), deed({ at: 2 }), deed({ at: 3 })]],
    ['one was loose', [deed({ at: 1, confidence: 'loose' }), deed({ at: 2 }), deed({ at: 3 })]],
    ['one stood on being known', [deed({ at: 1, basis: 'known_bot' }), deed({ at: 2 }), deed({ at: 3 })]],
    [
      'one was more than a day before',
      [deed({ at: 1, blockTime: FRONT_TIME - DAY - 1 }), deed({ at: 2 }), deed({ at: 3 })],
    ],
    ['one was not final at its front', [deed({ at: 981 }), deed({ at: 2 }), deed({ at: 3 })]],
    [
      'they were fewer than one in five of its sandwiches since',
      [
        ...three,
        ...Array.from({ length: 13 }, (_, at) => deed({ at: 4 + at, confidence: 'suspected', basis: null })),
      ],
    ],
    ['they were another’s', three.map((row) => ({ ...row, attackers: ['mike'], linkAddress: 'mike' }))],
  ])('is only suspected where %s', (_, prior) => {
    expect(judged(prior)).toEqual([['suspected', 'round_trip']]);
  });

  it('is exact where there were no more than four others for each of its proofs', () => {
    const others = Array.from({ length: 12 }, (_, at) =>
      deed({ at: 4 + at, confidence: 'suspected', basis: null }),
    );
    expect(judged([...three, ...others])).toEqual([['exact', 'known_bot']]);
    const before = Array.from({ length: 99 }, () => deed({ at: 0, confidence: 'suspected', basis: null }));
    expect(judged([...before, ...three])).toEqual([['exact', 'known_bot']]);
  });

  it('goes by slots where a time is not known', () => {
    const far = three.map((row) => ({ ...row, blockTime: null }));
    expect(judged(far)).toEqual([['exact', 'known_bot']]);
    const story = new Story();
    const front = story.at(1 + 216_001).buy('mallory', 10n * SOL);
    story.buy('victim', 50n * SOL);
    story.at(1 + 216_013).sell('mallory', front.traderOut);
    expect(detectSandwiches(story.blocks(), { prior: far })).toMatchObject([{ confidence: 'suspected' }]);
  });

  it('makes its wallet known by what it did in the blocks themselves', () => {
    const blocks = ['a', 'b', 'c'].flatMap((name, at) => {
      const story = new Story(`pool ${name}`).at(900 + at);
      const front = story.buy('mallory', 10n * SOL);
      story.buy('victim', 5n * SOL);
      story.sell('mallory', front.traderOut);
      return story.blocks();
    });
    const sandwiches = detectSandwiches([...blocks, ...roundTrip().blocks()]);
    expect(sandwiches.map(({ basis }) => basis)).toEqual([
      'same_slot',
      'same_slot',
      'same_slot',
      'known_bot',
    ]);
  });
});
