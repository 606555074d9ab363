import { expect, test } from 'vitest';
import { coverageTexts } from './coverage.js';
import type { Progress } from './unknown.js';

const RANGES = {
  ...{ to_slot: 5_000, missing_slot_count: 0, incomplete_slot_count: 0 },
  ...{ undetected_slot_count: 0, undetected_ranges: [] as { from_slot: number; to_slot: number }[] },
};
const undetected = (...ranges: [from: number, to: number][]) => ({
  ...RANGES,
  undetected_slot_count: ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0),
  undetected_ranges: ranges.map(([from_slot, to_slot]) => ({ from_slot, to_slot })),
});

test('detection that is some slots behind is a note, not a hole', () => {
  expect(coverageTexts(undetected([4_996, 5_000]), null)).toEqual({
    holes: null,
    behind: 'Analysed up to slot 4,995, about 2 s behind',
  });
  // A skipped slot is in no range.
  expect(coverageTexts(undetected([4_990, 4_993], [4_995, 4_999]), null)).toEqual({
    holes: null,
    behind: 'Analysed up to slot 4,989, about 4 s behind',
  });
});

test('what detection has passed by, and detection that has stopped, are holes', () => {
  expect(coverageTexts(undetected([3_000, 3_002], [4_996, 5_000]), null)).toEqual({
    holes: '3 slots not analysed yet',
    behind: 'Analysed up to slot 4,995, about 2 s behind',
  });
  expect(coverageTexts(undetected([4_000, 5_000]), null)).toEqual({
    holes: '1,001 slots not analysed yet',
    behind: null,
  });
});

test('gaps are holes, with their number', () => {
  const holes = { ...RANGES, missing_slot_count: 1, incomplete_slot_count: 2 };
  expect(coverageTexts(holes, null)).toEqual({
    holes: '1 slot not stored; 2 slots stored in part',
    behind: null,
  });
  expect(coverageTexts(RANGES, null)).toEqual({ holes: null, behind: null });
});

test('around a trade, slots that detection or the chain has not reached are a note, and others are named', () => {
  const progress = {
    head: { slot: 1_004, age_seconds: 1, lag_seconds: 0 },
    stored: { from_slot: 900 },
    gaps: { newest: [] },
    detection: { to_slot: 1_001 },
  } as unknown as Progress;
  const lists = {
    missing_slots: [998, 1_005, 1_006],
    incomplete_slots: [],
    undetected_slots: [999, 1_002, 1_003, 1_004],
  };
  expect(coverageTexts(lists, progress)).toEqual({
    holes: '1 slot not stored (998); 1 slot not analysed yet (999)',
    behind: 'Analysed up to slot 1,001, about 1 s behind; 2 slots of this view still to come',
  });
  // Without that knowledge all of them are holes.
  expect(coverageTexts(lists, null)).toEqual({
    holes: '3 slots not stored (998, 1,005, 1,006); 4 slots not analysed yet (999, 1,002, 1,003, 1,004)',
    behind: null,
  });
});
