import {
  type Address,
  type Blockhash,
  encodedAddress,
  encodedBlockhash,
  encodedSignature,
  type Signature,
} from '@tickscope/chain';

/**
 * Converters of columns for `defineQuery`: what ClickHouse answers as JSON, with 64-bit integers as text, becomes a
 * value of the row. They throw `RangeError` for a value of another kind, and `ChainDataError` for text that has not the
 * length of its kind of base58: the SQL and the definition then differ.
 */

/** String, FixedString, Enum, UUID, or anything that the SQL converts with `toString`. */
export function text(value: string): string {
  if (typeof value !== 'string') throw notOf('text', value);
  return value;
}

/** Reads the text that `base58Encode` makes of a FixedString(32) that is the key of an account. */
export function address(value: string): Address {
  return encodedAddress(text(value));
}

/** Reads the text that `base58Encode` makes of a FixedString(32) that is a blockhash. */
export function blockhash(value: string): Blockhash {
  return encodedBlockhash(text(value));
}

/** Reads the text that `base58Encode` makes of a FixedString(64). */
export function signature(value: string): Signature {
  return encodedSignature(text(value));
}

/** An integer that a number holds exactly: any integer type of up to 32 bits, or a slot, a count or a time. */
export function integer(value: string | number): number {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  if (!Number.isSafeInteger(number)) throw notOf('an integer that a number holds exactly', value);
  return number as number;
}

/** A 64-bit integer that may be beyond 2^53: an amount or a hash. */
export function exact(value: string): bigint {
  return BigInt(text(value));
}

/** A 64-bit integer, rounded beyond 2^53. For values that may be damaged, and are only compared. */
export function rounded(value: string): number {
  return Number(exact(value));
}

/** A Float32 or Float64 that is finite. */
export function float(value: number): number {
  if (typeof value !== 'number') throw notOf('a number', value);
  return value;
}

/** Bool, or a comparison, whose type is UInt8. */
export function flag(value: boolean | number): boolean {
  if (value !== true && value !== false && value !== 0 && value !== 1) throw notOf('true or false', value);
  return value === true || value === 1;
}

/** One of some texts: an Enum, or texts of the SQL itself. */
export function oneOf<const T extends string>(...choices: readonly T[]): (value: string) => T {
  return (value) => {
    if (!(choices as readonly string[]).includes(value)) throw notOf(`one of ${choices.join(', ')}`, value);
    return value as T;
  };
}

/** A Nullable type. */
export function nullable<Value, T>(of: (value: Value) => T): (value: Value | null) => T | null {
  return (value) => (value === null ? null : of(value));
}

/** Array(T). */
export function list<Value, T>(of: (value: Value) => T): (values: readonly Value[]) => T[] {
  return (values) => {
    if (!Array.isArray(values)) throw notOf('a list', values);
    return (values as readonly Value[]).map(of);
  };
}

/** Tuple: its values by name, in order. */
export function tuple<const C extends Readonly<Record<string, (value: never) => unknown>>>(
  columns: C,
): (values: readonly unknown[]) => { [Name in keyof C]: ReturnType<C[Name]> } {
  const entries = Object.entries(columns) as [string, (value: unknown) => unknown][];
  return (values) => {
    if (!Array.isArray(values) || values.length !== entries.length)
      throw notOf(`a tuple of ${entries.length} values`, values);
    const decoded: Record<string, unknown> = {};
    for (const [at, [name, decode]] of entries.entries()) decoded[name] = decode(values[at]);
    return decoded as { [Name in keyof C]: ReturnType<C[Name]> };
  };
}

function notOf(kind: string, value: unknown): RangeError {
  return new RangeError(`not ${kind}: ${JSON.stringify(value)}`);
}
