import type { Swap } from '@tickscope/dex';
import { Random } from '@tickscope/testkit/random';
import { address } from '@tickscope/testkit/transaction-builder';
import { describe, expect, it } from 'vitest';
import { detectSandwiches } from './engine/detect.js';
import {
  chainOfKind,
  decodedChain,
  RANGED_KINDS,
  ROWS_OF_KINDS,
  type Share,
  tallyOfKind,
} from './testing/rows-of-kinds.js';

const SCENES = 200;
const DECODED_SCENES = 100;

const shareOf = ({ count, of }: Share): number => count / of;
const drawnBy = (seed: number) => {
  const random = new Random(seed);
  return () => random.uint32() / 2 ** 32;
};

/**
 * Attacks and look-alikes in concentrated pools and pools of bins. The tables hold where the losses are known. Where one
 * is not, nothing says how much of a limit was used: an attack over several slots is then missed, and a profit taken in
 * one slot counts. How often that is so is in docs/detection.md.
 */
describe.each(RANGED_KINDS)('%s', (kind) => {
  it.each(ROWS_OF_KINDS)('$name', (row) => {
    const chain = chainOfKind(kind, row, SCENES, drawnBy(1 + ROWS_OF_KINDS.indexOf(row)));
    const { replayed, victims, worst } = tallyOfKind(chain, detectSandwiches(chain.blocks));
    if (row.isAttack) expect(shareOf(replayed)).toBeGreaterThanOrEqual(row.goal);
    else expect(shareOf(replayed)).toBeLessThanOrEqual(row.goal);
    // Bounds that are further apart than a hundredth give no loss.
    expect(worst).toBeLessThan(0.01);
    // A sale between front and victim leads to prices that no swap shows; one range leaves nothing open.
    if (victims.of > 0) expect(shareOf(victims)).toBeGreaterThan(kind === 'Meteora DAMM v2' ? 0.99 : 0.6);
  });

  it.each(ROWS_OF_KINDS)('$name: the same through the decoder', (row) => {
    const chain = chainOfKind(kind, row, DECODED_SCENES, drawnBy(20 + ROWS_OF_KINDS.indexOf(row)));
    const decoded = decodedChain(chain);
    const facts = (swap: Swap, named: (text: string) => string) => [
      ...[swap.slot, swap.blockIndex, named(swap.pool), named(swap.trader), named(swap.mintIn)],
      ...[
        swap.dexName,
        swap.poolKind,
        swap.outerProgramId,
        swap.poolIn,
        swap.poolOut,
        swap.traderIn,
        swap.traderOut,
      ],
      ...[swap.limit, swap.routeLimit?.amount, swap.routeLimit?.quoted, swap.priceMove, swap.feeLamports],
    ];
    const plain = (text: string): string => text;
    expect(decoded.scenes.flatMap(({ swaps }) => swaps.map((swap) => facts(swap, plain)))).toEqual(
      chain.scenes.flatMap(({ swaps }) => swaps.map((swap) => facts(swap, address))),
    );
    expect(tallyOfKind(decoded, detectSandwiches(decoded.blocks))).toEqual(
      tallyOfKind(chain, detectSandwiches(chain.blocks)),
    );
  });
});
