import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wilson } from './wilson.js';

test.each([
  // Newcombe (1998), table I: 81 of 263 and others, at 95 %.
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])('%i of %i as in the literature', (hits, trials, low, high) => {
  const found = wilson(hits, trials, 1.959964);
  expect([Number(found.low.toFixed(4)), Number(found.high.toFixed(4))]).toEqual([low, high]);
});

test('its ends are the shares at which the observed one is z standard errors away', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1e6 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (trials, part) => {
        const hits = Math.round(part * trials);
        const { low, high } = wilson(hits, trials);
        const share = hits / trials;
        expect(low).toBeLessThanOrEqual(share + 1e-12);
        expect(high).toBeGreaterThanOrEqual(share - 1e-12);
        for (const end of [low, high])
          expect((share - end) ** 2).toBeCloseTo((16 * end * (1 - end)) / trials, 9);
      },
    ),
  );
});
