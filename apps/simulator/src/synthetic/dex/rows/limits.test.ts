import { describe, expect, it } from 'vitest';
import { Random } from '../../random.js';
import { drawLimit, TOLERANCES } from './limits.js';

describe('drawLimit', () => {
  const draws = <T>(draw: (random: Random) => T): T[] =>
    Array.from({ length: 200 }, (_, index) => draw(new Random(`limits-${index}`)));

  it('leaves a room of which the share asked for is taken', () => {
    // 1,000 without the attacker, 960 with: 40 of the room.
    const limits = draws((random) =>
      drawLimit(random, { clean: 1_000_000n, actual: 960_000n, isCost: false }, [0.5, 1], true),
    );
    for (const each of limits) {
      const { limit, use } = each!;
      expect(limit).toBeLessThanOrEqual(960_000n);
      expect(use).toBeCloseTo(40_000 / (1_000_000 - Number(limit)), 9);
      expect(use).toBeGreaterThanOrEqual(0.5);
      expect(use).toBeLessThanOrEqual(1);
    }
    // 5 % is the one usual tolerance of whose room 4 % is half or more.
    expect(new Set(limits.map((each) => each!.limit))).toEqual(new Set([950_000n]));
  });

  it('is a usual tolerance below the quote of a trader who came after the attacker', () => {
    // 0.3 of the room or less: the limit is 93,334 or more below 960,000, so 10 % (96,000) or further away.
    const limits = draws((random) =>
      drawLimit(random, { clean: 1_000_000n, actual: 960_000n, isCost: false }, [0, 0.3], false),
    );
    const wide = TOLERANCES.filter((tolerance) => tolerance >= 1_000n);
    expect(new Set(limits.map((each) => each!.limit))).toEqual(
      new Set(wide.map((tolerance) => (960_000n * (10_000n - tolerance)) / 10_000n)),
    );
  });

  it('is above what is paid where the number of tokens is fixed', () => {
    for (const each of draws((random) =>
      drawLimit(random, { clean: 1_000_000n, actual: 1_030_000n, isCost: true }, [0.6, 0.9], true),
    )) {
      const { limit, use } = each!;
      expect(limit).toBeGreaterThanOrEqual(1_030_000n);
      expect(use).toBeCloseTo(30_000 / (Number(limit) - 1_000_000), 9);
    }
  });

  it('is null where people would not set it so far away', () => {
    // 0.1 of the room would be ten times 20 %.
    const fit = { clean: 1_000_000n, actual: 800_000n, isCost: false };
    expect(drawLimit(new Random('far'), fit, [0, 0.1], true)).toBeNull();
    // And where an attacker takes nothing, nothing of the room can be used.
    expect(drawLimit(new Random('none'), { ...fit, actual: 1_000_000n }, [0.5, 1], true)).toBeNull();
  });
});
