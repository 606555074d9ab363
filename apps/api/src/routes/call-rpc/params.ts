import { type Address, isAddress } from '@tickscope/chain';
import { invalidRequest } from '../../errors.js';

/** As a node allows. */
const MOST_ACCOUNTS = 128;

/** Reads a list of addresses of a request. Each is in the result once. */
export function addressesOf(value: unknown, field: string): Address[] {
  if (!Array.isArray(value) || value.length > MOST_ACCOUNTS)
    throw invalidRequest(`${field}: expected an array of at most ${MOST_ACCOUNTS} addresses`);
  const addresses = new Set<Address>();
  for (const [at, text] of (value as unknown[]).entries()) {
    if (typeof text !== 'string' || !isAddress(text))
      throw invalidRequest(`${field}.${at}: expected base58, 32-44 chars (32 bytes)`);
    addresses.add(text);
  }
  return [...addresses];
}

/** Reads an object of a request. Throws for a field that is not among these, as for a misspelled one. */
export function objectOf<const Field extends string>(
  value: unknown,
  field: string,
  fields: readonly Field[],
): Partial<Record<Field, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidRequest(`${field}: expected an object`);
  for (const name of Object.keys(value))
    if (!(fields as readonly string[]).includes(name))
      throw invalidRequest(`${field}.${name}: unknown field`);
  return value;
}
