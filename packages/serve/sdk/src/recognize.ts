import { recognize as recognizeText } from '@tickscope/chain/recognize';

/** Kind of a text that a person pasted. */
export type Recognized =
  | { kind: 'signature'; value: string }
  | { kind: 'address'; value: string }
  | { kind: 'slot'; value: number }
  /** An explorer's URL of another cluster than mainnet, for example `devnet`. */
  | { kind: 'other_cluster'; cluster: string }
  /** A URL that names no transaction, account or block of a known explorer. */
  | { kind: 'other_url' }
  | { kind: 'evm_address' }
  | { kind: 'evm_transaction' }
  /** Base58 of neither 32 nor 64 bytes; probably cut off. */
  | { kind: 'base58'; length: number }
  | { kind: 'unknown' };

/**
 * Recognises a signature, an address, a slot, or an explorer's URL of one (Solscan, Solana Explorer, Solana.fm, Orb), with
 * blanks or quotes around or in it.
 *
 * @example
 * ```ts
 * import { recognize } from '@tickscope/sdk';
 *
 * recognize('https://solscan.io/tx/4QZ5'); // => { kind: 'other_url' }
 * recognize('370,537,741'); // => { kind: 'slot', value: 370_537_741 }
 * ```
 */
export function recognize(text: string): Recognized {
  return recognizeText(text);
}
