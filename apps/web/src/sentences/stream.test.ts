import { expect, test } from 'vitest';
import { streamText } from './stream.js';

const head = { slot: 1_004, block_time: 1_788_264_000, age_seconds: 2, stored_at: '', lag_seconds: 1 };

test('the stream: blocks come, none has come for a while, or none at all', () => {
  expect(streamText({ head })).toBe('blocks come');
  expect(streamText({ head: { ...head, age_seconds: 601 } })).toBe('no new block for 10 minutes');
  expect(streamText({ head: { ...head, age_seconds: null } })).toBe('not known');
  expect(streamText({ head: null })).toBe('no block has come yet');
});
