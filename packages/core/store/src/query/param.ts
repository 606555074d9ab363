import {
  type Address,
  pubkeyFromBase58,
  type Signature,
  type SlotRange,
  signatureFromBase58,
  type TxPosition,
} from '@tickscope/chain';
import { tuples } from './tuples.js';

/** Converters of parameters for `defineQuery`. */

export const text = (value: string): string => value;
export const integer = (value: number): number => value;
export const float = (value: number): number => value;
/** A 64-bit integer that may be beyond 2^53. */
export const exact = (value: bigint): string => String(value);
export const flag = (value: boolean): boolean => value;
export const texts = (values: readonly string[]): string[] => [...values];
export const exactList = (values: readonly bigint[]): bigint[] => [...values];
export const integers = (values: readonly number[]): number[] => [...values];

/** A nullable parameter of any kind. */
export const nullable =
  <T>(of: (value: T) => unknown) =>
  (value: T | null): unknown =>
    value === null ? null : of(value);

/**
 * A Base58 address as hex, for `unhex({name:String})`: ClickHouse folds `unhex` of a constant, so the primary key is
 * used.
 */
export const address = (value: Address): string => Buffer.from(pubkeyFromBase58(value)).toString('hex');
/** Array(String) of addresses as hex. */
export const addresses = (values: readonly Address[]): string[] => values.map(address);
/** Array(String) of addresses as they are, for `base58Decode`. */
export const addressTexts = (values: readonly Address[]): string[] => [...values];
/** A Base58 signature as hex. */
export const signature = (value: Signature): string =>
  Buffer.from(signatureFromBase58(value)).toString('hex');

/** Array(Tuple(UInt64, UInt64)). */
export const ranges = (values: readonly SlotRange[]): unknown =>
  tuples(values.map(({ fromSlot, toSlot }) => [fromSlot, toSlot]));

/** Array(Tuple(UInt64, UInt32)), as text. */
export const positions = (values: readonly TxPosition[]): string =>
  `[${values.map(({ slot, blockIndex }) => `(${slot},${blockIndex})`).join(',')}]`;

/** Array(Tuple(…)) of any kind. */
export const rows = (values: readonly (readonly (string | number)[])[]): unknown => tuples(values);
