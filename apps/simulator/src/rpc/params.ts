import bs58 from 'bs58';
import type { Commitment } from '../chain/chain.js';
import { COMMITMENTS } from '../chain/chain.js';
import { invalidParams } from './rpc-error.js';

/** The positional parameters of a call, validated on access. */
export type Params = readonly unknown[];

export function slotParam(params: Params, index: number): number {
  const slot = optionalSlotParam(params, index);
  if (slot === null) throw invalidParams('`params` should have at least 1 argument(s)');
  return slot;
}

export function optionalSlotParam(params: Params, index: number): number | null {
  const value = params[index];
  if (value === undefined || value === null) return null;
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw invalidParams(`Invalid params: invalid type: expected u64 at ${index}`);
  return value;
}

export type Config = Record<string, unknown>;

/** An object of settings; absent: none. */
export function configParam(params: Params, index: number): Config {
  const value = params[index];
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value))
    throw invalidParams(`Invalid params: invalid type: expected a configuration at ${index}`);
  return value as Config;
}

export function commitmentOf(config: Config): Commitment {
  const value = config['commitment'] ?? 'finalized';
  const found = COMMITMENTS.find((level) => level === value);
  if (found === undefined) throw invalidParams('Invalid params: unknown commitment');
  return found;
}

/** Blocks and transactions are served from `confirmed` on (Agave, `check_is_at_least_confirmed`). */
export function confirmedAtLeast(config: Config): Exclude<Commitment, 'processed'> {
  const commitment = commitmentOf(config);
  if (commitment === 'processed') throw invalidParams('Method does not support commitment below `confirmed`');
  return commitment;
}

export function oneOf<T extends string>(config: Config, name: string, allowed: readonly T[], standard: T): T {
  const value = config[name] ?? standard;
  const found = allowed.find((each) => each === value);
  if (found === undefined) throw invalidParams(`Invalid params: ${name} is not one of ${allowed.join(', ')}`);
  return found;
}

export function optionalInteger(config: Config, name: string, most: number): number | null {
  const value = config[name];
  if (value === undefined || value === null) return null;
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0 || value > most)
    throw invalidParams(`Invalid params: ${name} is not a whole number up to ${most}`);
  return value;
}

/** Decodes base58 of exactly `size` bytes. */
export function base58Bytes(value: unknown, size: number, what: string): Uint8Array {
  // Decoding takes quadratic time, so overlong texts are not decoded.
  const bytes = typeof value === 'string' && value.length <= size * 2 ? bs58.decodeUnsafe(value) : undefined;
  if (bytes?.length !== size) throw invalidParams(`Invalid param: ${what}`);
  return bytes;
}
