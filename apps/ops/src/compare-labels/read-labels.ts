import { csvLabels } from './csv-labels.js';
import { csvRecords } from './csv-records.js';
import { jsonLabel } from './json-label.js';
import type { Label } from './label.js';
import { LabelError, LineError } from './label-error.js';
import { type TextLine, textLines } from './text-lines.js';

/** Streams the labels of a file: JSON lines if it begins with `{`, otherwise CSV. @throws LabelError with the line */
export async function* readLabels(path: string): AsyncGenerator<Label> {
  const fail = (line: number, problem: LineError): LabelError => new LabelError(path, line, problem.message);
  const lines = withText(textLines(path));
  const first = await lines.next();
  if (first.done === true) throw new LabelError(path, 1, 'the file is empty');
  const start = first.value.text.trimStart();
  if (start.startsWith('['))
    throw fail(
      first.value.line,
      new LineError("a JSON list; one object a line is read: jq -c '.[]' makes them"),
    );
  const all = resumed(first.value, lines);
  if (!start.startsWith('{')) return yield* csvLabels(csvRecords(all, fail), fail);
  for await (const { line, text } of all)
    try {
      yield jsonLabel(line, text);
    } catch (error) {
      throw error instanceof LineError ? fail(line, error) : error;
    }
}

/** Without a byte order mark and without empty lines. */
async function* withText(lines: AsyncIterable<TextLine>): AsyncGenerator<TextLine> {
  for await (const { line, text } of lines) {
    const clean = line === 1 ? text.replace(/^\uFEFF/, '') : text;
    if (clean.trim() !== '') yield { line, text: clean };
  }
}

async function* resumed(first: TextLine, rest: AsyncIterable<TextLine>): AsyncGenerator<TextLine> {
  yield first;
  yield* rest;
}
