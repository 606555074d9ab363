import { expect, test } from 'vitest';
import { createAddressWindows } from '../limits/address-windows.js';
import { unknownKey } from '../testing/unknown-key.js';
import { createCredentialThrottle, digestOf } from './credential-throttle.js';

const HOME = '203.0.113.1';

function throttleOf(limit: number) {
  const clock = { now: 1 };
  const windows = createAddressWindows({ limit, seconds: 60, now: () => clock.now });
  const throttle = createCredentialThrottle(windows, () => clock.now);
  const looked: string[] = [];
  const good = new Set<string>();
  const ask = (token: string, address = HOME) =>
    throttle
      .pass(address, token, async () => {
        looked.push(token);
        await new Promise((resolve) => setTimeout(resolve, 1));
        return good.has(token) ? token : null;
      })
      .then(
        () => 200,
        (error: { status?: number }) => error.status,
      );
  return { clock, windows, throttle, looked, good, ask };
}

test('guesses are looked up until the address has used up both of its budgets, and again in the next window', async () => {
  const { clock, looked, ask } = throttleOf(2);
  const statuses = [];
  for (const seed of ['a', 'b', 'c', 'd', 'x', 'y']) statuses.push(await ask(unknownKey(seed)));
  expect(statuses).toEqual([401, 401, 401, 401, 429, 429]);
  expect(looked).toHaveLength(4);
  clock.now = 60_000;
  expect(await ask(unknownKey('e'))).toBe(429);
  clock.now = 60_001;
  expect(await ask(unknownKey('e'))).toBe(401);
});

test('of many guesses at once no more are looked up than are allowed', async () => {
  const { looked, ask } = throttleOf(3);
  const statuses = await Promise.all(Array.from({ length: 50 }, (_, i) => ask(unknownKey(`x${i}`))));
  expect(statuses.filter((status) => status === 401)).toHaveLength(6);
  expect(looked).toHaveLength(6);
});

test('the same wrong key at once and again is looked up once', async () => {
  const { looked, ask } = throttleOf(1_000);
  const key = unknownKey('wrong');
  await Promise.all(Array.from({ length: 50 }, () => ask(key)));
  await ask(key);
  expect(looked).toHaveLength(1);
});

test('a valid key is looked up on every request, uses no failure budget, and passes once guesses are refused', async () => {
  const { looked, good, windows, ask } = throttleOf(2);
  const key = unknownKey('good');
  good.add(key);
  expect(await Promise.all(Array.from({ length: 20 }, () => ask(key)))).toEqual(Array(20).fill(200));
  expect(looked).toHaveLength(20);
  expect(windows.state(HOME).remaining).toBe(2);
  for (const seed of ['a', 'b', 'c', 'd']) await ask(unknownKey(seed));
  expect(await ask(unknownKey('e'))).toBe(429);
  expect(await ask(key)).toBe(200);
  // A good key that was never seen has to wait, like any guess.
  good.add(unknownKey('new'));
  expect(await ask(unknownKey('new'))).toBe(429);
});

test('once revoked it is refused, and counts as a guess', async () => {
  const { good, windows, ask } = throttleOf(2);
  const key = unknownKey('good');
  good.add(key);
  await ask(key);
  good.delete(key);
  expect([await ask(key), await ask(key), await ask(key)]).toEqual([401, 401, 429]);
  // The second and third were known to be wrong.
  expect(windows.state(HOME).remaining).toBe(0);
});

test('a failed look-up is not counted, and fails for all waiting requests', async () => {
  const { throttle, windows } = throttleOf(5);
  const outage = () => throttle.pass(HOME, unknownKey('x'), async () => Promise.reject(new Error('away')));
  const failures = await Promise.allSettled(Array.from({ length: 20 }, outage));
  expect(failures.every(({ status }) => status === 'rejected')).toBe(true);
  for (const failure of failures) expect(String((failure as PromiseRejectedResult).reason)).toContain('away');
  expect(windows.state(HOME).remaining).toBe(5);
});

test('addresses do not count for each other', async () => {
  const { ask } = throttleOf(1);
  for (const [seed, status] of [
    ['a', 401],
    ['b', 401],
    ['c', 429],
  ] as const)
    expect(await ask(unknownKey(seed))).toBe(status);
  expect(await ask(unknownKey('d'), '203.0.113.2')).toBe(401);
});

test('requests without a key do not use the look-ups reserved for keys of a full address', async () => {
  const { throttle, good, windows, ask } = throttleOf(2);
  for (let i = 0; i < 70; i += 1) throttle.refusal(HOME, false);
  expect(windows.state(HOME).remaining).toBe(0);
  good.add(unknownKey('new'));
  expect(await ask(unknownKey('new'))).toBe(200);
  // Only two guesses are looked up.
  const statuses = [];
  for (const seed of ['a', 'b', 'c']) statuses.push(await ask(unknownKey(seed)));
  expect(statuses).toEqual([401, 401, 429]);
  expect(await ask(unknownKey('new'))).toBe(200);
});

test('a valid key that was refused once stays valid, whatever else its address sends', async () => {
  const { throttle, good, ask } = throttleOf(5);
  const key = unknownKey('good');
  good.add(key);
  await ask(key);
  throttle.recordForbidden(HOME, digestOf(key));
  for (let i = 0; i < 70; i += 1) throttle.refusal(HOME, false);
  for (let i = 0; i < 70; i += 1) await ask(unknownKey(`guess ${i}`));
  expect(await ask(key)).toBe(200);
});

test('a key that is refused again and again is looked up no more until its window ends, from no address', async () => {
  const { clock, throttle, good, looked, ask } = throttleOf(5);
  const key = unknownKey('good');
  good.add(key);
  for (let i = 0; i < 5; i += 1) {
    expect(await ask(key)).toBe(200);
    throttle.recordForbidden(HOME, digestOf(key));
  }
  expect(await ask(key)).toBe(429);
  expect(await ask(key, '203.0.113.2')).toBe(429);
  expect(looked).toHaveLength(5);
  clock.now = 60_001;
  expect(await ask(key)).toBe(200);
});

test('keys that are remembered are looked up from the first request on', async () => {
  const { throttle, good, windows, ask } = throttleOf(2);
  const key = unknownKey('good');
  good.add(key);
  for (const seed of ['a', 'b', 'c', 'd', 'e']) await ask(unknownKey(seed));
  expect(await ask(key)).toBe(429);
  throttle.remember([digestOf(key)]);
  expect(await ask(key)).toBe(200);
  expect(windows.state(HOME).remaining).toBe(0);
});
