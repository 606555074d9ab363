import { expect, test } from 'vitest';
import { OpenRequestLimit } from './open-request-limit.js';

const limits = { inAll: 3, perAccount: 2 };
const texts = { perAccount: (most: number) => `At most ${most}.`, inAll: 'Too many.', waitSeconds: 7 };

test('limits the open requests of each account and of all accounts together', () => {
  const requests = new OpenRequestLimit(limits, texts);
  const leave = requests.take('a');
  requests.take('a');
  expect(() => requests.take('a')).toThrow(
    expect.objectContaining({ status: 429, options: { details: 'At most 2.', retryAfterSeconds: 7 } }),
  );
  requests.take('b');
  expect(() => requests.take('c')).toThrow(
    expect.objectContaining({
      status: 503,
      options: expect.objectContaining({ details: 'Too many.', retryAfterSeconds: 7 }),
    }),
  );
  leave();
  requests.take('c');
  expect(requests.open).toBe(3);
});

test('a request is counted as ended once, however often it is left', () => {
  const requests = new OpenRequestLimit(limits, texts);
  const leave = requests.take('a');
  requests.take('a');
  leave();
  leave();
  expect(requests.open).toBe(1);
  requests.take('a');
  expect(() => requests.take('a')).toThrow(expect.objectContaining({ status: 429 }));
});

test('visitors together have half of the limit: the rest stays free for accounts', () => {
  const requests = new OpenRequestLimit({ inAll: 10, perAccount: 2 }, texts);
  const leave = requests.take('visitor 0', 'visitors');
  for (let at = 1; at < 5; at += 1) requests.take(`visitor ${at}`, 'visitors');
  expect(() => requests.take('visitor 5', 'visitors')).toThrow(expect.objectContaining({ status: 503 }));
  requests.take('a');
  leave();
  requests.take('visitor 5', 'visitors');
});
