import { describe, expect, it } from 'vitest';
import { cleanText, printableJson, widthOf } from './terminal-text.js';

describe('untrusted text in a terminal', () => {
  it.each([
    ['an escape sequence', '\u001b[31mRED\u001b[0m', '[31mRED[0m'],
    ['an 8-bit control', '\u009b2JSOL', '2JSOL'],
    ['a title change', '\u001b]0;owned\u0007', ']0;owned'],
    ['a bidirectional override', 'SOL\u202e/CDSU', 'SOL/CDSU'],
    ['zero-width characters', 'US\u200bDC\ufeff', 'USDC'],
    ['new lines and tabs', 'a\r\nb\tc', 'a b c'],
    ['line separators', 'a\u2028b', 'a b'],
    ['half a character', 'a\ud800b', 'ab'],
  ])('%s loses its power', (_, text, clean) => {
    expect(cleanText(text)).toBe(clean);
  });

  it('ordinary text, accents and other scripts stay', () => {
    for (const text of ['SOL/USDC (Orca Whirlpool)', 'Café', '柴犬', 'हिन्दी'])
      expect(cleanText(text)).toBe(text);
  });

  it('is cut to its length, between characters', () => {
    expect(cleanText('abcdef', 4)).toBe('abc…');
    expect(cleanText('🐕🐕🐕🐕', 3)).toBe('🐕🐕…');
    expect(cleanText('abcd', 4)).toBe('abcd');
  });

  it('takes two columns for a wide character, none for a combining mark', () => {
    expect([widthOf('SOL'), widthOf('柴犬'), widthOf('e\u0301'), widthOf('🐕')]).toEqual([3, 4, 1, 2]);
  });

  it('JSON is the same data, without a character that a terminal obeys', () => {
    const data = { label: 'a\u001b[31m\u009b\u202e\u2028\n"\\', list: [1, null, '€'] };
    const json = printableJson(data);
    expect(JSON.parse(json)).toEqual(data);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    expect(json).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]/);
    expect(json).toContain('€');
  });
});
