import { expect, test } from 'vitest';
import { daysPeriod, durationText, hourText, periodText } from './period.js';

const END = 1_788_264_000;
const NOW = new Date((END + 2) * 1_000);
const coverage = {
  ...{ from_slot: 1_000, to_slot: 3_000, from_time: END - 86_400, to_time: END },
  is_start_stored: false,
};

test('only what is stored of a period is claimed', () => {
  const day = daysPeriod(1);
  expect(periodText(day, { ...coverage, is_start_stored: true }, null, NOW)).toBe('the last day');
  expect(periodText(day, coverage, END - 750, NOW)).toBe('the 12 minutes stored');
  expect(periodText(day, coverage, null, NOW)).toBe('slots 1,000 to 3,000');
  // Four days were asked for, and 30 hours are stored: the shorter period is whole.
  expect(periodText(day, coverage, END - 108_000, NOW)).toBe('the last day');
  expect(periodText(daysPeriod(4), coverage, END - 108_000, NOW)).toBe('the 30 hours stored');
});

test('what ended long ago is not the last day', () => {
  const later = new Date((END + 90_000) * 1_000);
  const whole = { ...coverage, is_start_stored: true };
  expect(periodText(daysPeriod(1), whole, null, later)).toBe('the day up to 2026-09-01 12:00:00 UTC');
  expect(periodText(daysPeriod(1), coverage, END - 40, later)).toBe(
    'the 40 seconds stored up to 2026-09-01 12:00:00 UTC',
  );
});

test.each([
  [0, '1 second'],
  [119, '119 seconds'],
  [120, '2 minutes'],
  [7_199, '119 minutes'],
  [7_200, '2 hours'],
  [172_800, '2 days'],
])('%d seconds are %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});

test('the hour of the contended accounts names its slots, and says where not all of it is stored', () => {
  const range = { min: 1_000, max: 9_000 };
  const of = (isStored: boolean) =>
    hourText({ slot_range: range, coverage: { is_start_stored: isStored } } as Parameters<
      typeof hourText
    >[0]);
  expect(of(true)).toBe('In the last hour: slots 1,000 to 9,000');
  expect(of(false)).toBe('In what is stored of the last hour: slots 1,000 to 9,000');
  const nothing = { slot_range: { min: null, max: null }, coverage: null };
  expect(hourText(nothing as Parameters<typeof hourText>[0])).toBe('');
});
