import { expect, test } from 'vitest';
import { lossByDex, noteOf, titleOf } from './last-hour.js';

const sandwich = (dex: string, sol: string | null, method = 'replay') => {
  const loss = sol === null ? null : { sol };
  return { pool: { dex_name: dex }, loss, victims: [{ loss, loss_method: method }] } as Parameters<
    typeof lossByDex
  >[0][number];
};
const many = (count: number) => Array.from({ length: count }, () => ({})) as never[];

test('sums of the newest sandwiches never pass for those of the hour, nor a stored part for all of it', () => {
  const whole = { sandwiches: many(41), isTruncated: false, isStartStored: true };
  expect(titleOf(whole)).toBe('Lost by DEX, in the last hour');
  expect(titleOf({ ...whole, isStartStored: false })).toBe('Lost by DEX, in what is stored of the last hour');
  expect(titleOf({ ...whole, sandwiches: many(500), isTruncated: true })).toBe(
    'Lost by DEX, in the newest 500 sandwiches',
  );
  expect(titleOf(undefined)).toBe('Lost by DEX');
});

test('a loss that is not known in SOL is not counted as nothing lost', () => {
  const sums = lossByDex([
    sandwich('Orca Whirlpool', '1.5'),
    sandwich('Orca Whirlpool', null),
    sandwich('Raydium CPMM', '2.25'),
  ]);
  expect(sums).toEqual([
    { name: 'Raydium CPMM', sol: 2.25, count: 1, unknown: 0, isLeast: false },
    { name: 'Orca Whirlpool', sol: 1.5, count: 2, unknown: 1, isLeast: true },
  ]);
  expect(noteOf(sums)).toBe('at least 3.7500 SOL in 2 sandwiches, without 1 whose loss is not known in SOL');
});

test('a sum with a loss by the rate of the frontrun in it is called a lower bound', () => {
  const exact = lossByDex([sandwich('Raydium CPMM', '2.25'), sandwich('Raydium CPMM', '1')]);
  expect(noteOf(exact)).toBe('3.2500 SOL in 2 sandwiches');
  const least = lossByDex([sandwich('Raydium CPMM', '2.25'), sandwich('Raydium CPMM', '1', 'front_rate')]);
  expect(least).toMatchObject([{ sol: 3.25, isLeast: true }]);
  expect(noteOf(least)).toBe('at least 3.2500 SOL in 2 sandwiches');
});
