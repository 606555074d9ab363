import { type Address, type Recognized, recognize, type Signature } from '@tickscope/chain';
import { InvalidArgumentError } from 'commander';

/** Parses an address of the command line, or an explorer's URL of one. */
export function parseAddress(text: string): Address {
  const found = recognize(text);
  if (found.kind === 'address') return found.value;
  throw new InvalidArgumentError(`expected an address (base58 of 32 bytes)${adviceOn(found)}`);
}

/** Parses the signature of a transaction on the command line, or an explorer's URL of one. */
export function parseSignature(text: string): Signature {
  const found = recognize(text);
  if (found.kind === 'signature') return found.value;
  throw new InvalidArgumentError(`expected a signature (base58 of 64 bytes)${adviceOn(found)}`);
}

/** Says what a text is instead, and the command that it belongs to. */
export function adviceOn(found: Recognized): string {
  switch (found.kind) {
    case 'signature':
      return `; this is a transaction's signature: "tickscope check ${found.value}" says what happened to it`;
    case 'address':
      return `; this is an address: "tickscope scan ${found.value}" lists the sandwiched trades of a wallet`;
    case 'slot':
      return `; this is a slot: "tickscope sandwiches --from ${found.value} --to ${found.value}" lists its sandwiches`;
    case 'other_cluster':
      return `; this URL is of the cluster "${found.cluster}", and only mainnet is stored`;
    case 'other_url':
      return '; of URLs those of a transaction, an account or a block are understood, of Solscan, Solana Explorer, Solana.fm and Orb';
    case 'evm_address':
      return '; this is an address of Ethereum or a chain like it, and Solana has others';
    case 'evm_transaction':
      return '; this is a transaction of Ethereum or a chain like it, and Solana has others';
    case 'base58':
      return `; this has ${found.length} characters, so part of it may be missing: a signature has about 88, an address about 44`;
    case 'unknown':
      return '';
  }
}
