import { describe, expect, it } from 'vitest';
import { parseLabelFile } from './parse-label-file.js';

const A = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const B = 'So11111111111111111111111111111111111111112';

describe('an operator’s own labels', () => {
  it('come as JSON', () => {
    const text = JSON.stringify([
      { address: A, kind: 'token', label: 'USD Coin', tags: ['stable'], source: 'circle.com' },
      { address: B, kind: 'token', label: 'SOL' },
    ]);
    expect(parseLabelFile('own.json', text)).toEqual([
      { address: A, kind: 'token', label: 'USD Coin', tags: ['stable'], source: 'circle.com' },
      { address: B, kind: 'token', label: 'SOL', tags: [], source: 'own.json' },
    ]);
  });

  it('come as CSV, in any order of columns, with quotes, empty lines and Windows line ends', () => {
    const text = `\uFEFFlabel,address,kind,tags\r\n"Desk, ""main""",${A},exchange,hot;ours\r\n\r\nPlain,${B},wallet,\r\n`;
    expect(parseLabelFile('own.csv', text)).toEqual([
      { address: A, kind: 'exchange', label: 'Desk, "main"', tags: ['hot', 'ours'], source: 'own.csv' },
      { address: B, kind: 'wallet', label: 'Plain', tags: [], source: 'own.csv' },
    ]);
  });

  it('may be missing', () => {
    expect(parseLabelFile('own.json', '[]')).toEqual([]);
    expect(parseLabelFile('own.csv', 'address,kind,label\n')).toEqual([]);
  });

  it.each([
    ['own.json', '{', /it is not JSON/],
    ['own.json', '{}', /it is not an array/],
    ['own.csv', '', /it is empty/],
    ['own.csv', `address,kind,label\n${A},token,"x\n`, /it is not CSV: .*quote.* at line 2/],
    ['own.csv', 'address,label\n', /line 1 names no column "kind"/],
    ['own.json', '[5]', /row 1: it is no object/],
    [
      'own.json',
      '[{"address":"0x1","kind":"token","label":"x"}]',
      /row 1: address: expected base58 of 32 bytes/,
    ],
    [
      'own.json',
      `[{"address":"${A}","kind":"friend","label":"x"}]`,
      /row 1: kind: expected one of program, /,
    ],
    ['own.json', `[{"address":"${A}","kind":"token","label":" "}]`, /row 1: label: expected a text/],
    ['own.json', `[{"address":"${A}","kind":"token","label":"x","tags":"y"}]`, /row 1: tags: expected/],
    [
      'own.json',
      `[{"address":"${A}","kind":"token","label":"x","lable":"y"}]`,
      /the field "lable" is not known/,
    ],
    [
      'own.json',
      `[{"address":"${A}","kind":"token","label":"x"},{"address":"${A}","kind":"token","label":"y"}]`,
      /row 2: EPj.* came before/,
    ],
    ['own.csv', `address,kind,label\n\n${A},token,x\nnone,token,y\n`, /line 4: address: expected/],
    ['own.csv', `address,kind,label\n${A},token,"x\nx"\nnone,token,"y\ny"\n`, /line 4: address: expected/],
    ['own.csv', `address,kind,label\r\n${A},token,"x\r\nx"\r\nnone,token,y\r\n`, /line 4: address: expected/],
  ])('%s with %j is refused, and says where', (file, text, message) => {
    expect(() => parseLabelFile(file, text)).toThrow(message);
  });

  it('that are invalid throughout are reported by their first rows', () => {
    const text = JSON.stringify(Array(1_000).fill({ address: 'x' }));
    expect(() => parseLabelFile('own.json', text)).toThrow(/row 20: .*\n {2}and 980 more$/);
  });
});
