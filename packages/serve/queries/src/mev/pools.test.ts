import fc from 'fast-check';
import { expect, test } from 'vitest';
import { poolOf, rememberedPoolOf } from './pools.js';

test('describes a pool as poolOf does, after any earlier descriptions', () => {
  const market = fc.record({
    pool: fc.constantFrom('pool 1', 'pool 2'),
    programId: fc.constantFrom('program 1', 'program 2'),
    mints: fc.array(fc.constantFrom('mint A', 'mint B', 'mint C'), { maxLength: 3 }),
  });
  fc.assert(
    fc.property(fc.array(market, { maxLength: 30 }), (markets) => {
      const symbolOf = (mint: string): string => mint.slice(-1);
      const remembered = rememberedPoolOf(symbolOf);
      for (const one of markets) expect(remembered(one)).toEqual(poolOf(one, symbolOf));
    }),
  );
});
