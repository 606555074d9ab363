import type { Schemas } from '@tickscope/sdk';
import { expect, test } from 'vitest';
import { basePrice, pricePath } from './price-path.js';

const amount = (mint: string, raw: string): Schemas['TokenAmount'] => ({
  ...{ mint, amount: raw, symbol: mint, decimals: 0, ui_amount: raw },
});

/** 100 SOL for 1,000; then 50 for 400 instead of 500; then 1,000 for 120. */
const sandwich = {
  mint_in: 'SOL',
  mint_out: 'TOKEN',
  legs: [
    { type: 'sandwich_backrun', index: 9, paid: amount('TOKEN', '1000'), received: amount('SOL', '120') },
    { type: 'sandwich_frontrun', index: 1, paid: amount('SOL', '100'), received: amount('TOKEN', '1000') },
  ].map(({ type, index, ...amounts }) => ({
    ...amounts,
    interaction_type: type,
    attacker_wallet: 'A',
    attacker_signature: `leg ${index}`,
    slot: 5,
    block_index: index,
    poh_tick: null,
    success: true,
  })),
  victims: [
    {
      wallet: 'V',
      signature: 'victim',
      slot: 5,
      block_index: 4,
      poh_tick: '330',
      paid: amount('SOL', '50'),
      received: amount('TOKEN', '400'),
      loss: { ...amount('TOKEN', '100'), bps: 2_000, sol: '12.5' },
    },
  ],
} as unknown as Parameters<typeof pricePath>[0];

test('swaps are in the order of the chain, with their prices in one direction', () => {
  const points = pricePath(sandwich);
  expect(points.map(({ kind, price }) => [kind, price])).toEqual([
    ['frontrun', 0.1],
    ['victim', 0.125],
    ['backrun', 0.12],
  ]);
});

test('the fair price of a victim is that of what it would have received', () => {
  expect(pricePath(sandwich).map(({ fairPrice }) => fairPrice)).toEqual([null, 0.1, null]);
  expect(basePrice(pricePath(sandwich), 'victim')).toBe(0.1);
});

test('a loss by the rate of the frontrun is a lower bound', () => {
  const by = (method: string) => ({
    ...sandwich,
    victims: sandwich.victims.map((victim) => ({ ...victim, loss_method: method })),
  });
  const least = (method: string) => pricePath(by(method)).map(({ isLeast }) => isLeast);
  expect(least('replay')).toEqual([false, false, false]);
  expect(least('front_rate')).toEqual([false, true, false]);
});

test('a part whose amounts are not known is left out', () => {
  const victims = sandwich.victims.map((victim) => ({ ...victim, received: null }));
  expect(pricePath({ ...sandwich, victims }).map(({ kind }) => kind)).toEqual(['frontrun', 'backrun']);
});
