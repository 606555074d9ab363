import { type Address, isAddress, isSignature, type Signature } from '@tickscope/chain';
import { InvalidArgumentError } from 'commander';

/** Parses an address of the command line. */
export function parseAddress(text: string): Address {
  if (!isAddress(text)) throw new InvalidArgumentError('expected an address: base58, 32-44 chars (32 bytes)');
  return text;
}

/** Parses the signature of a transaction on the command line. */
export function parseSignature(text: string): Signature {
  if (!isSignature(text))
    throw new InvalidArgumentError('expected a signature: base58, 64-88 chars (64 bytes)');
  return text;
}
