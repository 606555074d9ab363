import { expect, test } from 'vitest';
import { createAddressWindows } from './address-windows.js';

test('a window begins with its first request and ends after its length', () => {
  let now = 1_000;
  const windows = createAddressWindows({ limit: 2, seconds: 10, now: () => now });
  expect(windows.state('a')).toMatchObject({ limit: 2, remaining: 2, resetAt: new Date(11_000) });
  now = 5_000;
  expect([windows.take('a'), windows.take('a'), windows.take('a')]).toEqual([true, true, false]);
  expect(windows.state('a')).toMatchObject({ remaining: 0, resetAt: new Date(15_000) });
  now = 14_999;
  expect(windows.take('a')).toBe(false);
  now = 15_000;
  expect(windows.state('a').remaining).toBe(2);
  expect(windows.take('a')).toBe(true);
});

test('returned budget can be used again, up to the limit', () => {
  const windows = createAddressWindows({ limit: 2, seconds: 10, now: () => 0 });
  windows.giveBack('a');
  windows.take('a');
  windows.giveBack('a');
  windows.giveBack('a');
  expect(windows.state('a').remaining).toBe(2);
});

test.each([
  ['of one /64', '2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', true],
  ['of two /64', '2001:db8:1:2::1', '2001:db8:1:3::1', false],
  ['the same, mapped to IPv6', '203.0.113.1', '::ffff:203.0.113.1', true],
  ['of two IPv4 hosts', '203.0.113.1', '203.0.113.2', false],
  ['what is no address', 'unknown', 'unix:', false],
])('addresses %s', (_, one, other, isSame) => {
  const windows = createAddressWindows({ limit: 5, seconds: 10, now: () => 0 });
  windows.take(one);
  expect(windows.state(other).remaining).toBe(isSame ? 4 : 5);
});

test('it remembers no more addresses than it may, the latest', () => {
  const windows = createAddressWindows({ limit: 1, seconds: 10, now: () => 0, most: 100 });
  for (let i = 0; i < 10_000; i += 1) windows.take(`10.0.${i >> 8}.${i & 255}`);
  const remembered = Array.from({ length: 10_000 }, (_, i) => `10.0.${i >> 8}.${i & 255}`).filter(
    (address) => windows.state(address).remaining === 0,
  );
  expect(remembered).toHaveLength(100);
  expect(remembered.at(-1)).toBe('10.0.39.15');
});
