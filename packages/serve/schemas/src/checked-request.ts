import type { Address, Signature } from '@tickscope/chain';

/**
 * The fields of requests, in body (also in an object there), path or query, that the document gives a format, by name. A name has the same format
 * in all requests; the test compares with the document.
 */
export const CHECKED_FIELDS = {
  signature: 'solana-signature',
  signatures: 'solana-signature',
  before: 'solana-signature',
  hint_signature: 'solana-signature',
  account: 'solana-address',
  account_id: 'solana-address',
  accounts: 'solana-address',
  address: 'solana-address',
  addresses: 'solana-address',
  wallet_address: 'solana-address',
  attacker_address: 'solana-address',
  victim_address: 'solana-address',
  wallet_a: 'solana-address',
  wallet_b: 'solana-address',
  pool: 'solana-address',
  mint: 'solana-address',
  attacker: 'solana-address',
  victim: 'solana-address',
  leader: 'solana-address',
} as const;

type CheckedFields = typeof CHECKED_FIELDS;
/** Types that the validators' check of a text's format gives it. */
interface TextOf {
  'solana-signature': Signature;
  'solana-address': Address;
}

/**
 * A request that the validators found valid: its addresses and signatures are no longer plain text. The generated types
 * have text there, because they are also those of answers and of the SDK, which checks nothing.
 */
export type CheckedRequest<Request> = {
  [Name in keyof Request]: Name extends keyof CheckedFields
    ? Checked<Request[Name], TextOf[CheckedFields[Name]]>
    : Inner<Request[Name]>;
};
/** Type of an object in a request: its fields are checked, too. */
type Inner<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? CheckedRequest<Value>
    : Value;
type Checked<Value, Text> = Value extends string ? Text : Value extends string[] ? Text[] : Value;
