import { detectSandwiches } from '@tickscope/sandwich';
import {
  chainOfKind,
  RANGED_KINDS,
  ROWS_OF_KINDS,
  type Share,
  tallyOfKind,
} from '@tickscope/sandwich/testing/rows-of-kinds';
import { Random } from '@tickscope/testkit/random';
import { markdownTable } from '../support/report.js';
import { shareWithInterval } from './wilson.js';

/** Scenes of each row, kind and seed. */
const SCENES = 200;

/** Rows of the tables in concentrated pools and pools of bins, and how many of the losses in them are known. */
export function kindsSection(seeds: readonly number[]): string {
  const lines = RANGED_KINDS.flatMap((kind) =>
    ROWS_OF_KINDS.map((row, at) => {
      const sum = { all: none(), replayed: none(), victims: none(), worst: 0 };
      for (const seed of seeds) {
        const random = new Random(100 * seed + at);
        const chain = chainOfKind(kind, row, SCENES, () => random.uint32() / 2 ** 32);
        const tally = tallyOfKind(chain, detectSandwiches(chain.blocks));
        for (const name of ['all', 'replayed', 'victims'] as const) {
          sum[name].of += tally[name].of;
          sum[name].count += tally[name].count;
        }
        sum.worst = Math.max(sum.worst, tally.worst);
      }
      return [
        kind,
        row.name,
        `${row.isAttack ? '≥' : '≤'} ${100 * row.goal}`,
        percent(sum.all),
        percent(sum.replayed),
        percent(sum.victims),
        `${(100 * sum.worst).toFixed(2)} %`,
      ];
    }),
  );
  return [
    '## Concentrated pools and bins',
    `Seeds ${seeds.join(', ')}, ${SCENES} round trips each; one to three trades of others between; the ranges of Whirlpool and CLMM are 200 ticks wide, with up to twice the liquidity of the next; bins of DLMM are 20 basis points apart, and hold two and a half SOL each. Counted, in percent, with Wilson 95 % intervals: of all, and of those in which every victim's loss is known by replay.`,
    markdownTable([
      [
        'pool',
        'row',
        'goal',
        'counted',
        'where losses are known',
        'victims whose loss is known',
        'worst error',
      ],
      ...lines,
    ]),
  ].join('\n\n');
}

function none(): Share {
  return { of: 0, count: 0 };
}

function percent({ count, of }: Share): string {
  return shareWithInterval(count, of);
}
