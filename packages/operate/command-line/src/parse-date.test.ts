import { expect, test } from 'vitest';
import { parseDate, parseDateOrNever } from './parse-date.js';

test.each([
  ['2026-12-31', Date.UTC(2026, 11, 31)],
  ['2028-02-29', Date.UTC(2028, 1, 29)],
  ['2026-12-31T18:00Z', Date.UTC(2026, 11, 31, 18)],
  ['2026-12-31T18:00:00.5Z', Date.UTC(2026, 11, 31, 18, 0, 0, 500)],
  ['2026-12-31T23:30:00-02:00', Date.UTC(2027, 0, 1, 1, 30)],
])('%s is a date', (text, ms) => {
  expect(parseDate(text).getTime()).toBe(ms);
});

test.each([
  '',
  'tomorrow',
  'never',
  '2026',
  '31.12.2026',
  '2026-12-31T18:00:00',
  '2026-02-29',
  '2026-02-31T10:00:00Z',
  '2026-13-01',
  '2026-12-31 ',
  '1767139200',
])('%j is refused', (text) => {
  expect(() => parseDate(text)).toThrow(/expected a date such as/);
});

test('where it is optional, "never" stands for none', () => {
  expect(parseDateOrNever('never')).toBe('never');
  expect(parseDateOrNever('2026-12-31')).toEqual(parseDate('2026-12-31'));
});
