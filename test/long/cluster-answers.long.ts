import { expect, it } from 'vitest';
import { compareRecorded } from '../cluster/compared-answers.js';

const MINUTES = 30;

it.each([2, 3])(
  'the 500 recorded requests and those for lists have the same answers on one server and on %i',
  async (shardCount) => {
    const { counts, different } = await compareRecorded(shardCount, () => true);
    for (const [kind, count] of Object.entries(counts).sort()) process.stdout.write(`${count}\t${kind}\n`);
    for (const difference of different) process.stdout.write(`${difference}\n`);
    expect(different).toEqual([]);
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(500);
  },
  MINUTES * 60_000,
);
