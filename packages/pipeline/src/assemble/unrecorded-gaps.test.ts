import type { SlotRange } from '@tickscope/chain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutKnown } from './unrecorded-gaps.js';

const range = (fromSlot: number, toSlot: number): SlotRange => ({ fromSlot, toSlot });
const slotsOf = (holes: readonly SlotRange[]): number[] =>
  holes.flatMap(({ fromSlot, toSlot }) =>
    Array.from({ length: toSlot - fromSlot + 1 }, (_, index) => fromSlot + index),
  );

describe('what is left of a hole beside known gaps', () => {
  it('is all of it where no gap touches it', () => {
    expect(withoutKnown(range(10, 12), [range(1, 9), range(13, 20)])).toEqual([range(10, 12)]);
  });

  it('is what lies before a slot that came half, though the hole ends with that slot', () => {
    expect(withoutKnown(range(128, 129), [range(129, 129)])).toEqual([range(128, 128)]);
  });

  it('is every slot that is in no gap, once', () => {
    const anyRange = fc
      .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 20 }))
      .map(([from, length]) => range(from, from + length));
    fc.assert(
      fc.property(anyRange, fc.array(anyRange, { maxLength: 6 }), (hole, known) => {
        const taken = new Set(slotsOf(known));
        expect(slotsOf(withoutKnown(hole, known))).toEqual(
          slotsOf([hole]).filter((slot) => !taken.has(slot)),
        );
      }),
    );
  });
});
