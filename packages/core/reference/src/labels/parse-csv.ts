import { type Options, parse } from 'csv-parse/sync';

export interface CsvRow {
  /** Line of its first character, from 1. */
  line: number;
  cells: string[];
}

const OPTIONS = {
  bom: true,
  info: true,
  record_delimiter: '\n',
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
} satisfies Options;

/** Parses CSV according to RFC 4180, without empty lines. @throws Error with the line of a quote that does not end */
export function parseCsv(text: string): CsvRow[] {
  // The library counts a line end of two characters twice where it is quoted.
  const rows = parse(text.replaceAll('\r\n', '\n'), OPTIONS) as unknown as {
    record: string[];
    info: { lines: number };
  }[];
  return rows
    .filter(({ record }) => record.length > 1 || record[0]?.trim() !== '')
    .map(({ record, info }) => ({
      line: info.lines - record.join('').split('\n').length + 1,
      cells: record,
    }));
}
