import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allowsAccess, type StoredStatus, statusAt } from './status.js';
import { SUBSCRIPTION_STATUSES, type SubscriptionStatus } from './types.js';

const at = (second: number | null) => (second === null ? null : new Date(second * 1_000));

function stored(
  status: SubscriptionStatus,
  trial: number | null,
  period: number | null,
  grace: number | null,
): StoredStatus {
  return { status, trialEndsAt: at(trial), currentPeriodEndsAt: at(period), graceEndsAt: at(grace) };
}

// Ends: trial at 10, period at 20, grace at 30, where there is one.
test.each([
  // set to, its ends, seen at, then it is
  ['trial', [null, null, null], 1_000, 'trial'],
  ['trial', [10, null, null], 9.999, 'trial'],
  ['trial', [10, null, null], 10, 'expired'],
  ['trial', [10, null, 30], 10, 'expired'],
  ['trial', [10, 20, null], 9.999, 'trial'],
  ['trial', [10, 20, null], 10, 'active'],
  ['trial', [10, 20, null], 19.999, 'active'],
  ['trial', [10, 20, null], 20, 'expired'],
  ['trial', [10, 20, 30], 20, 'grace_period'],
  ['trial', [10, 20, 30], 30, 'expired'],
  ['trial', [10, 10, 30], 10, 'expired'],
  ['trial', [10, 10.001, null], 10, 'active'],
  ['trial', [10, 5, 30], 9, 'trial'],
  ['trial', [10, 5, 30], 10, 'expired'],
  ['trial', [null, 20, 30], 25, 'trial'],
  ['active', [null, null, null], 1_000, 'active'],
  ['active', [10, null, null], 15, 'active'],
  ['active', [null, 20, null], 19.999, 'active'],
  ['active', [null, 20, null], 20, 'expired'],
  ['active', [null, 20, 30], 20, 'grace_period'],
  ['active', [null, 20, 30], 29.999, 'grace_period'],
  ['active', [null, 20, 30], 30, 'expired'],
  ['active', [null, 20, 15], 20, 'expired'],
  ['active', [null, null, 30], 40, 'active'],
  ['grace_period', [null, null, null], 1_000, 'grace_period'],
  ['grace_period', [null, 20, 30], 10, 'grace_period'],
  ['grace_period', [null, 20, 30], 29.999, 'grace_period'],
  ['grace_period', [null, 20, 30], 30, 'expired'],
  ['expired', [null, null, null], 0, 'expired'],
  ['expired', [10, 20, 30], 0, 'expired'],
] as const)('%s with ends %j, at %d, is %s', (status, [trial, period, grace], second, expected) => {
  expect(statusAt(stored(status, trial, period, grace), new Date(second * 1_000))).toBe(expected);
});

/** The rules as a state machine that runs every second and keeps its state. */
function runEverySecond(
  status: SubscriptionStatus,
  [trial, period, grace]: readonly (number | null)[],
  until: number,
) {
  let state = status;
  const isFuture = (end: number | null | undefined, now: number) => typeof end === 'number' && end > now;
  const isPast = (end: number | null | undefined, now: number) => typeof end === 'number' && end <= now;
  for (let now = 0; now <= until; now += 1)
    for (let moved = true; moved; ) {
      const before = state;
      if (state === 'trial' && isPast(trial, now)) state = isFuture(period, now) ? 'active' : 'expired';
      else if (state === 'active' && isPast(period, now))
        state = isFuture(grace, now) ? 'grace_period' : 'expired';
      else if (state === 'grace_period' && isPast(grace, now)) state = 'expired';
      moved = state !== before;
    }
  return state;
}

test('the derived status equals that of a state machine stepped every second', () => {
  const end = fc.option(fc.integer({ min: 1, max: 12 }), { nil: null });
  fc.assert(
    fc.property(
      fc.constantFrom(...SUBSCRIPTION_STATUSES),
      fc.tuple(end, end, end),
      fc.integer({ min: 0, max: 14 }),
      (status, ends, now) => {
        const [trial, period, grace] = ends;
        expect(statusAt(stored(status, trial, period, grace), new Date(now * 1_000))).toBe(
          runEverySecond(status, ends, now),
        );
      },
    ),
    { numRuns: 3_000 },
  );
});

test('trial, active and grace_period give access, expired does not', () => {
  expect(SUBSCRIPTION_STATUSES.map((status) => [status, allowsAccess(status)])).toEqual([
    ['trial', true],
    ['active', true],
    ['grace_period', true],
    ['expired', false],
  ]);
});
