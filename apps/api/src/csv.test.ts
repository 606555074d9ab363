import { expect, test } from 'vitest';
import { type CsvCell, csvOf } from './csv.js';

const columns = [
  { name: 'symbol', of: ({ symbol }: { symbol: CsvCell; amount: CsvCell }) => symbol },
  { name: 'amount', of: ({ amount }: { symbol: CsvCell; amount: CsvCell }) => amount, isNumber: true },
];

test('a table is a header and a line for each row, with CRLF', () => {
  expect(csvOf(columns, [])).toBe('symbol,amount\r\n');
  expect(
    csvOf(columns, [
      { symbol: 'SOL', amount: '-1.5' },
      { symbol: null, amount: null },
      { symbol: true, amount: 7 },
    ]),
  ).toBe('symbol,amount\r\nSOL,-1.5\r\n,\r\ntrue,7\r\n');
});

test('commas, quotes and line ends are quoted', () => {
  const symbol = 'a,"b"\r\nc';
  expect(csvOf(columns, [{ symbol, amount: 1 }])).toBe('symbol,amount\r\n"a,""b""\r\nc",1\r\n');
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', ' =1', '=HYPERLINK("x")'])(
  'a text that a spreadsheet would take for a formula is a text: %j',
  (symbol) => {
    const text = `'${symbol}`;
    const cell = /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    expect(csvOf(columns, [{ symbol, amount: 1 }])).toBe(`symbol,amount\r\n${cell},1\r\n`);
  },
);
