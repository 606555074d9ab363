import { SOL_MINT } from '@tickscope/dex';
import { expect, test } from 'vitest';
import { type AttackLeg, incidentsOf, type VictimLeg } from './incidents.js';
import type { KnownSandwich } from './sandwich-evidence.js';

const sandwich = {
  evidence: { mint_in: 'TOKEN', mint_out: SOL_MINT },
  tokenOf: () => ({ symbol: 'SOL', decimals: 9 }),
} as unknown as KnownSandwich;
const front = {
  ...{ sandwichId: 'S', role: 'front', pohTick: 1 },
  ...{ slot: 7, blockIndex: 2 },
} as AttackLeg;
const victim = (lossAmount: string, lossMethod: string): VictimLeg => ({
  ...{ sandwichId: 'S', firstSlot: 7, lastSlot: 7, slot: 7, blockIndex: 3 },
  ...{
    traderIn: '5',
    traderOut: '100',
    lossAmount,
    lossMethod,
    lossSide: 'received',
    slippageUse: null,
    limitAge: null,
  },
});
const harmOf = (...swaps: VictimLeg[]) =>
  incidentsOf(
    { slot: 7, blockIndex: 3, pohTick: 1 },
    swaps,
    { legs: new Map([['S', [front]]]), evidence: new Map([['S', sandwich]]) },
    4,
  ).map(({ incident }) => [incident.sandwich.victim_loss, incident.sandwich.loss_method]);

test('a trade of several swaps lost their sum: a lower bound where one of the losses is', () => {
  expect(harmOf(victim('20', 'replay'), victim('5', 'replay'))).toEqual([['25', 'replay']]);
  expect(harmOf(victim('20', 'replay'), victim('5', 'front_rate'))).toEqual([['25', 'front_rate']]);
  expect(harmOf(victim('20', 'front_rate'), victim('5', 'replay'))).toEqual([['25', 'front_rate']]);
});
