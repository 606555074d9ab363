import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limitsIn, loadComputeLimits } from './compute-limits.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tickscope-limits-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileOf(text: string): string {
  const path = join(folder, 'limits.json');
  writeFileSync(path, text);
  return path;
}

test('the built-in table has a date and a source for every row, in the order of slots', () => {
  const text = readFileSync(new URL('./compute-limits.json', import.meta.url), 'utf8');
  const { limits } = JSON.parse(text) as { limits: { from_slot: number; date: string; source: string }[] };
  for (const { date, source } of limits) {
    expect(date).toMatch(/^\d{4}-\d{2}(-\d{2})?$/);
    expect(source).not.toBe('');
  }
  expect(limits.map(({ from_slot }) => from_slot)).toEqual(
    limits.map(({ from_slot }) => from_slot).toSorted((left, right) => left - right),
  );
});

// Chain fact 22: 40 % of the block's limit, both scaled by slot time; at 300 ms with 100 M blocks 30 M.
test.each([
  ['before the cost model', 43_200_000, []],
  ['12 M', 254_170_887, [12_000_000]],
  ['40 % of 60 M', 400_000_000, [24_000_000]],
  ['40 % of 100 M', 436_000_000, [40_000_000]],
  ['of which 350 / 400', 441_000_000, [35_000_000]],
  ['and 300 / 400', 450_000_000, [30_000_000]],
])('mainnet-beta: %s at slot %i', (_, slot, expected) => {
  const limits = limitsIn(loadComputeLimits(null), { fromSlot: slot, toSlot: slot });
  expect(limits.map(({ accountComputeUnits }) => accountComputeUnits)).toEqual(expected);
});

test('a range has the limit from before it and those that begin in it', () => {
  const limits = [10, 20, 30, 40].map((fromSlot) => ({ fromSlot, accountComputeUnits: fromSlot }));
  const slots = (fromSlot: number, toSlot: number) =>
    limitsIn(limits, { fromSlot, toSlot }).map((limit) => limit.fromSlot);
  expect(slots(15, 30)).toEqual([10, 20, 30]);
  expect(slots(20, 29)).toEqual([20]);
  expect(slots(1, 15)).toEqual([10]);
  expect(slots(1, 5)).toEqual([]);
  expect(slots(99, 100)).toEqual([40]);
});

describe('a file that cannot be used stops the start with the reason', () => {
  test.each([
    ['no JSON', 'from_slot', /JSON/],
    ['no table', '{}', /expected \{"limits": \[\.\.\.\]\}/],
    ['an empty table', '{"limits": []}', /one limit or more/],
    [
      'an invalid slot',
      '{"limits": [{"from_slot": -1, "account_compute_units": 1}]}',
      /limits\.0\.from_slot/,
    ],
    ['no limit', '{"limits": [{"from_slot": 1}]}', /limits\.0\.account_compute_units/],
    ['an invalid row', '{"limits": [null]}', /limits\.0\.from_slot/],
  ])('%s', (_, text, problem) => {
    expect(() => loadComputeLimits(fileOf(text))).toThrow(problem);
  });
});
