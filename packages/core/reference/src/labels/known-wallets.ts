import type { Label } from './label.js';

const BITFINEX =
  'Bitfinex’s own list: github.com/bitfinexcom/pub wallets.txt (as in DefiLlama-Adapters projects/bitfinex)';
const DERIBIT =
  'Deribit’s own list: insights.deribit.com/exchange-updates/proof-of-reserves-deribit (as in DefiLlama-Adapters projects/deribit)';

const exchange = (address: string, name: string, source: string, ...tags: string[]): Label => ({
  address,
  kind: 'exchange',
  label: [name, ...tags].join(' '),
  tags: ['exchange', name.toLowerCase(), ...tags],
  source,
});

/**
 * Wallets published by the exchanges themselves. Public lists without sources contradict each other and are not used.
 */
export const KNOWN_EXCHANGES: readonly Label[] = [
  exchange('FxteHmLwG9nk1eL4pjNve3Eub2goGkkz6g6TbvdmW46a', 'Bitfinex', BITFINEX, 'hot'),
  exchange('FyJBKcfcEBzGN74uNxZ95GxnCxeuJJujQCELpPv14ZfN', 'Bitfinex', BITFINEX, 'cold'),
  exchange('H8z2yZcrKo7ngiMz3Vsuw823nYo11qdCqs3sJDDjeTdD', 'Deribit', DERIBIT),
  exchange('A5ANHizfayJUDBSwV5Cm7CNXCj6E6AAda49wzzdYPons', 'Deribit', DERIBIT),
  exchange('BZo9RRbgsWaLMxyaYiJK9D27j2FAVgHrhMJBvAj7GiyG', 'Deribit', DERIBIT),
  exchange('DL165xn6SrdupXGA2MW6woz35B3ssVqpYfwS1xAKdyx', 'Deribit', DERIBIT),
];

/** Programs and signers that published reports name as sandwich bots. The detector does not use this list. */
export const KNOWN_BOTS: readonly Label[] = [
  {
    address: 'vpeNALD89BZ4KxNUFjdLmFXBCwtyqBDQ85ouNoax38b',
    kind: 'bot',
    label: 'Vpe',
    tags: ['bot', 'sandwich', 'program'],
    source: 'helius.dev, Solana MEV Report; the same in 0xIchigo/sandwich-detector',
  },
  {
    address: 'arsc4jbDnzaqcCLByyGo7fg7S2SmcFsWUzQuDtLZh2y',
    kind: 'bot',
    label: 'arsc',
    tags: ['bot', 'sandwich', 'signer'],
    source: 'public reports of 2024; helius.dev, Solana MEV Report',
  },
];
