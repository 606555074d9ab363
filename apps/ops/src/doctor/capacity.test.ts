import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { capacityCheck, coresFor, diskBytesFor, HIGHEST_MEASURED, SPARE_CORES } from './capacity.js';

const GIB = 1_024 ** 3;

test('the figures are those of the reports', () => {
  // 2 cores stored 7,504 transactions/s, with a simulator that took a tenth of them.
  expect(coresFor(7_504) / 2).toBeCloseTo(1.64, 2);
  // By hand: 13 GB × 4 + 2 GB + 41.4 GB × 8 + 7.6 GB × 35 = 651.2 GB at their full age, a fifth of the disk left free.
  expect(diskBytesFor(4_000) / 1e9).toBeCloseTo(814, 0);
});

test('docs/operations.md has the table that follows from them', () => {
  const inThousands = (value: number): string => value.toLocaleString('en-US');
  const rows = [1_000, 2_000, 4_000, 7_500, 10_000].map((rate) => {
    const measured = rate <= HIGHEST_MEASURED ? '' : ' (not measured: the figures of less, extended)';
    const cores = Math.max(2, Math.ceil(coresFor(rate)));
    const busy = (coresFor(rate) / SPARE_CORES).toFixed(1);
    return `| ${inThousands(rate)}${measured} | ${cores} (${busy} busy) | ${rate <= 2_000 ? 8 : 16} GiB | ${inThousands(Math.ceil(diskBytesFor(rate) / 1e10) * 10)} GB |`;
  });
  const table = ['| Transactions a second | Cores | Memory | Disk |', '|---|---|---|---|', ...rows].join(
    '\n',
  );
  const page = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8');
  expect(page).toContain(table);
});

test('the check says what limits a machine', () => {
  expect(capacityCheck({ cores: 2, memoryBytes: 24 * GIB, diskBytes: 2_000e9 })).toEqual({
    what: 'capacity',
    state: 'ok',
    detail: 'about 4,500 transactions/s, limited by its cores; 2 cores, 24 GiB of memory, 1863 GiB of disk',
  });
  const small = capacityCheck({ cores: 8, memoryBytes: 4 * GIB, diskBytes: 100e9 });
  expect(small.state).toBe('note');
  expect(small.detail).toMatch(
    /^about 400 transactions\/s, limited by its disk, with the default retention; .*; less than 8 GiB of memory was never tried; mainnet brings/,
  );
  const large = capacityCheck({ cores: 32, memoryBytes: 128 * GIB, diskBytes: 8_000e9 });
  expect(large.detail).toMatch(/^about 39,\d00 transactions\/s \(measured up to 7,504\)/);
});
