import { expect, test } from 'vitest';
import { Seats } from './seats.js';

const limits = { inAll: 3, perAccount: 2 };
const texts = { perAccount: (most: number) => `At most ${most}.`, inAll: 'Too many.', waitSeconds: 7 };

test('limits the seats of each account and of all accounts together', () => {
  const seats = new Seats(limits, texts);
  const leave = seats.take('a');
  seats.take('a');
  expect(() => seats.take('a')).toThrow(
    expect.objectContaining({ status: 429, options: { details: 'At most 2.', retryAfterSeconds: 7 } }),
  );
  seats.take('b');
  expect(() => seats.take('c')).toThrow(
    expect.objectContaining({
      status: 503,
      options: expect.objectContaining({ details: 'Too many.', retryAfterSeconds: 7 }),
    }),
  );
  leave();
  seats.take('c');
  expect(seats.taken).toBe(3);
});

test('a seat is freed once, however often it is left', () => {
  const seats = new Seats(limits, texts);
  const leave = seats.take('a');
  seats.take('a');
  leave();
  leave();
  expect(seats.taken).toBe(1);
  seats.take('a');
  expect(() => seats.take('a')).toThrow(expect.objectContaining({ status: 429 }));
});
