import { SOL_MINT } from '@tickscope/dex';
import type { SandwichLabel } from '@tickscope/simulator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiUnderTest, startApiUnderTest } from '../../testing/api-under-test.js';
import { type HandComputed, handComputedLoss } from '../../testing/hand-computed-loss.js';
import { labelledChain, storeLabelledChain } from '../../testing/labelled-chain.js';
import { allSandwiches, type ListedSandwich } from '../../testing/sandwich-pages.js';

const chain = labelledChain('by hand', 220);

let api: ApiUnderTest;
beforeAll(async () => {
  api = await startApiUnderTest();
  await storeLabelledChain(api.owner, chain);
});
afterAll(() => api?.stop());

interface Compared {
  sandwich: ListedSandwich;
  label: SandwichLabel;
  victim: ListedSandwich['victims'][number];
  byHand: HandComputed;
}

/** Each victim that lost something, and that can be computed by hand. */
function compared(sandwiches: readonly ListedSandwich[]): Compared[] {
  return sandwiches.flatMap((sandwich) => {
    const label = chain.labels.find(({ fronts: [front] }) =>
      sandwich.id.startsWith(`${front!.slot}.${front!.block_index}.`),
    );
    if (label === undefined) return [];
    return sandwich.victims.flatMap((victim) => {
      const byHand = handComputedLoss(chain.blocks, label, victim);
      return byHand === null || victim.loss === null ? [] : [{ sandwich, label, victim, byHand }];
    });
  });
}

/**
 * The product does not know a pool's reserves, but solves them from swaps, whose amounts are rounded: a hundredth of a basis
 * point of the trade. PumpSwap takes the fee of a sale from what it pays, the product's model from what is sold: a basis
 * point, and less than a thousandth of the loss.
 */
function toleranceOf({ dex, mint_out: sold }: SandwichLabel): number {
  return dex === 'pump_swap' && sold === SOL_MINT ? 1e-4 : 1e-6;
}

const isNear = (said: number, byHand: number, allowed: number): boolean =>
  Math.abs(said - byHand) <= 1 + allowed;

test('losses, their basis points and their SOL of 100 sandwiches are those computed by hand from the balances', async () => {
  const all = compared(await allSandwiches(api.url, ''));
  let paidCount = 0;
  const wrong = all.filter(({ label, victim, byHand }) => {
    const [paid, received, lost] = [byHand.paid, byHand.received, byHand.loss].map(Number) as [
      number,
      number,
      number,
    ];
    const [lamports, traded] =
      label.mint_out === SOL_MINT ? [lost, received] : [(lost * paid) / received, paid];
    const [said, tolerance] = [victim.loss!, toleranceOf(label)];
    expect([victim.amount_in, victim.amount_out]).toEqual([String(byHand.paid), String(byHand.received)]);
    const isPaid = byHand.paidTooMuch !== null;
    expect([victim.loss_side, said.mint, said.amount]).toEqual([
      ...(isPaid ? ['paid', label.mint_in] : ['received', label.mint_out]),
      victim.victim_loss,
    ]);
    if (isPaid) paidCount += 1;
    const [loss, size, whole] = isPaid
      ? [Number(byHand.paidTooMuch), paid, paid]
      : [lost, received, received + lost];
    return !(
      isNear(Number(said.amount), loss, size * tolerance) &&
      Math.abs(said.bps! - (10_000 * loss) / whole) <= 0.01 + 10_000 * tolerance &&
      isNear(Number(said.sol) * 1e9, lamports, traded * tolerance)
    );
  });
  expect(wrong).toEqual([]);
  expect(paidCount).toBeGreaterThan(10);
  expect(all.length - paidCount).toBeGreaterThan(10);
  expect(new Set(all.map(({ sandwich }) => sandwich.id)).size).toBeGreaterThanOrEqual(100);
});

test('the loss of a sandwich is the sum of those of its victims', async () => {
  const all = await allSandwiches(api.url, '');
  const each = compared(all);
  let summed = 0;
  for (const sandwich of all) {
    const own = each.filter((one) => one.sandwich === sandwich);
    if (own.length === 0 || own.length < sandwich.victims.length) continue;
    const sum = (of: (it: HandComputed) => bigint) =>
      Number(own.reduce((total, it) => total + of(it.byHand), 0n));
    const [loss, received] = [sum((it) => it.loss), sum((it) => it.received)];
    expect(isNear(Number(sandwich.loss?.amount), loss, received * toleranceOf(own[0]!.label))).toBe(true);
    summed += 1;
  }
  expect(summed).toBeGreaterThan(50);
});
