import type { Schemas } from '@tickscope/sdk';
import { expect, test } from 'vitest';
import { sandwichSentence } from './sandwich.js';

const loss = { symbol: 'USDC', amount: '12000000', ui_amount: '12', bps: 250, sol: '0.5' } as Schemas['Loss'];
const victim = (of: object | null, method: string | null) =>
  ({ loss: of, loss_method: method }) as Schemas['SandwichVictim'];
const sandwich = { retracted: false, victim_count: 1, loss, victims: [victim(loss, 'replay')] };

test('a sandwich says what its victims lost, in SOL where that is known', () => {
  expect(sandwichSentence(sandwich)).toBe('1 trade lost 0.5000 SOL, 2.5 %.');
  const inToken = { ...loss, sol: null };
  expect(sandwichSentence({ ...sandwich, loss: inToken })).toBe('1 trade lost 12 USDC, 2.5 %.');
  expect(sandwichSentence({ ...sandwich, retracted: true })).toMatch(/^Withdrawn: 1 trade lost/);
});

test('a lower bound is called one: by the rate of the frontrun, or where one of the losses is not known', () => {
  const [exact, least, unknown] = [
    victim(loss, 'replay'),
    victim(loss, 'front_rate'),
    victim(null, null),
  ] as const;
  const of = (...victims: Schemas['SandwichVictim'][]) =>
    sandwichSentence({ ...sandwich, victim_count: victims.length, victims });
  expect(of(exact, exact)).toBe('2 trades lost 0.5000 SOL, 2.5 %.');
  expect(of(exact, least)).toBe('2 trades lost at least 0.5000 SOL, 2.5 %.');
  expect(of(exact, unknown)).toBe('2 trades lost at least 0.5000 SOL, 2.5 %.');
  expect(sandwichSentence({ ...sandwich, loss: null, victims: [unknown] })).toBe(
    '1 trade lost an unknown amount.',
  );
});
