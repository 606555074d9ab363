import type { Transaction } from './block.js';

/** The fields of a `Transaction` in the wire format. */
export type WireTransaction = Pick<
  Transaction,
  | 'signatures'
  | 'version'
  | 'header'
  | 'staticKeys'
  | 'recentBlockhash'
  | 'instructions'
  | 'addressTableLookups'
  | 'config'
>;
