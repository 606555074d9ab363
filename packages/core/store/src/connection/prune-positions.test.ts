import { expect, test } from 'vitest';
import { tuples } from '../query/tuples.js';
import { prunePositions } from './prune-positions.js';

const SQL =
  'SELECT 1 FROM transactions WHERE (slot, block_index) IN {positions:Array(Tuple(UInt64, UInt32))}';

test('a query by positions gets their slots, each once, however the positions are given', () => {
  for (const positions of [
    tuples([
      [7, 1],
      [7, 3],
    ]),
    '[(7,1),(7,3)]',
  ]) {
    const { sql, params } = prunePositions(SQL, { positions, limit: 5 });
    expect(sql).toContain('AND slot IN {slots_of_positions:Array(UInt64)})');
    expect(params).toEqual({ positions, limit: 5, slots_of_positions: [7n] });
  }
  const exact = prunePositions(SQL, { positions: '[(9007199254740993,2)]' });
  expect(exact.params['slots_of_positions']).toEqual([9007199254740993n]);
});

test('other queries stay as they are', () => {
  const params = { positions: '[(1,2)]' };
  expect(prunePositions('SELECT 1 WHERE (slot, block_index) IN swaps', params)).toEqual({
    sql: 'SELECT 1 WHERE (slot, block_index) IN swaps',
    params,
  });
});
