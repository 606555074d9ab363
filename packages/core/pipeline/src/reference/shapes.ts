import { pubkeyFromBase58 } from '@tickscope/chain';

/**
 * A node's answer about leaders, validators or tokens does not have the method's format, or contradicts another answer.
 * A retry may help where the node was behind.
 */
export class ReferenceDataError extends Error {
  override readonly name = 'ReferenceDataError';
  readonly code = 'bad_reference_data';
}

export function objectOf(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ReferenceDataError(`${what}: expected an object`);
  return value as Record<string, unknown>;
}

/** @param most longer arrays are refused */
export function arrayOf(value: unknown, most: number, what: string): unknown[] {
  if (!Array.isArray(value)) throw new ReferenceDataError(`${what}: expected an array`);
  if (value.length > most) throw new ReferenceDataError(`${what}: ${value.length} of them; at most ${most}`);
  return value;
}

/** A whole number from 0 up to 2^53 − 1. */
export function wholeNumber(value: unknown, what: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw new ReferenceDataError(`${what}: expected a whole number`);
  return value;
}

/** Returns the text if it is base58 of 32 bytes. */
export function address(value: unknown, what: string): string {
  const known = addressOrNull(value);
  if (known === null) throw new ReferenceDataError(`${what}: expected an address`);
  return known;
}

export function addressOrNull(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  try {
    pubkeyFromBase58(value);
    return value;
  } catch {
    return null;
  }
}

/** Decodes an account's data in base64: `[text, "base64"]`. Null for any other format, or if it is too long. */
export function accountData(value: unknown, mostBytes: number): Uint8Array | null {
  if (!Array.isArray(value) || value[1] !== 'base64') return null;
  const text: unknown = value[0];
  if (typeof text !== 'string' || text.length > Math.ceil(mostBytes / 3) * 4) return null;
  return Buffer.from(text, 'base64');
}
