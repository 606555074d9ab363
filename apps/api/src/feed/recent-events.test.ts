import { expect, test } from 'vitest';
import { RecentEvents, type SentEvent } from './recent-events.js';

const cursor = (block: number) => ({ block, offset: 0, atMs: 0 });
const event = (block: number, chars = 10): SentEvent => ({
  position: cursor(block),
  facts: {
    ...{ pools: [], mints: [], dex: '', attackers: new Set(), victims: new Set() },
    ...{ said: null, isFinal: false },
  },
  text: 'x'.repeat(chars),
});

test('keeps the newest events up to a limit; distinguishes dropped events from future ones', () => {
  const recent = new RecentEvents(cursor(10), { events: 3, chars: 1_000 });
  recent.push([11, 12, 13, 14, 15].map((block) => event(block)));
  expect(recent.end).toBe(5);
  expect([0, 1, 2, 4, 5].map((number) => recent.at(number)?.position.block ?? recent.at(number))).toEqual([
    null,
    null,
    13,
    15,
    undefined,
  ]);
  recent.push([event(16)]);
  expect(recent.at(2)).toBeNull();
  expect(recent.at(5)!.position.block).toBe(16);
});

test('keeps the newest events up to a size, and no single event above it', () => {
  const recent = new RecentEvents(cursor(0), { events: 100, chars: 25 });
  recent.push([event(1), event(2), event(3)]);
  expect([recent.at(0), recent.at(1)!.position.block]).toEqual([null, 2]);
  recent.push([event(4, 26)]);
  expect([recent.at(3), recent.at(4)]).toEqual([null, undefined]);
});

test('finds where a listener resumes, or that it missed events', () => {
  const recent = new RecentEvents(cursor(10), { events: 3, chars: 1_000 });
  expect([9, 10, 11].map((block) => recent.numberAfter(cursor(block)))).toEqual([null, 0, 0]);
  recent.push([12, 14, 16, 18].map((block) => event(block)));
  // 12 was dropped, but a listener that has seen it has missed nothing.
  expect([11, 12, 13, 14, 17, 18, 99].map((block) => recent.numberAfter(cursor(block)))).toEqual([
    null,
    1,
    1,
    2,
    3,
    4,
    4,
  ]);
});
