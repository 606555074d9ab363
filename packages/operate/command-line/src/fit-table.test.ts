import { describe, expect, it } from 'vitest';
import { type Column, fitTable } from './fit-table.js';

const COLUMNS: readonly Column[] = [
  { heading: 'ticks', align: 'right' },
  { heading: 'slot', align: 'right', dispensable: 1 },
  { heading: 'signer' },
  { heading: 'lock', dispensable: 2 },
];
const ROWS = [
  ['-12', '7', 'aaaa', 'write'],
  ['+3', '11', '柴犬b', 'read'],
];

describe('a table in a terminal of some width', () => {
  it('has all columns where there is no limit', () => {
    expect(fitTable(COLUMNS, ROWS, null)).toEqual({
      text: ['ticks  slot  signer  lock', '  -12     7  aaaa    write', '   +3    11  柴犬b   read'].join(
        '\n',
      ),
      leftOut: [],
      notes: [],
    });
  });

  it('has all columns where they just fit', () => {
    // 5 + 4 + 6 + 5 and three gaps of two.
    expect(fitTable(COLUMNS, ROWS, 26).leftOut).toEqual([]);
    expect(fitTable(COLUMNS, ROWS, 25).leftOut).toEqual(['lock']);
  });

  it('drops the least important columns first', () => {
    expect(fitTable(COLUMNS, ROWS, 18)).toEqual({
      text: ['ticks  signer', '  -12  aaaa', '   +3  柴犬b'].join('\n'),
      leftOut: ['slot', 'lock'],
      notes: ['No room for: slot, lock.'],
    });
  });

  it('becomes blocks of lines, with every cell, where even the rest is too wide', () => {
    expect(fitTable(COLUMNS, [...ROWS, ['…', '', '', '']], 12)).toEqual({
      text: [
        ...['ticks: -12', 'slot: 7', 'signer: aaaa', 'lock: write', ''],
        ...['ticks: +3', 'slot: 11', 'signer: 柴犬b', 'lock: read', ''],
        'ticks: …',
      ].join('\n'),
      leftOut: [],
      notes: [],
    });
  });

  it('takes many rows', () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => [String(at), '', '', '']);
    expect(fitTable(COLUMNS, rows, 80).text.split('\n')).toHaveLength(20_001);
  });
});
