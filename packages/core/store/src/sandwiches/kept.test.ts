import { SOL_MINT, type Swap } from '@tickscope/dex';
import { expect, it } from 'vitest';
import { keptOf, type WalletChange } from './kept.js';

const swap = (blockIndex: number, mintIn: string, mintOut: string, owner: string | null = 'bot'): Swap =>
  ({
    ...{ slot: 7, blockIndex, feePayer: 'bot', mintIn, mintOut },
    ...{ source: { owner }, destination: { owner } },
  }) as Swap;
const legs = {
  fronts: [swap(1, SOL_MINT, 'B')],
  backs: [swap(3, 'B', SOL_MINT)],
  tips: [{ slot: 7, blockIndex: 4 } as never],
  attackers: ['bot'],
  gainMint: SOL_MINT,
};
const change = (solChange: bigint | null, wrapped = 0n, other: Partial<WalletChange> = {}): WalletChange => ({
  ...{ signer: 'bot', otherSigners: [], solChange },
  tokenChanges: new Map([
    [SOL_MINT, wrapped],
    ['B', 5n],
  ]),
  ...other,
});
const changes = (...rows: [number, WalletChange][]): Map<string, WalletChange> =>
  new Map(rows.map(([index, row]) => [`7.${index}`, row]));

it('is what lamports and wrapped SOL changed over the legs and the tip, after all that was paid', () => {
  // Pays 1,000 wrapped and a fee of 5, gets 1,300 back of which 240 go to somebody else, tips 20 with a fee of 5.
  const all = changes([1, change(-5n, -1_000n)], [3, change(-5n, 1_060n)], [4, change(-25n)]);
  expect(keptOf(legs, all)).toBe(25n);
  expect(
    keptOf({ ...legs, gainMint: 'B', fronts: [swap(1, 'B', 'C')], backs: [swap(3, 'C', 'B')] }, all),
  ).toBe(15n);
});

it('is not known where an account of the entity is not stored', () => {
  const [front, back, tip] = [change(-5n, -1_000n), change(-5n, 1_060n), change(-25n)];
  const all = (one = front): Map<string, WalletChange> => changes([1, one], [3, back], [4, tip]);
  expect(keptOf(legs, changes([1, front], [3, back]))).toBeNull();
  expect(keptOf(legs, all(change(null)))).toBeNull();
  expect(keptOf(legs, all({ ...front, signer: 'sponsor' }))).toBeNull();
  expect(
    keptOf({ ...legs, attackers: ['bot', 'mate'] }, all({ ...front, otherSigners: ['mate'] })),
  ).toBeNull();
  expect(keptOf(legs, all({ ...front, otherSigners: ['stranger'] }))).toBe(25n);
  for (const owner of ['vault', null])
    expect(keptOf({ ...legs, backs: [swap(3, 'B', SOL_MINT, owner)] }, all())).toBeNull();
});
