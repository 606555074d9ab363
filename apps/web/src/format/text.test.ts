import { expect, test } from 'vitest';
import { compactAmount, leastText, nameText, percent, shorten, signed } from './text.js';
import { ago } from './time.js';

test.each([
  ['0.048294276', '0.0483'],
  ['1.216269437', '1.216'],
  ['54327.970589', '54,328'],
  ['14509071.915234', '14.51M'],
  ['0', '0'],
  ['0.000000001', '0.000000001'],
])('the amount %s is shown as %s', (amount, text) => {
  expect(compactAmount(amount)).toBe(text);
});

test('a name loses what hides or reorders text, and its excess length', () => {
  expect(nameText('US\u202eCD\u200b\u0000S')).toBe('USCDS');
  expect(nameText('<b>x</b>')).toBe('<b>x</b>');
  expect([...nameText('🐸'.repeat(200))]).toHaveLength(40);
  expect(nameText('\u2066\u3164\u2800 ')).toBe('(no name)');
  expect(nameText(`a${'\u0301'.repeat(30)}b`)).toHaveLength(4);
  expect(nameText('line\u2028break\n\ttab')).toBe('line breaktab');
});

test('basis points are per cent, offsets have a sign', () => {
  expect([percent(550.38), percent(5), percent(1_234)]).toEqual(['5.5 %', '0.1 %', '12.3 %']);
  expect([percent(0), percent(3), percent(200)]).toEqual(['0.0 %', '<0.1 %', '2.0 %']);
  expect([percent(9_994), percent(9_999), percent(10_000)]).toEqual(['99.9 %', '>99.9 %', '100.0 %']);
  expect([leastText(percent(550), true), leastText(percent(550), false)]).toEqual(['≥ 5.5 %', '5.5 %']);
  expect([signed(3), signed(0), signed(-1_200)]).toEqual(['+3', '0', '−1,200']);
  expect(shorten('abcdefghijkl')).toBe('abcd…ijkl');
});

test('times are relative', () => {
  const now = new Date('2026-01-02T00:00:00Z');
  expect(ago(new Date('2026-01-01T23:59:22Z'), now)).toBe('38 seconds ago');
  expect(ago(new Date('2026-01-01T22:00:00Z'), now)).toBe('2 hours ago');
});
