import { type Recognized, recognize } from '@tickscope/chain';

/** Kind of a pasted text that a field takes. */
export type Pasted = 'signature' | 'address' | 'slot';

const EXPLORERS = 'Solscan, Solana Explorer, Solana.fm and Orb';
const URLS = `of URLs, those of a transaction, an account or a block of ${EXPLORERS} are understood`;

/** Where the API takes a text of this kind. */
const PLACES: Record<Pasted, string> = {
  signature:
    "this is a transaction's signature: GET /transaction/{signature} and POST /mev/check-sandwich-fast take it",
  address:
    'this is an address: POST /mev/check-wallet scans a wallet, POST /enhance-metadata says what it is',
  slot: 'this is a slot: GET /slots/{slot} takes it',
};

/** Says what a text is that a field does not take, and where it belongs; empty where that is not known. */
export function adviceOn(text: unknown, wanted: Pasted): string {
  if (typeof text !== 'string') return '';
  const found = recognize(text);
  const advice = found.kind === wanted ? `send ${found.value} alone` : adviceOnOther(found);
  return advice === '' ? '' : `; ${advice}`;
}

function adviceOnOther(found: Recognized): string {
  switch (found.kind) {
    case 'signature':
    case 'address':
    case 'slot':
      return PLACES[found.kind];
    case 'other_cluster':
      return `this URL is of the cluster "${found.cluster.replace(/[^\w.-]/g, '')}", and only mainnet is stored`;
    case 'other_url':
      return `this URL names nothing that is known here: ${URLS}`;
    case 'evm_address':
      return 'this is an address of Ethereum or a chain like it: Solana addresses are base58 without 0x';
    case 'evm_transaction':
      return 'this is a transaction of Ethereum or a chain like it: Solana signatures are base58 without 0x';
    case 'base58':
      return `this has ${found.length} characters, so part of it may be missing: a signature has about 88, an address about 44`;
    case 'unknown':
      return '';
  }
}
