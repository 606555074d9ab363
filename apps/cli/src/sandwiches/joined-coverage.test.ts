import { coverageOf as coverage } from '@tickscope/command-line/testing/answers';
import { expect, test } from 'vitest';
import { joinedCoverage } from './joined-coverage.js';

test('pages that share a slot count it once', () => {
  const newer = coverage(50, 90, { missing_slot_count: 3, missing_ranges: [{ from_slot: 50, to_slot: 52 }] });
  const older = coverage(10, 50, {
    missing_slot_count: 2,
    missing_ranges: [{ from_slot: 49, to_slot: 50 }],
    undetected_slot_count: 1,
    undetected_ranges: [{ from_slot: 12, to_slot: 12 }],
    is_start_stored: false,
  });
  expect(joinedCoverage([newer, null, older])).toEqual(
    coverage(10, 90, {
      missing_slot_count: 4,
      missing_ranges: [{ from_slot: 49, to_slot: 52 }],
      undetected_slot_count: 1,
      undetected_ranges: [{ from_slot: 12, to_slot: 12 }],
      is_start_stored: false,
    }),
  );
});

test('nothing stored is null', () => {
  expect(joinedCoverage([])).toBe(null);
  expect(joinedCoverage([null])).toBe(null);
});
