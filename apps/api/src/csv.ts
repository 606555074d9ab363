import { stringify } from 'csv-stringify/sync';

/** A cell: a number (also one that is text, for example an amount) or a text. Null is an empty cell. */
export type CsvCell = string | number | boolean | null;

/** A column: its name, and its cell of a row. */
export interface CsvColumn<Row> {
  name: string;
  of(row: Row): CsvCell;
  /** Its texts are numbers that this program wrote: they may begin with a minus. */
  isNumber?: boolean;
}

/** A table as RFC 4180 has it: a header, CRLF, and quotes where a cell needs them. */
export function csvOf<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const cells = rows.map((row) => columns.map(({ of, isNumber = false }) => cellText(of(row), isNumber)));
  const header = columns.map(({ name }) => name);
  return stringify([header, ...cells], { record_delimiter: 'windows', quoted_match: /[\r\n]/ });
}

/** What a spreadsheet would take for a formula gets an apostrophe: anyone can choose the symbol of a token. */
function cellText(cell: CsvCell, isNumber: boolean): string {
  if (cell === null) return '';
  if (isNumber || typeof cell !== 'string') return String(cell);
  return /^\s*[=+\-@]/.test(cell) ? `'${cell}` : cell;
}
