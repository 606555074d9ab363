import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bestCopies } from './best-copies.js';

test('of the copies of a row the one with the greatest version wins, wherever it stands', () => {
  const rows = [
    { slot: 7, version: 5, from: 'RPC' },
    { slot: 8, version: 5, from: 'RPC' },
    { slot: 7, version: 13, from: 'stream' },
    { slot: 7, version: 9, from: 'archive' },
  ];
  expect([...bestCopies(rows, ({ slot }) => slot).values()].map(({ slot, from }) => [slot, from])).toEqual([
    [7, 'stream'],
    [8, 'RPC'],
  ]);
});

test('of any rows each key keeps one row, and no row of its key has a greater version', () => {
  const row = fc.record({ key: fc.nat(5), version: fc.nat(3) });
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      const best = bestCopies(rows, ({ key }) => key);
      expect([...best.keys()].sort()).toEqual([...new Set(rows.map(({ key }) => key))].sort());
      for (const { key, version } of best.values())
        expect(rows.filter((other) => other.key === key && other.version > version)).toEqual([]);
    }),
  );
});
