import { basename } from 'node:path';
import { placeholdersOf } from './placeholders.js';
import { sqlFile } from './sql-file.js';

/** Converts a value of the answer (JSON, 64-bit integers as text) to a value of the row. */
export type Column<T> = (value: never) => T;
/** Converts a value of the caller to a query parameter. */
export type Parameter<T> = (value: T) => unknown;

export type Columns = Readonly<Record<string, Column<unknown>>>;
export type Parameters = Readonly<Record<string, Parameter<never>>>;
type NoParameters = Readonly<Record<never, never>>;

/** A row with named values: of a query, or of a `row` definition. */
export type RowOf<T> = T extends { decode(rows: never): (infer Row)[] }
  ? Row
  : T extends Columns
    ? { [Name in keyof T]: ReturnType<T[Name]> }
    : never;
/** The values of a query's parameters. */
export type ParametersOf<P extends Parameters> = { [Name in keyof P]: ValueOf<P[Name]> };
type ValueOf<F> = F extends (value: infer T) => unknown ? T : never;

/** A read query: its SQL, its parameters and its rows. Made by `defineQuery`. */
export interface Query<Params, Row> {
  /** In metrics and error texts. */
  readonly name: string;
  readonly sql: string;
  /** Plain `SELECT … WHERE key …` of a few granules: planning is most of its cost (`readConnection`). */
  readonly isPointRead: boolean;
  /** Converts the parameters to those of the client library. */
  encode(params: Params): Record<string, unknown>;
  /** Converts the rows of an answer. Throws `RangeError` where they are not those of the definition. */
  decode(rows: readonly (readonly unknown[])[]): Row[];
}

/**
 * Defines a query. This is the one place where rows are read by position.
 *
 * @param definition.params one converter for each `{name:Type}` placeholder of the SQL, by its name; none by default
 * @param definition.row one converter for each column, in the order of the SELECT list
 * @param definition.isPointRead a plain `SELECT … WHERE key …` of a few granules: one thread, older analyzer
 * @param definition.rows instead of `row`, for hot paths: converts all rows of an answer, which it reads by position
 * @throws Error when the placeholders of the SQL and `params` differ
 */
export function defineQuery<const C extends Columns, const P extends Parameters = NoParameters>(
  definition: { name: string; sql: string } & Definition<P> & { row: C },
): Query<ParametersOf<P>, RowOf<C>>;
export function defineQuery<Values, Row, const P extends Parameters = NoParameters>(
  definition: { name: string; sql: string } & Definition<P> & { rows: (rows: readonly Values[]) => Row[] },
): Query<ParametersOf<P>, Row>;
export function defineQuery({
  name,
  sql,
  ...definition
}: { name: string; sql: string } & AnyDefinition): Query<object, unknown> {
  return queryOf(name, sql, definition);
}

/**
 * Defines a query whose SQL is a file next to the calling module: `defineFileQuery(import.meta.url, './find-block.sql', …)`.
 * The query has the file's name, if the definition gives it no other.
 */
export function defineFileQuery<const C extends Columns, const P extends Parameters = NoParameters>(
  moduleUrl: string,
  path: string,
  definition: { name?: string } & Definition<P> & { row: C },
): Query<ParametersOf<P>, RowOf<C>>;
export function defineFileQuery<Values, Row, const P extends Parameters = NoParameters>(
  moduleUrl: string,
  path: string,
  definition: { name?: string } & Definition<P> & { rows: (rows: readonly Values[]) => Row[] },
): Query<ParametersOf<P>, Row>;
export function defineFileQuery(
  moduleUrl: string,
  path: string,
  { name = basename(path, '.sql'), ...definition }: { name?: string } & AnyDefinition,
): Query<object, unknown> {
  return queryOf(name, sqlFile(moduleUrl, path), definition);
}

interface Definition<P extends Parameters> {
  params?: P;
  isPointRead?: boolean;
}

type AnyDefinition = Definition<Parameters> & {
  row?: Columns;
  rows?: (rows: readonly never[]) => unknown[];
};

function queryOf(
  name: string,
  sql: string,
  { params = {}, row, rows, isPointRead = false }: AnyDefinition,
): Query<object, unknown> {
  checkPlaceholders(name, sql, Object.keys(params));
  const decode = row === undefined ? rows : decoderOf(name, row);
  return {
    name,
    sql,
    isPointRead,
    encode: encoderOf(params),
    decode: decode as Query<object, unknown>['decode'],
  };
}

function decoderOf(name: string, row: Columns): (rows: readonly (readonly unknown[])[]) => unknown[] {
  const columns = Object.entries(row) as [string, (value: unknown) => unknown][];
  const names = columns.map(([column]) => column);
  const decoders = columns.map(([, decode]) => decode);
  return (rows) => {
    const width = rows[0]?.length ?? names.length;
    if (width !== names.length)
      throw new RangeError(
        `query ${name}: ${width} columns in the answer, ${names.length} in its definition`,
      );
    return rows.map((values) => {
      const decoded: Record<string, unknown> = {};
      for (let at = 0; at < names.length; at += 1) decoded[names[at]!] = decoders[at]!(values[at]);
      return decoded;
    });
  };
}

function encoderOf(params: Parameters): (values: object) => Record<string, unknown> {
  const encoders = Object.entries(params) as [string, (value: unknown) => unknown][];
  return (values) => {
    const given = values as Record<string, unknown>;
    const encoded: Record<string, unknown> = {};
    for (const [parameter, encode] of encoders) encoded[parameter] = encode(given[parameter]);
    return encoded;
  };
}

function checkPlaceholders(name: string, sql: string, given: readonly string[]): void {
  const asked = placeholdersOf(sql);
  const missing = asked.filter((placeholder) => !given.includes(placeholder));
  const unknown = given.filter((parameter) => !asked.includes(parameter));
  if (missing.length > 0) throw new Error(`query ${name}: no parameter for {${missing.join('}, {')}}`);
  if (unknown.length > 0) throw new Error(`query ${name}: the SQL has no {${unknown.join('}, {')}}`);
}
