import { detectSandwiches } from '@tickscope/sandwich';
import { ROWS } from '@tickscope/simulator';
import { describe, expect, it } from 'vitest';
import { ROW_REASONS, rowChain, tallyRows, usesOfLimits } from './row-score.js';

/**
 * The tables of the definition, "What the answer must be", as blocks in the real layouts of five DEXs, through the
 * decoder. More seeds, with intervals: `bench/detector/run.ts --part rows`. Thresholds are tuned on odd seeds.
 */
describe('attacks and look-alikes in generated blocks', () => {
  const { blocks, labels } = rowChain(2);
  const sandwiches = detectSandwiches(blocks);
  const tallies = tallyRows(sandwiches, labels);

  it('are at least a hundred of each row', () => {
    const few = ROWS.filter(({ name }) => (tallies.get(name)?.scenes ?? 0) < 100);
    expect(few.map(({ name }) => [name, tallies.get(name)?.scenes])).toEqual([]);
  });

  it.each(ROWS.filter(({ isAttack }) => isAttack))(
    '$name: counted at least as often as it must be',
    (row) => {
      const { scenes, counted, wrong } = tallies.get(row.name)!;
      expect(counted / scenes, JSON.stringify(wrong[0]?.label)).toBeGreaterThanOrEqual(row.goal);
    },
  );

  it.each(ROWS.filter(({ isAttack }) => !isAttack))('$name: counted no more often than it may be', (row) => {
    const { scenes, counted, wrong } = tallies.get(row.name)!;
    expect(counted / scenes, JSON.stringify(wrong[0]?.label)).toBeLessThanOrEqual(row.goal);
  });

  it.each(ROWS.filter(({ isAttack }) => !isAttack))(
    '$name: named by its innocent explanation',
    ({ name }) => {
      const { reasons, scenes } = tallies.get(name)!;
      const named = reasons.filter((reason) => ROW_REASONS[name]!.includes(reason));
      if (ROW_REASONS[name]!.length === 0) return expect(reasons).toEqual([]);
      expect(reasons.length).toBeGreaterThan(scenes / 5);
      expect(named.length / reasons.length).toBeGreaterThanOrEqual(0.9);
    },
  );

  it('have legs and victims that are swaps on the chain', () => {
    const swaps = new Set(
      blocks.flatMap((block) =>
        block.swaps.map(({ pool, slot, blockIndex }) => `${pool} ${slot}.${blockIndex}`),
      ),
    );
    const named = labels.flatMap(({ pool, fronts, backs, victims }) =>
      [...fronts, ...backs, ...victims].map(({ slot, block_index: at }) => `${pool} ${slot}.${at}`),
    );
    expect(named.length).toBeGreaterThan(10_000);
    expect(named.filter((name) => !swaps.has(name))).toEqual([]);
  });

  it('have limits that their trades keep', () => {
    let limited = 0;
    for (const { limit, routeLimit, traderIn, traderOut } of blocks.flatMap((block) => block.swaps)) {
      const bound = routeLimit === null ? limit : null;
      if (bound === null) continue;
      limited += 1;
      if (bound.kind === 'least_out') expect(traderOut).toBeGreaterThanOrEqual(bound.amount);
      else expect(traderIn).toBeLessThanOrEqual(bound.amount);
    }
    expect(limited).toBeGreaterThan(1_000);
  });

  it('are the same for a seed', () => {
    const short = { slots: 20, scenePools: 60 };
    expect(rowChain(3, short)).toEqual(rowChain(3, short));
    expect(rowChain(3, short)).not.toEqual(rowChain(4, short));
  });

  it('have victims of whose limits the detector sees the same use as the generator, to 0.02 in 95 of 100', () => {
    const uses = usesOfLimits(sandwiches, labels);
    const near = uses.filter(({ seen, planned }) => Math.abs(seen - planned) <= 0.02);
    expect(uses.length).toBeGreaterThan(1_000);
    expect(near.length / uses.length).toBeGreaterThanOrEqual(0.95);
  });

  it('use half or more of the limits that attacks meet, and less than 0.3 of those around look-alikes but one', () => {
    for (const { intent, row, victims } of labels)
      for (const { placed, slippage_use: use } of victims) {
        if (use === null || (intent === 'attack' && !placed) || row.includes('used or not')) continue;
        expect([row, intent === 'attack' ? use >= 0.5 && use <= 1 : use < 0.3]).toEqual([row, true]);
      }
  });
});
