import { type CsvRow, parseCsv } from '@tickscope/reference';
import { LineError } from './label-error.js';
import { MOST_LINE_BYTES, type TextLine } from './text-lines.js';

/** Joins the lines of cells in quotes, and splits records into cells (RFC 4180). Empty lines are left out. */
export async function* csvRecords(
  lines: AsyncIterable<TextLine>,
  fail: (line: number, problem: LineError) => Error,
): AsyncGenerator<CsvRow> {
  let open: TextLine | null = null;
  for await (const { line, text } of lines) {
    open = open === null ? { line, text } : { line: open.line, text: `${open.text}\n${text}` };
    if (open.text.length > MOST_LINE_BYTES) throw fail(open.line, new LineError('its quote does not end'));
    if (isInQuotes(open.text)) continue;
    let rows: CsvRow[];
    try {
      rows = parseCsv(open.text);
    } catch {
      // A quote within a cell that ends elsewhere.
      throw fail(open.line, new LineError('its quote does not end'));
    }
    for (const { cells } of rows) yield { line: open.line, cells };
    open = null;
  }
  if (open !== null) throw fail(open.line, new LineError('its quote does not end'));
}

/** An odd number of quotes: a cell goes on in the next line. */
function isInQuotes(text: string): boolean {
  let isOpen = false;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) isOpen = !isOpen;
  return isOpen;
}
