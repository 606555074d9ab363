import { expect, it } from 'vitest';
import { cleanText } from './clean-text.js';

it.each([
  ['USDC\0\0\0\0\0\0', 'USDC'],
  ['  a \t b\r\n', 'a b'],
  ['\u202eCDSU', 'CDSU'],
  ['zero\u200bwidth', 'zerowidth'],
  ['Ünïcode ⚡ 日本', 'Ünïcode ⚡ 日本'],
  ['\u001b[31mred', '[31mred'],
  ['bad\ufffdbytes', 'badbytes'],
])('%j is shown as %j', (text, shown) => {
  expect(cleanText(text, 100)).toBe(shown);
});

it.each(['', '\0\0', ' \t', '\u200b\u200e'])('%j becomes empty', (text) => {
  expect(cleanText(text, 10)).toBeNull();
});

it('a cut leaves whole characters', () => {
  expect(cleanText('⚡😀😀😀', 2)).toBe('⚡😀');
});
