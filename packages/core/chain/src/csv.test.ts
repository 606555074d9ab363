import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLine, csvTable } from './csv.js';

describe('a table of CSV', () => {
  it('is a header and a line for each row, with CRLF; what is not known is empty', () => {
    expect(csvTable(['a', 'b'], [])).toBe('a,b\r\n');
    const rows = [
      ['SOL', '-1.5'],
      [null, null],
      [true, 7],
      ['-3', -2],
    ];
    expect(csvTable(['a', 'b'], rows)).toBe('a,b\r\nSOL,-1.5\r\n,\r\ntrue,7\r\n-3,-2\r\n');
  });

  it('quotes commas, quotes and line ends', () => {
    expect(csvLine(['a,"b"\r\nc', 1])).toBe('"a,""b""\r\nc",1');
  });
});

/** The cell as it was given to the line. */
function cellOf(text: string): string {
  const line = csvLine([text]);
  return line.startsWith('"') ? line.slice(1, -1).replaceAll('""', '"') : line;
}

describe('a cell that a spreadsheet would run', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1+2', "'-1+2"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['=HYPERLINK("x")', `'=HYPERLINK("x")`],
    [' =1', " '=1"],
    ['\t=1', "'\t'=1"],
    ['\r=1', "'\r'=1"],
    ['\n =1', "'\n '=1"],
    ['\u00a0=1', "\u00a0'=1"],
    ['\u200b=1', "\u200b'=1"],
    ['\ufeff\u2060=1', "\ufeff\u2060'=1"],
    ['\u0000=1', "\u0000'=1"],
    ['\u3164=1', "\u3164'=1"],
    ['＝1', "'＝1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠x', "'＠x"],
    ['\u200b＝1', "\u200b'＝1"],
    ['a;=1', "a;'=1"],
    ['a; \u200b=1', "a; \u200b'=1"],
    ['"=1', `"'=1`],
    ['a;"=1', `a;"'=1`],
    ['a\t=1', "a\t'=1"],
    ['a\n=1', "a\n'=1"],
    ['a|=1', "a|'=1"],
    [';=1;=2', ";'=1;'=2"],
    ['=1;=2', "'=1;'=2"],
    ['\tx', "'\tx"],
    ['\rx', "'\rx"],
  ])('%j is a text', (given, expected) => {
    expect(cellOf(given)).toBe(expected);
  });

  it.each([
    'SOL',
    'a=b',
    'a-b',
    '1+1',
    'x@y.z',
    '-1',
    '-1.25',
    '1000000000000000000',
    '',
    ' a',
    'a; b',
    "'=1",
  ])('%j is none, and stays as it is', (text) => {
    expect(cellOf(text)).toBe(text);
  });

  it('is in no table, whichever separator it is read with', () => {
    const part = fc.constantFrom(
      '=',
      '+',
      '-',
      '@',
      '＝',
      ';',
      ',',
      '|',
      '\t',
      '\r',
      '\n',
      ' ',
      '\u200b',
      '"',
      "'",
      'a',
      '1',
    );
    const cell = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(cell, cell, (one, two) => {
        const line = csvLine([one, two]);
        for (const separator of [';', '|', '\t', '\n', '\r'])
          for (const read of line.split(separator))
            expect(read.replaceAll(/[\s\u200b"]/gu, ''), JSON.stringify(line)).not.toMatch(
              /^(?!-?\d+(,|$))[=+\-@＝]/u,
            );
      }),
      { numRuns: 2_000 },
    );
  });
});
