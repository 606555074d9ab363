import { pubkeyFromBase58 } from '@tickscope/chain';
import { LABEL_KINDS, type Label, type LabelKind } from './label.js';
import { type CsvRow, parseCsv } from './parse-csv.js';

/** Larger files are refused before reading: parsing is synchronous and would block the stream. */
export const MOST_LABEL_FILE_BYTES = 8 * 1024 * 1024;

const MOST_LABELS = 50_000;
const MOST_CHARACTERS = 200;
const MOST_TAGS = 20;
/** Limit on reported problems. */
const MOST_PROBLEMS = 20;

/**
 * An operator's label file cannot be used. The message has a line for each invalid row. A retry fails again until the
 * file has changed.
 */
export class LabelFileError extends Error {
  override readonly name = 'LabelFileError';
  readonly code = 'invalid_label_file';
  constructor(file: string, problems: readonly string[]) {
    const shown = problems.slice(0, MOST_PROBLEMS).map((problem) => `  ${problem}`);
    if (problems.length > shown.length) shown.push(`  and ${problems.length - shown.length} more`);
    super(`the labels of ${file} cannot be used:\n${shown.join('\n')}`);
  }
}

/**
 * Parses an operator's labels. JSON: an array of `{address, kind, label, tags?, source?}`; CSV: a header line with
 * these names, tags separated by semicolons. An address may occur once.
 *
 * @param file its name: distinguishes JSON (`.json`) from CSV (`.csv`), appears in errors, and is the source of rows
 * without one
 * @throws LabelFileError listing every invalid row: a file with errors is not loaded at all
 */
export function parseLabelFile(file: string, text: string): Label[] {
  const rows = file.toLowerCase().endsWith('.csv') ? csvRows(file, text) : jsonRows(file, text);
  if (rows.length > MOST_LABELS)
    throw new LabelFileError(file, [`${rows.length} rows; at most ${MOST_LABELS} are taken`]);
  const problems: string[] = [];
  const labels = new Map<string, Label>();
  for (const { location, value } of rows) {
    const label = toLabel(value, file);
    if (typeof label === 'string') problems.push(`${location}: ${label}`);
    else if (labels.has(label.address)) problems.push(`${location}: ${label.address} came before`);
    else labels.set(label.address, label);
  }
  if (problems.length > 0) throw new LabelFileError(file, problems);
  return [...labels.values()];
}

interface Row {
  location: string;
  value: unknown;
}

function jsonRows(file: string, text: string): Row[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new LabelFileError(file, [`it is not JSON: ${(error as Error).message}`]);
  }
  if (!Array.isArray(value)) throw new LabelFileError(file, ['it is not an array of labels']);
  return value.map((row: unknown, index) => ({ location: `row ${index + 1}`, value: row }));
}

function csvRows(file: string, text: string): Row[] {
  const [head, ...rows] = recordsOf(file, text);
  if (head === undefined) throw new LabelFileError(file, ['it is empty']);
  const names = head.cells.map((cell) => cell.trim().toLowerCase());
  for (const name of ['address', 'kind', 'label'])
    if (!names.includes(name)) throw new LabelFileError(file, [`line 1 names no column "${name}"`]);
  return rows.map(({ line, cells }) => {
    const value: Record<string, unknown> = {};
    for (const [index, name] of names.entries()) {
      const cell = cells[index]?.trim() ?? '';
      if (cell !== '') value[name] = name === 'tags' ? cell.split(';').map((tag) => tag.trim()) : cell;
    }
    return { location: `line ${line}`, value };
  });
}

function recordsOf(file: string, text: string): CsvRow[] {
  try {
    return parseCsv(text);
  } catch (error) {
    throw new LabelFileError(file, [`it is not CSV: ${(error as Error).message}`]);
  }
}

const FIELDS = new Set(['address', 'kind', 'label', 'tags', 'source']);

/** Returns the label, or a text that says what is wrong with it. */
function toLabel(value: unknown, file: string): Label | string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'it is no object';
  const unknown = Object.keys(value).find((name) => !FIELDS.has(name));
  if (unknown !== undefined) return `the field "${unknown.slice(0, 40)}" is not known`;
  const { address, kind, label, tags = [], source = file } = value as Record<keyof Label, unknown>;
  if (typeof address !== 'string' || !isAddress(address)) return 'address: expected base58 of 32 bytes';
  if (!LABEL_KINDS.includes(kind as LabelKind)) return `kind: expected one of ${LABEL_KINDS.join(', ')}`;
  if (!isText(label)) return `label: expected a text of 1 to ${MOST_CHARACTERS} characters`;
  if (!isText(source)) return `source: expected a text of 1 to ${MOST_CHARACTERS} characters`;
  if (!Array.isArray(tags) || tags.length > MOST_TAGS || !tags.every(isText))
    return `tags: expected at most ${MOST_TAGS} texts`;
  return { address, kind: kind as LabelKind, label, tags, source };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= MOST_CHARACTERS;
}

function isAddress(text: string): boolean {
  try {
    return pubkeyFromBase58(text).length === 32;
  } catch {
    return false;
  }
}
