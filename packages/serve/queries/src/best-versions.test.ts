import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bestVersions } from './best-versions.js';

test('of the versions of a row the best one wins, wherever it stands', () => {
  const rows = [
    { slot: 7, version: 5, from: 'RPC' },
    { slot: 8, version: 5, from: 'RPC' },
    { slot: 7, version: 13, from: 'stream' },
    { slot: 7, version: 9, from: 'archive' },
  ];
  expect([...bestVersions(rows, ({ slot }) => slot).values()].map(({ slot, from }) => [slot, from])).toEqual([
    [7, 'stream'],
    [8, 'RPC'],
  ]);
});

test('of any rows each key keeps one row, and no row of its key has a greater version', () => {
  const row = fc.record({ key: fc.nat(5), version: fc.nat(3) });
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      const best = bestVersions(rows, ({ key }) => key);
      expect([...best.keys()].sort()).toEqual([...new Set(rows.map(({ key }) => key))].sort());
      for (const { key, version } of best.values())
        expect(rows.filter((other) => other.key === key && other.version > version)).toEqual([]);
    }),
  );
});
