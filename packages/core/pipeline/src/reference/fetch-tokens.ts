import { setImmediate as nextTurn } from 'node:timers/promises';
import { pubkeyFromBase58, toBase58 } from '@tickscope/chain';
import {
  decodeMetaplexMetadata,
  decodeMint,
  METADATA_PROGRAM,
  metadataAddress,
  TOKEN_2022_PROGRAM,
} from '@tickscope/reference';
import type { TokenFacts } from '@tickscope/store';
import type { JsonRpc } from '../source/rpc/json-rpc.js';
import { accountData, arrayOf, objectOf, ReferenceDataError } from './shapes.js';

/** Agave allows `MAX_MULTIPLE_ACCOUNTS` accounts per call; each mint needs two. */
export const MINTS_AT_ONCE = 50;

const LIMITS = { timeoutMs: 30_000, maxBytes: 8 * 1024 * 1024 };
/** A mint with every extension and a long URI is some kilobytes. */
const MOST_ACCOUNT_BYTES = 64 * 1024;
/** Deriving an address takes about a millisecond and blocks the stream, so it is done in small batches. */
const ADDRESSES_IN_A_TURN = 4;

interface AccountState {
  owner: string;
  data: Uint8Array;
}

/**
 * Fetches the metadata of mints: the mint accounts and their Metaplex metadata accounts, in one call. A mint's own
 * metadata extension takes precedence over Metaplex.
 *
 * @param mints at most 50
 */
export async function fetchTokens(
  rpc: JsonRpc,
  mints: readonly string[],
  signal: AbortSignal,
): Promise<TokenFacts[]> {
  const keys = mints.map(pubkeyFromBase58);
  const metadata: string[] = [];
  for (const key of keys) {
    metadata.push(toBase58(metadataAddress(key)));
    if (metadata.length % ADDRESSES_IN_A_TURN === 0) await nextTurn();
  }
  const addresses = [...mints, ...metadata];
  const settings = { encoding: 'base64', commitment: 'confirmed' };
  const result = objectOf(
    await rpc.call('getMultipleAccounts', [addresses, settings], signal, LIMITS),
    'getMultipleAccounts',
  );
  const accounts = arrayOf(result['value'], addresses.length, 'accounts').map(accountState);
  if (accounts.length !== addresses.length)
    throw new ReferenceDataError(`${accounts.length} accounts for ${addresses.length} addresses`);
  return mints.map((mint, index) =>
    tokenFacts(mint, keys[index]!, accounts[index] ?? null, accounts[mints.length + index] ?? null),
  );
}

function tokenFacts(
  mint: string,
  key: Uint8Array,
  account: AccountState | null,
  metadata: AccountState | null,
): TokenFacts {
  const decoded = account === null ? null : decodeMint(account.data, account.owner, key);
  if (account === null || decoded === null)
    return { mint, symbol: null, name: null, decimals: null, program: null, source: 'none' };
  const own = account.owner === TOKEN_2022_PROGRAM ? decoded.names : null;
  const names =
    own ?? (metadata?.owner === METADATA_PROGRAM ? decodeMetaplexMetadata(metadata.data, key) : null);
  return {
    mint,
    symbol: names?.symbol ?? null,
    name: names?.name ?? null,
    decimals: decoded.decimals,
    program: account.owner,
    source: own !== null ? 'token_2022' : names !== null ? 'metaplex' : 'mint',
  };
}

/** Null if the account does not exist. */
function accountState(value: unknown): AccountState | null {
  if (value === null) return null;
  const { owner, data } = objectOf(value, 'an account');
  const bytes = accountData(data, MOST_ACCOUNT_BYTES);
  if (typeof owner !== 'string') throw new ReferenceDataError('an account without owner');
  return bytes === null ? null : { owner, data: bytes };
}
