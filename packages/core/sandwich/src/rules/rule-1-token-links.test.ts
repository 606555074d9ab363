import type { TokenLink } from '@tickscope/dex';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectSandwiches } from '../engine/detect.js';
import { LIVE_MAX_SPAN } from '../model/options.js';
import type { BlockTrades } from '../model/sandwich.js';
import { randomBlocks } from '../testing/random-blocks.js';
import { linkOf, swapOf, TOKEN } from '../testing/scenario.js';
import { linksOfTradedMints } from './rule-1-token-links.js';

const ANN = { account: 'ann.account', owner: 'ann' };
const BOB = { account: 'bob.account', owner: 'bob' };

function linkIn(mint: string | null, slot = 100): TokenLink {
  return linkOf(ANN, BOB, { slot, blockIndex: 1 }, { mint });
}

describe('links that the detector keeps', () => {
  const links = [linkIn(TOKEN), linkIn('traded before'), linkIn('never traded'), linkIn(null)];
  const isTraded = (mint: string): boolean => mint === 'traded before';

  it('are of tokens bought in the same block or swapped in the window, and of unknown ones', () => {
    const swaps = [swapOf({ side: 'buy', paid: 1n, got: 1n })];
    expect(linksOfTradedMints({ tokenLinks: links, swaps }, isTraded)).toEqual([
      links[0],
      links[1],
      links[3],
    ]);
    expect(linksOfTradedMints({ tokenLinks: links, swaps: [] }, isTraded)).toEqual([links[1], links[3]]);
  });
});

/** Reads as the tables are read in chunks: links of mints bought in the chunk or in the span before it. */
function asReadInChunks(blocks: readonly BlockTrades[], slots: number): BlockTrades[] {
  return blocks.map((block) => {
    const from = Math.floor(block.slot / slots) * slots;
    const bought = new Set(
      blocks
        .filter(({ slot }) => slot >= from - LIVE_MAX_SPAN && slot < from + slots)
        .flatMap(({ swaps }) => swaps.map(({ mintOut }) => mintOut)),
    );
    return { ...block, tokenLinks: block.tokenLinks.filter(({ mint }) => bought.has(mint!)) };
  });
}

/** Every block with more links: of a token that is never traded, into the accounts that traders use. */
function withForeignLinks(blocks: readonly BlockTrades[]): BlockTrades[] {
  return blocks.map((block) => ({
    ...block,
    tokenLinks: [
      ...block.tokenLinks,
      ...['ann', 'bob', 'cat'].map((name) =>
        linkOf(
          ANN,
          { account: `${name}.${TOKEN}`, owner: name },
          { slot: block.slot, blockIndex: 1_000 },
          {
            mint: 'never traded',
          },
        ),
      ),
    ],
  }));
}

it('the answer is the same with all links of all mints as with those that the tables are asked for', () => {
  fc.assert(
    fc.property(randomBlocks(40), fc.constantFrom(1, 7, 25), (blocks, chunk) => {
      const expected = detectSandwiches(blocks);
      expect(detectSandwiches(asReadInChunks(blocks, chunk))).toEqual(expected);
      expect(detectSandwiches(withForeignLinks(blocks))).toEqual(expected);
    }),
    { numRuns: 150 },
  );
});
