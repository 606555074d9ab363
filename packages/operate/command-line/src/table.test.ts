import { describe, expect, it } from 'vitest';
import { counted, formatBytes, formatCount, formatTable } from './table.js';

describe('tables in a terminal', () => {
  it('tables: columns as wide as their widest cell, numbers to the right', () => {
    expect(
      formatTable([
        ['file', 'slots', 'state'],
        ['a.bin', '1,200', 'complete'],
        ['long.car', '7', 'failed'],
      ]),
    ).toBe(['file      slots  state', 'a.bin     1,200  complete', 'long.car      7  failed'].join('\n'));
  });

  it('numbers have thousands apart', () => {
    expect(formatCount(1_234_567)).toBe('1,234,567');
  });

  it('one is not plural', () => {
    expect([counted(0, 'slot'), counted(1, 'slot'), counted(1_200, 'slot')]).toEqual([
      '0 slots',
      '1 slot',
      '1,200 slots',
    ]);
    expect([counted(1, 'hash', 'hashes'), counted(2, 'hash', 'hashes')]).toEqual(['1 hash', '2 hashes']);
  });

  it('sizes are in the largest unit that leaves a whole part', () => {
    expect([0, 1_023, 1_024, 1_572_864, 1_099_511_627_776 * 3].map(formatBytes)).toEqual([
      '0 B',
      '1023 B',
      '1.0 KiB',
      '1.5 MiB',
      '3.0 TiB',
    ]);
  });
});
