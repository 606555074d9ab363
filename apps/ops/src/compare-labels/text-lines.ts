import { createReadStream } from 'node:fs';
import { CliError, formatBytes } from '@tickscope/command-line';
import { LabelError } from './label-error.js';

export interface TextLine {
  /** From 1. */
  line: number;
  text: string;
}

/** A label of 400 signatures with everything that a list says of them is far shorter. */
export const MOST_LINE_BYTES = 1_048_576;

/** Streams the lines of a file. Holds one line at most. @throws LabelError for what is no text, CliError for the file */
export async function* textLines(path: string): AsyncGenerator<TextLine> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  let parts: Uint8Array[] = [];
  let bytes = 0;
  const take = (): string => {
    const whole = Buffer.concat(parts);
    parts = [];
    bytes = 0;
    try {
      const text = decoder.decode(whole);
      return text.endsWith('\r') ? text.slice(0, -1) : text;
    } catch {
      throw new LabelError(path, line, 'it is not text in UTF-8');
    }
  };
  const add = (part: Uint8Array): void => {
    bytes += part.length;
    if (bytes > MOST_LINE_BYTES)
      throw new LabelError(path, line, `it is longer than ${formatBytes(MOST_LINE_BYTES)}`);
    parts.push(part);
  };
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Uint8Array>) {
      let from = 0;
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
        add(chunk.subarray(from, at));
        yield { line, text: take() };
        line += 1;
        from = at + 1;
      }
      add(chunk.subarray(from));
    }
  } catch (error) {
    if (error instanceof Error && 'syscall' in error)
      throw new CliError(`${path} is not readable: ${(error as NodeJS.ErrnoException).code}`);
    throw error;
  }
  if (bytes > 0) yield { line, text: take() };
}
