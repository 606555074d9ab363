import { TupleParam } from '@clickhouse/client';

const ESCAPES: Readonly<Record<string, string>> = {
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  "'": "\\'",
  '\\': '\\\\',
};

/** A value as ClickHouse reads it of `param_<name>`: text of a type's TSV form, quoted within arrays and tuples. */
export function parameterText(value: unknown): string {
  if (typeof value === 'string') return escaped(value);
  if (value === null || value === undefined) return '\\N';
  if (typeof value === 'boolean') return value ? '1' : '0';
  return elementText(value);
}

function elementText(value: unknown): string {
  if (typeof value === 'string') return `'${escaped(value)}'`;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (value === null || value === undefined) return 'NULL';
  if (Array.isArray(value)) return `[${value.map(elementText).join(',')}]`;
  if (value instanceof TupleParam) return `(${value.values.map(elementText).join(',')})`;
  throw new TypeError('no parameter of a query is of that type');
}

function escaped(text: string): string {
  return /[\t\n\r'\\]/.test(text) ? text.replaceAll(/[\t\n\r'\\]/g, (char) => ESCAPES[char]!) : text;
}
