import { ROW_NAMES, suspectedScenes } from '@tickscope/testkit/flows/rows/names';
import { countedScenes, ROWS, rowCorpus } from '@tickscope/testkit/flows/rows/row-corpus';
import { describe, expect, it } from 'vitest';
import { detectSandwiches } from './index.js';

/** `bench/detector/run.ts --part rows` has more scenes and other seeds, with intervals. */
const SIZE = { seed: 2, scenes: 60 };

describe('what the answer must be, and the name of what is no attack', () => {
  it.each(ROWS.map((row) => [row.name, row] as const))('%s', (_, row) => {
    const { blocks, labels } = rowCorpus(row, SIZE);
    expect(labels.length).toBeGreaterThanOrEqual(SIZE.scenes);
    const sandwiches = detectSandwiches(blocks);
    const counted = countedScenes(labels, sandwiches).size;
    // One scene more or less is chance at this size.
    if (row.isAttack) expect(counted + 1).toBeGreaterThanOrEqual(row.goal * labels.length);
    else {
      expect(counted).toBeLessThanOrEqual(row.goal * labels.length + (row.goal > 0 ? 1 : 0));
      const reasons = [...suspectedScenes(labels, sandwiches).values()];
      const named = reasons.filter((reason) => ROW_NAMES[row.name]!.includes(reason));
      expect(reasons.length).toBeGreaterThan(SIZE.scenes / 5);
      expect(named.length / reasons.length).toBeGreaterThanOrEqual(0.9);
    }
  });
});

describe('the scenes', () => {
  const corpora = ROWS.map((row) => ({ row, corpus: rowCorpus(row, { seed: 3, scenes: 5 }) }));

  it('are the same for a seed', () => {
    for (const { row, corpus } of corpora.slice(0, 3))
      expect(rowCorpus(row, { seed: 3, scenes: 5 })).toEqual(corpus);
  });

  it('have legs and victims that are on the chain, and a victim each', () => {
    for (const { corpus } of corpora) {
      const swaps = new Set(
        corpus.blocks.flatMap((block) =>
          block.swaps.map(
            ({ slot, blockIndex, outerIndex, innerIndex, partIndex }) =>
              `${slot}.${blockIndex}.${outerIndex}.${innerIndex ?? -1}.${partIndex}`,
          ),
        ),
      );
      for (const { fronts, backs, victims } of corpus.labels) {
        const ids = [...fronts, ...backs, ...victims.map(({ id }) => id)];
        expect(ids.filter((id) => !swaps.has(id))).toEqual([]);
        expect(victims.length).toBeGreaterThan(0);
      }
    }
  });

  it('have limits that their trades keep', () => {
    let limited = 0;
    for (const { corpus } of corpora)
      for (const { limit, routeLimit, traderOut } of corpus.blocks.flatMap((block) => block.swaps)) {
        const bound = routeLimit ?? limit;
        if (bound === null) continue;
        limited += 1;
        expect(traderOut).toBeGreaterThanOrEqual(bound.amount);
      }
    expect(limited).toBeGreaterThan(ROWS.length);
  });
});
