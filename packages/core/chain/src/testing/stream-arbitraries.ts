import fc from 'fast-check';
import { buildChain, type SlotPlan } from './built-chain.js';

const slotPlan: fc.Arbitrary<SlotPlan> = fc.record({
  skippedBefore: fc.constantFrom(0, 0, 0, 1, 2),
  model: fc.constantFrom('ticked', 'ticked', 'alpenglow'),
  tellsEntriesCount: fc.boolean(),
  packs: fc
    .array(fc.record({ tick: fc.nat({ max: 63 }), transactions: fc.integer({ min: 1, max: 4 }) }), {
      maxLength: 5,
    })
    .map((packs) => packs.sort((left, right) => left.tick - right.tick)),
});

/** A few linked blocks: with and without transactions, ticked and Alpenglow, with skipped slots between. */
export const madeChain = fc.array(slotPlan, { minLength: 1, maxLength: 4 }).map((plans) => buildChain(plans));

/** `items` in random order, each at least once. */
export function shuffledWithRepeats<T>(items: readonly T[]): fc.Arbitrary<T[]> {
  if (items.length === 0) return fc.constant([]);
  return fc
    .tuple(fc.infiniteStream(fc.nat()), fc.array(fc.nat(), { maxLength: 40 }))
    .map(([random, repeats]) => {
      const all = [...items, ...repeats.map((index) => items[index % items.length]!)];
      for (let at = all.length - 1; at > 0; at -= 1) {
        const other = random.next().value % (at + 1);
        [all[at], all[other]] = [all[other]!, all[at]!];
      }
      return all;
    });
}
