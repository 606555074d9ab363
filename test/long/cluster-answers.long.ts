import { expect, it } from 'vitest';
import { compareGenerated, compareRecorded } from '../cluster/compared-answers.js';

const MINUTES = 30;

it.each([
  ['the 500 recorded requests and those for lists', 2, compareRecorded],
  ['the 500 recorded requests and those for lists', 3, compareRecorded],
  ['the same requests about a generated chain', 2, compareGenerated],
] as const)(
  '%s have the same answers on one server and on %i',
  async (_, shardCount, compare) => {
    const { counts, different } = await compare(shardCount, () => true);
    for (const [kind, count] of Object.entries(counts).sort()) process.stdout.write(`${count}\t${kind}\n`);
    for (const difference of different) process.stdout.write(`${difference}\n`);
    expect(different).toEqual([]);
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(300);
  },
  MINUTES * 60_000,
);
