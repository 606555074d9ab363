import { type Address, isAddress, isSignature, type Signature } from './base58-text.js';

/** Kind of a text that a person pasted. */
export type Recognized =
  | { kind: 'signature'; value: Signature }
  | { kind: 'address'; value: Address }
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

const MOST_CHARS = 2_048;

/** Hosts of explorers; subdomains count too. Their paths agree on `/tx/…`, `/address/…` and `/block/…`. */
const EXPLORERS = [
  'solscan.io',
  'explorer.solana.com',
  'solana.fm',
  'orb.helius.dev',
  'orbmarkets.io',
  'solanabeach.io',
];

const WAYS: Record<string, readonly Recognized['kind'][]> = {
  tx: ['signature'],
  transaction: ['signature'],
  account: ['address'],
  address: ['address'],
  token: ['address'],
  block: ['slot'],
};

/**
 * Recognises a signature, an address, a slot or an explorer's URL of one, with blanks or quotes around or in it.
 *
 * @example
 * ```ts
 * import { recognize } from '@tickscope/chain';
 *
 * recognize('https://solscan.io/block/370537741'); // => { kind: 'slot', value: 370_537_741 }
 * ```
 */
export function recognize(text: string): Recognized {
  if (text.length > MOST_CHARS) return { kind: 'unknown' };
  const own = text.trim().replace(/^(["'`<])(.*)(["'`>])$/s, '$2');
  // A line that was wrapped when it was copied has blanks in it.
  const joined = own.replace(/\s+/g, '');
  if (isSignature(joined)) return { kind: 'signature', value: joined };
  if (isAddress(joined)) return { kind: 'address', value: joined };
  if (/^\d[\d,_]*$/.test(joined)) return slotOf(joined.replace(/[,_]/g, ''));
  if (/^0x[0-9a-f]{40}$/i.test(joined)) return { kind: 'evm_address' };
  if (/^0x[0-9a-f]{64}$/i.test(joined)) return { kind: 'evm_transaction' };
  if (/^[1-9A-HJ-NP-Za-km-z]{20,120}$/.test(joined)) return { kind: 'base58', length: joined.length };
  const url = urlOf(joined);
  return url === null ? { kind: 'unknown' } : inUrl(url);
}

function slotOf(digits: string): Recognized {
  const slot = Number(digits);
  return Number.isSafeInteger(slot) ? { kind: 'slot', value: slot } : { kind: 'unknown' };
}

/** The scheme may be left out. */
function urlOf(text: string): URL | null {
  const whole = /^https?:\/\//i.test(text) ? text : /^[\w.-]+\.[a-z]+\//i.test(text) ? `https://${text}` : '';
  return URL.canParse(whole) ? new URL(whole) : null;
}

function inUrl({ hostname, pathname, searchParams }: URL): Recognized {
  if (!EXPLORERS.some((host) => hostname === host || hostname.endsWith(`.${host}`)))
    return { kind: 'other_url' };
  const cluster = searchParams.get('cluster') ?? 'mainnet';
  if (!/^mainnet/.test(cluster)) return { kind: 'other_cluster', cluster: cluster.slice(0, 40) };
  const [way = '', name = ''] = pathname.split('/').filter((part) => part !== '');
  const found = recognize(name);
  return WAYS[way]?.includes(found.kind) === true ? found : { kind: 'other_url' };
}
