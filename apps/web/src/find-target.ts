import { recognize } from '@tickscope/chain/recognize';

export type Target =
  | { kind: 'signature' | 'address' | 'slot' | 'sandwich'; value: string }
  | { kind: 'unknown'; reason: string };

/** Where a text that someone pasted leads: to a transaction, an address, a slot or a sandwich; else why it does not. */
export function findTarget(input: string): Target {
  const text = input.trim();
  if (text === '') return unknown('Paste a signature, an address, a slot or an explorer link.');
  if (/^\d+\.\d+\.\d+\.-?\d+\.-?\d+$/.test(text)) return { kind: 'sandwich', value: text };
  const found = recognize(text);
  switch (found.kind) {
    case 'signature':
    case 'address':
      return { kind: found.kind, value: found.value };
    case 'slot':
      return { kind: 'slot', value: String(found.value) };
    case 'other_cluster':
      return unknown(`The link is of ${found.cluster}. Tickscope reads mainnet.`);
    case 'other_url':
      return unknown('The link names no transaction, account or block of an explorer that is known here.');
    case 'evm_address':
      return unknown('This is an address of an EVM chain. Tickscope reads Solana.');
    case 'evm_transaction':
      return unknown('This is a transaction of an EVM chain. Tickscope reads Solana.');
    case 'base58':
      return unknown(
        `With ${found.length} characters this is neither an address (32 to 44) nor a signature (64 to 88): it may be cut off.`,
      );
    case 'unknown':
      return unknown('This is no signature, address, slot or explorer link.');
  }
}

const unknown = (reason: string): Target => ({ kind: 'unknown', reason });
