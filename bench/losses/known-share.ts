import { detectSandwiches, type Sandwich } from '@tickscope/sandwich';
import { plantedChain } from '../../test/detection/score.js';
import { markdownTable } from '../support/report.js';

const SLOTS = 250;

/**
 * The share of victims of counted sandwiches whose loss is known, by DEX, on a generated chain: decoded from blocks in the
 * DEXs' real layouts, with the log lines in which Whirlpool's events stand.
 */
export function knownShareSection(): string {
  const chain = plantedChain(
    {
      seed: 'known losses',
      voteShare: 0.1,
      transactionsPerSlot: 40,
      dexShare: 0.8,
      sandwichesPerSlot: 3,
      pools: 200,
    },
    SLOTS,
  );
  const counted = detectSandwiches(chain.blocks).filter(({ confidence }) => confidence !== 'suspected');
  const rows = [...sharesOf(counted)].map(([dex, { victims, replayed, bounded }]) => [
    ...[dex, String(victims), percent(replayed / victims), percent(bounded / victims)],
  ]);
  return [
    `Victims of the counted sandwiches of a generated chain, ${SLOTS} slots, by DEX:`,
    markdownTable([['DEX', 'victims', 'loss by replay', 'a lower bound'], ...rows]),
  ].join('\n\n');
}

interface Share {
  victims: number;
  replayed: number;
  bounded: number;
}

function sharesOf(sandwiches: readonly Sandwich[]): Map<string, Share> {
  const shares = new Map<string, Share>();
  for (const { dexName, victims } of [...sandwiches].sort((a, b) => (a.dexName < b.dexName ? -1 : 1))) {
    const share = shares.get(dexName) ?? { victims: 0, replayed: 0, bounded: 0 };
    shares.set(dexName, share);
    for (const { lossMethod } of victims) {
      share.victims += 1;
      share.replayed += Number(lossMethod === 'replay');
      share.bounded += Number(lossMethod === 'front_rate');
    }
  }
  return shares;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
