import { SOL_MINT } from '@tickscope/dex';
import { expect, test } from 'vitest';
import { lossOf, type SidedLoss, victimLossOf } from './loss.js';

const PAIR = { mintIn: SOL_MINT, mintOut: 'token' };
const tokenOf = (mint: string) => ({ symbol: mint === SOL_MINT ? 'SOL' : 'TOK', decimals: 9 });

// A curve of 100 × 100, after 25 were paid into it: 20 cost 41.67 instead of 25, so 16.67 too much, which are 40 %. At its
// own rate these are 8 of the 20 that it got.
const paid: SidedLoss = {
  ...{ traderIn: '41666666667', traderOut: '20000000000', lossAmount: '8000000000', lossSide: 'paid' },
};
// 10 paid into 125 × 80 give 5.93, without the front 9.09.
const received: SidedLoss = {
  ...{ traderIn: '10000000000', traderOut: '5925925925', lossAmount: '3164983164', lossSide: 'received' },
};

test('who named the amount that it gets lost what it paid too much, as a share of what it paid', () => {
  expect(victimLossOf([paid], PAIR, tokenOf)).toMatchObject({
    ...{ victim_loss: '16666666666', loss_side: 'paid' },
    loss: {
      ...{ mint: SOL_MINT, amount: '16666666666', ui_amount: '16.666666666' },
      ...{ bps: 4_000, sol: '16.666666666' },
    },
  });
});

test('who named what it pays lost what it would have got more, as a share of what it would have got', () => {
  expect(victimLossOf([received], PAIR, tokenOf)).toMatchObject({
    ...{ victim_loss: '3164983164', loss_side: 'received' },
    loss: { mint: 'token', amount: '3164983164', bps: 3_481.48 },
  });
});

test('losses on both sides add up in the token that was bought', () => {
  expect(victimLossOf([paid, received], PAIR, tokenOf)).toMatchObject({
    ...{ victim_loss: '11164983164', loss_side: 'received', loss: { mint: 'token', amount: '11164983164' } },
  });
  expect(lossOf([paid, received], PAIR, tokenOf)).toMatchObject({ mint: 'token', amount: '11164983164' });
});

test('a swap that got nothing, or whose amounts are not known, has no side of what it paid', () => {
  for (const traderOut of ['0', null])
    expect(victimLossOf([{ ...paid, traderOut }], PAIR, tokenOf).loss_side).toBe('received');
});
