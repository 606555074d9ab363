import type { Swap } from '@tickscope/dex';
import { Story } from '@tickscope/sandwich/testing/story';
import { describe, expect, it } from 'vitest';
import { explainAbsence } from './explain-absence.js';

const SOL = 1_000_000_000n;

interface Changes {
  front?: Partial<Swap>;
  victim?: Partial<Swap>;
  back?: Partial<Swap>;
}

/** A front, a victim and a back of one wallet, which meet every rule, but for these changes. */
function explain({ front = {}, victim = {}, back = {} }: Changes) {
  const story = new Story();
  const bought = story.buy('mallory', 10n * SOL, { extra: { outerProgramId: 'A' } });
  const between = story.buy('victim', 5n * SOL);
  const sold = story.sell('mallory', bought.traderOut, { extra: { outerProgramId: 'B' } });
  return explainAbsence({
    fronts: [{ ...bought, ...front }],
    victims: [{ ...between, ...victim }],
    backs: [{ ...sold, ...back }],
  });
}

const mike = {
  ...{ trader: 'mike', authority: 'mike', feePayer: 'mike', signers: ['mike'] },
  source: { account: 'mike.token', owner: 'mike', before: null, after: null },
};

describe('why labelled legs are no sandwich', () => {
  it('nothing excludes those that meet the rules', () => {
    expect(explain({})).toBeNull();
  });

  const cases: [string, Changes, number, RegExp][] = [
    ['one transaction', { back: { slot: 100, blockIndex: 0 } }, 1, /one transaction/],
    ['wallets without a link', { back: mike as never }, 1, /nothing in the legs links mallory with mike/],
    ['other amounts', { back: { traderIn: 1n } }, 2, /what was sold is .* of what was bought/],
    ['a back before the front', { back: { slot: 99 } }, 4, /the back lies before the front/],
    ['a victim after the back', { victim: { slot: 101 } }, 4, /the victim lies outside of the legs/],
    ['a tiny victim', { victim: { traderIn: 1n } }, 4, /smaller than 0.1 % of the fronts/],
    ['a victim of the attacker', { victim: { trader: 'mallory' } }, 4, /is the attacker/],
    ['a victim in another pool', { victim: { pool: 'elsewhere' } }, 4, /trades in another pool/],
    ['a back in another pool', { back: { pool: 'elsewhere' } }, 6, /different pools/],
    ['too many slots', { back: { slot: 121 } }, 7, /21 slots apart; up to 20/],
  ];
  it.each(cases)('%s', (_, changes, rule, detail) => {
    expect(explain(changes)).toMatchObject({ rule, detail: expect.stringMatching(detail) });
  });

  it('a victim in the other direction, and legs in the same one', () => {
    const story = new Story();
    const bought = story.buy('mallory', 10n * SOL);
    const seller = story.sell('victim', SOL);
    const sold = story.sell('mallory', bought.traderOut);
    const again = story.buy('mallory', SOL);
    expect(explainAbsence({ fronts: [bought], victims: [seller], backs: [sold] })).toMatchObject({
      ...{ rule: 4, detail: 'the victim trades in the other direction' },
    });
    expect(explainAbsence({ fronts: [bought], victims: [], backs: [again] })).toMatchObject({
      ...{ rule: 1, detail: 'front and back trade in the same direction' },
    });
  });
});
