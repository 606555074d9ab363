import { expect, test } from 'vitest';
import { ordered } from './order.js';
import type { Column } from './table.js';

interface Row {
  name: string;
  share: number | null;
}

const columns: Column<Row>[] = [
  { name: 'Name', cell: ({ name }) => name, value: ({ name }) => name },
  { name: 'Share', cell: ({ share }) => share, value: ({ share }) => share },
];
const rows: Row[] = [
  { name: 'b', share: 10 },
  { name: 'C', share: null },
  { name: 'a', share: 9 },
];
const names = (by: string, isDescending: boolean): string =>
  ordered(rows, columns, { by, isDescending })
    .map(({ name }) => name)
    .join('');

test('numbers are ordered as numbers, names as a person would', () => {
  expect([names('Share', false), names('Name', false), names('Name', true)]).toEqual(['abC', 'abC', 'Cba']);
});

test('what is not known stands last in both directions', () => {
  expect([names('Share', true), names('Share', false)]).toEqual(['baC', 'abC']);
});

test('a column without values leaves the order of the answer', () => {
  expect(names('Unknown', true)).toBe('bCa');
});
