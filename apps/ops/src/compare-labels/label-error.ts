import { CliError, cleanText } from '@tickscope/command-line';

const MOST_QUOTED = 80;

/** A file of labels that cannot be read, with the line. */
export class LabelError extends CliError {
  override readonly name = 'LabelError';

  constructor(path: string, line: number, text: string) {
    super(`${path}, line ${line}: ${text}`);
  }
}

/** Fault of a line; the reader of the file adds where it is. */
export class LineError extends Error {
  override readonly name = 'LineError';
  readonly code = 'line_not_readable';
}

export function quoted(text: string): string {
  return `"${cleanText(text, MOST_QUOTED)}"`;
}
