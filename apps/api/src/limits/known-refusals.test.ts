import type { RateDecision, Window } from '@tickscope/accounts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createKnownRefusals } from './known-refusals.js';

const windowOf = (name: string, changed: Partial<Window> = {}): Window => ({
  name,
  subject: 'key/1',
  limit: 6,
  seconds: 60,
  ...changed,
});

/** The database's clock is an hour ahead of this process', which starts at an arbitrary value. */
const DATABASE_AT = Date.parse('2030-01-01T01:00:00.000Z');
const at = (ms: number) => new Date(DATABASE_AT + ms);

/** The database's answer about one window, at a time of its clock in milliseconds. */
function answerOf(window: Window, remaining: number, atMs: number, endMs: number): RateDecision {
  const state = { name: window.name, limit: window.limit, remaining, resetAt: at(endMs) };
  return { allowed: remaining > 0, windows: [state], refusedBy: remaining > 0 ? null : state, now: at(atMs) };
}

function refusals(most?: number) {
  const clock = { now: 5_000 };
  return { clock, known: createKnownRefusals(() => clock.now, most) };
}

test('a window that is full is refused until its end, and not a moment longer', () => {
  const { clock, known } = refusals();
  const window = windowOf('own');
  known.note([window], answerOf(window, 0, 0, 40_000), { sentAt: 5_000, answeredAt: 5_000 });
  clock.now = 44_999;
  expect(known.find([window])).toMatchObject({
    allowed: false,
    refusedBy: { name: 'own', resetAt: at(40_000) },
  });
  clock.now = 45_000;
  expect(known.find([window])).toBeNull();
});

test('never refuses after the end of the window nor returns too short a wait, at any latency of the database', () => {
  fc.assert(
    fc.property(
      fc.nat(2_000),
      fc.nat(2_000),
      fc.integer({ min: 1, max: 60_000 }),
      fc.nat(70_000),
      (there, back, leftMs, later) => {
        const { clock, known } = refusals();
        const window = windowOf('own');
        const sentAt = clock.now;
        const decidedAt = sentAt + there;
        clock.now = decidedAt + back;
        known.note([window], answerOf(window, 0, 0, leftMs), { sentAt, answeredAt: clock.now });
        clock.now += later;
        const found = known.find([window]);
        const trueEnd = decidedAt + leftMs;
        if (clock.now >= trueEnd) expect(found).toBeNull();
        if (found === null) return;
        const waitMs = found.refusedBy!.resetAt.getTime() - found.now.getTime();
        expect(waitMs).toBeGreaterThanOrEqual(trueEnd - clock.now);
        expect(waitMs).toBeLessThanOrEqual(trueEnd - clock.now + there + back);
      },
    ),
  );
});

test('the last admitted request makes the window known as full, too', () => {
  const { known } = refusals();
  const window = windowOf('own');
  const last = { ...answerOf(window, 0, 0, 1_000), allowed: true, refusedBy: null };
  known.note([window], last, { sentAt: 5_000, answeredAt: 5_000 });
  expect(known.find([window])?.allowed).toBe(false);
});

test('a window with room is never refused from memory', () => {
  const { known } = refusals();
  const window = windowOf('own');
  known.note([window], answerOf(window, 1, 0, 40_000), { sentAt: 5_000, answeredAt: 5_000 });
  expect(known.find([window])).toBeNull();
});

test.each([
  ['of another subject', { subject: 'key/2' }],
  ['of a plan with another limit', { limit: 7 }],
  ['of another length', { seconds: 61 }],
])('a window %s is another one', (_, changed) => {
  const { known } = refusals();
  const window = windowOf('own');
  known.note([window], answerOf(window, 0, 0, 40_000), { sentAt: 5_000, answeredAt: 5_000 });
  expect(known.find([windowOf('own', changed)])).toBeNull();
  expect(known.find([windowOf('own', changed), window])).not.toBeNull();
});

test('of several full windows, returns the one that ends last', () => {
  const { known } = refusals();
  const [own, key] = [windowOf('own'), windowOf('key', { limit: 30 })];
  known.note([own], answerOf(own, 0, 0, 10_000), { sentAt: 5_000, answeredAt: 5_000 });
  known.note([key], answerOf(key, 0, 0, 20_000), { sentAt: 5_000, answeredAt: 5_000 });
  for (const windows of [
    [own, key],
    [key, own],
  ])
    expect(known.find(windows)?.refusedBy).toEqual({
      name: 'key',
      limit: 30,
      remaining: 0,
      resetAt: at(20_000),
    });
});

test('it remembers no more than it may', () => {
  const { known } = refusals(3);
  const windows = [1, 2, 3, 4, 5].map((n) => windowOf('own', { subject: `key/${n}` }));
  for (const window of windows)
    known.note([window], answerOf(window, 0, 0, 40_000), { sentAt: 5_000, answeredAt: 5_000 });
  expect(windows.map((window) => known.find([window]) !== null)).toEqual([false, false, true, true, true]);
});
