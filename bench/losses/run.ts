import { detectSandwiches } from '@tickscope/sandwich';
import { drawBracket, type RangeShape, type Stated } from '@tickscope/sandwich/testing/range-brackets';
import { blocksOf } from '@tickscope/sandwich/testing/scenario';
import { Random } from '@tickscope/testkit/flows/random';
import { markdownTable, writeReport } from '../support/report.js';
import { knownShareSection } from './known-share.js';

/**
 * How many victims in pools with price ranges have a loss by replay, and how wrong it is at most, by what the program's
 * events state. Each sandwich is drawn and played in whole numbers, with the attacker and without.
 *
 *   npx tsx --conditions=tickscope:source bench/losses/run.ts
 */
const SANDWICHES = 150;
/** Orca's fee tiers, in millionths. */
const FEES = [100n, 200n, 400n, 500n, 1_600n, 3_000n, 6_500n, 10_000n, 20_000n];
const EVENTS: readonly Stated[] = ['nothing', 'prices_and_fee', 'price_and_liquidity'];
const SHAPES: readonly [name: string, width: number | null, steepest: number][] = [
  ['one range', null, 1],
  ['ranges of 600 ticks, up to threefold', 600, 3],
  ['ranges of 200 ticks, up to 1.5-fold', 200, 1.5],
  ['ranges of 64 ticks, up to threefold', 64, 3],
];

const rows = SHAPES.flatMap(([name, width, steepest]) =>
  [1, 3].map((most) => {
    const measured = EVENTS.map((events) => measure({ width, steepest, most, fees: FEES, events }));
    return [name, `${most}`, ...measured.map(({ known, worst }) => `${known.toFixed(2)}, ${percent(worst)}`)];
  }),
);
writeReport('Known losses', 'npx tsx --conditions=tickscope:source bench/losses/run.ts', [
  knownShareSection(),
  '## In pools with price ranges',
  `Share of victims with a loss by replay, and the largest error; ${SANDWICHES} drawn sandwiches each.`,
  markdownTable([['Liquidity', 'Most trades between', ...EVENTS], ...rows]),
]);

function measure(shape: RangeShape): { known: number; worst: number } {
  const random = new Random(7);
  let [victims, known, worst] = [0, 0, 0];
  for (let count = 0; count < SANDWICHES; count += 1) {
    const drawn = drawBracket(() => random.next(), shape);
    if (drawn === null) continue;
    const truth = new Map(drawn.victims.map(({ swap, trueLoss }) => [swap, trueLoss]));
    for (const { swap, lossAmount, lossMethod } of detectSandwiches(blocksOf(drawn)).flatMap(
      (found) => found.victims,
    )) {
      const loss = truth.get(swap);
      if (loss === undefined) continue;
      victims += 1;
      if (lossMethod !== 'replay') continue;
      known += 1;
      worst = Math.max(worst, Math.abs(Number(lossAmount) / loss - 1));
    }
  }
  return { known: known / victims, worst };
}

function percent(share: number): string {
  return `${(100 * share).toFixed(share < 0.01 ? 2 : 1)} %`;
}
