/** Returns what is wrong with a value, beginning with where, or null. */
type Check = (value: unknown, where: string) => string | null;

const HASH = /^[0-9a-f]{64}$/;
/** The name of a file in the folder of the backup: no path. */
const FILE_NAME = /^[\w-][\w.-]*$/;

const text: Check = (value, where) => (typeof value === 'string' ? null : `${where} is not a text`);
const like =
  (pattern: RegExp, what: string): Check =>
  (value, where) =>
    typeof value === 'string' && pattern.test(value) ? null : `${where} is not ${what}`;
const time: Check = (value, where) =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? null : `${where} is not a time`;
const count: Check = (value, where) =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? null : `${where} is not a whole number from 0`;
const oneOf =
  (...values: unknown[]): Check =>
  (value, where) =>
    values.includes(value) ? null : `${where} is not ${values.join(' or ')}`;
const nullable =
  (check: Check): Check =>
  (value, where) =>
    value === null ? null : check(value, where);
const optional =
  (check: Check): Check =>
  (value, where) =>
    value === undefined ? null : check(value, where);
const list =
  (check: Check): Check =>
  (value, where) =>
    Array.isArray(value)
      ? firstProblem(value.map((item, index) => () => check(item, `${where}[${index}]`)))
      : `${where} is not a list`;
const object =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value, where) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? firstProblem(
          Object.entries(fields).map(
            ([name, check]) =>
              () =>
                check((value as Record<string, unknown>)[name], where === '' ? name : `${where}.${name}`),
          ),
        )
      : `${where === '' ? 'it' : where} is not an object`;
const kinds =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value, where) => {
    const { kind } = (value ?? {}) as { kind?: unknown };
    const check = typeof kind === 'string' && Object.hasOwn(fields, kind) ? fields[kind] : undefined;
    return check === undefined
      ? `${where}.kind is not ${Object.keys(fields).join(' or ')}`
      : check(value, where);
  };

const MANIFEST = object({
  format: oneOf(2),
  id: text,
  product: text,
  startedAt: time,
  finishedAt: time,
  base: nullable(object({ id: text, folder: text })),
  clickhouse: object({
    server: text,
    servers: optional(count),
    database: text,
    version: count,
    schema: optional(like(HASH, 'a digest')),
    location: kinds({
      folder: object({}),
      disk: object({ disk: text, path: text }),
      s3: object({ url: text }),
    }),
    headSlot: nullable(count),
    startedAtUs: like(/^\d{1,20}$/, 'a number of microseconds'),
    unsettledSlots: list(count),
    tables: list(object({ table: text, rows: count, bytes: count })),
    digests: nullable(object({ files: count, sha256: like(HASH, 'a digest') })),
  }),
  accounts: nullable(
    object({
      version: count,
      tables: list(
        object({
          ...{ table: text, columns: list(text), rows: count, bytes: count },
          ...{ file: like(FILE_NAME, 'the name of a file'), checksum: like(HASH, 'a digest') },
        }),
      ),
      sequences: list(object({ name: text, lastValue: nullable(like(/^-?\d+$/, 'a number in a text')) })),
    }),
  ),
  digest: like(HASH, 'a digest'),
});

/** Returns the first field of a manifest that is not as `Manifest` says, in words; null for a right one. */
export function manifestProblem(value: unknown): string | null {
  return MANIFEST(value, '');
}

function firstProblem(checks: readonly (() => string | null)[]): string | null {
  for (const check of checks) {
    const problem = check();
    if (problem !== null) return problem;
  }
  return null;
}
