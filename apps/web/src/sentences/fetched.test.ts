import { expect, test } from 'vitest';
import { fetchedText } from './fetched.js';

const missing = (...slots: number[]) => slots.map((slot) => ({ slot, reason: 'the node does not have it.' }));

test.each([
  [[5, 6], [], 'Fetched 2 slots.'],
  [[5], [], 'Fetched 1 slot.'],
  [[5], [7, 8], 'Fetched 1 slot; 2 could not be fetched: the node does not have it.'],
  [[], [7], 'No slot was fetched; 1 could not be fetched: the node does not have it.'],
  [[], [], 'No slot was fetched.'],
])('of a backfill that fetched %j and lacks %j it says: %s', (fetched, lacking, text) => {
  expect(fetchedText({ fetched_slots: fetched, missing_slots: missing(...lacking) })).toBe(text);
});
