/** A cell: a number (also one that is text, for example an amount) or a text. Null is an empty cell. */
export type CsvCell = string | number | boolean | null;

/** A table as RFC 4180 has it: CRLF, and quotes where a cell needs them. No cell of it is a formula. */
export function csvTable(header: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return [header, ...rows].map((cells) => `${csvLine(cells)}\r\n`).join('');
}

/** A line of a table, without its end. */
export function csvLine(cells: readonly CsvCell[]): string {
  return cells
    .map((cell) => {
      const text = cell === null ? '' : typeof cell === 'string' ? harmlessCell(cell) : String(cell);
      return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    })
    .join(',');
}

const NUMBER = /^-?\d+(?:\.\d+)?$/;
/** Signs with which a formula begins. Spreadsheets take the full-width and small forms, too. */
const SIGN = /[=+\-@＝＋－＠﹦﹢﹣﹫]/u;
/** Characters that spreadsheets pass over before a formula: blanks, controls, quotes, and characters without a width. */
const PASSED_OVER = /[\s"\p{Cc}\p{Cf}\p{M}\u115F\u1160\u2800\u3164\uFFA0]/u;
/** Where a spreadsheet that expects another separator than a comma begins the next cell, quotes or not. */
const SEPARATOR = /[;|,\t\r\n]/;

/**
 * Puts an apostrophe before what a spreadsheet would run as a formula: anyone can choose the symbol of a token. Texts
 * that are a decimal number stay as they are.
 */
function harmlessCell(text: string): string {
  if (NUMBER.test(text)) return text;
  let safe = '';
  let isAtStart = true;
  for (const character of text) {
    if (isAtStart && SIGN.test(character)) safe += "'";
    safe += character;
    if (SEPARATOR.test(character)) isAtStart = true;
    else if (!PASSED_OVER.test(character)) isAtStart = false;
  }
  // Some spreadsheets drop these and look again.
  return /^[\t\r\n]/.test(safe) ? `'${safe}` : safe;
}
