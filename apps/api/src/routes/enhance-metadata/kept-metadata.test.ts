import { expect, test } from 'vitest';
import { keptMetadata } from './kept-metadata.js';

const HOUR = 3_600_000;

test('a complete row is cached for 48 hours, a row that may still change for 5 minutes', () => {
  let now = HOUR;
  const kept = keptMetadata<{ name: string; cached_until: string }>(() => now);
  expect(kept.keep('a', { name: 'A' }, true).cached_until).toBe('1970-01-03T01:00:00.000Z');
  expect(kept.keep('b', { name: 'B' }, false).cached_until).toBe('1970-01-01T01:05:00.000Z');
  now = HOUR + 300_001;
  expect([kept.get('a')?.name, kept.get('b')]).toEqual(['A', undefined]);
  now = 49 * HOUR;
  expect(kept.get('a')).toEqual({ name: 'A', cached_until: '1970-01-03T01:00:00.000Z' });
  now += 1;
  expect(kept.get('a')).toBeUndefined();
});
