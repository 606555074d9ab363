import { TupleParam } from '@clickhouse/client';

const ESCAPED = /[\t\n\r'\\]/g;
const ESCAPES: Readonly<Record<string, string>> = {
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  "'": "\\'",
  '\\': '\\\\',
};

/**
 * The text of a query parameter, as the server reads it from a URL before it is percent-encoded: tab-separated form for
 * single values, literals within arrays and tuples.
 *
 * @throws TypeError for a value that no parameter of a query has
 */
export function formatParam(value: unknown): string {
  if (value === null) return '\\N';
  if (typeof value === 'string') return escaped(value);
  if (typeof value === 'boolean') return value ? '1' : '0';
  return formatLiteral(value);
}

function formatLiteral(value: unknown): string {
  if (value === null) return 'NULL';
  if (typeof value === 'string') return `'${escaped(value)}'`;
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value)))
    return String(value);
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (Array.isArray(value)) return `[${value.map(formatLiteral).join(',')}]`;
  if (value instanceof TupleParam) return `(${value.values.map(formatLiteral).join(',')})`;
  throw new TypeError(`not a query parameter: ${String(value)}`);
}

function escaped(text: string): string {
  return text.replace(ESCAPED, (character) => ESCAPES[character]!);
}
