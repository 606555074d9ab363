import {
  CONFIG_PROGRAM,
  cleanText,
  clientName,
  decodeValidatorInfo,
  VALIDATOR_INFO_KEY,
  VALIDATOR_INFO_KEY_AT,
} from '@tickscope/reference';
import type { JsonRpc } from '../source/rpc/json-rpc.js';
import { accountData, address, addressOrNull, arrayOf, objectOf, ReferenceDataError } from './shapes.js';

const LIMITS = { timeoutMs: 60_000, maxBytes: 32 * 1024 * 1024 };
/** Mainnet has some 5,000 nodes in gossip, 2,000 vote accounts with stake and 4,000 descriptions. */
const MOST_NODES = 50_000;
const MOST_VERSION_CHARACTERS = 40;
const MOST_INFO_ACCOUNT_BYTES = 4_096;

/** A node's entry in gossip; null for fields it does not state. */
export interface GossipNode {
  client: string | null;
  version: string | null;
}

/** Calls `getClusterNodes`; returns nodes by identity, without unreadable ones. */
export async function fetchNodes(rpc: JsonRpc, signal: AbortSignal): Promise<Map<string, GossipNode>> {
  const result = arrayOf(
    await rpc.call('getClusterNodes', [], signal, LIMITS),
    MOST_NODES,
    'getClusterNodes',
  );
  const nodes = new Map<string, GossipNode>();
  for (const value of result) {
    const { pubkey, version, clientId } = objectOf(value, 'a node') as Record<string, unknown>;
    const identity = addressOrNull(pubkey);
    if (identity === null) continue;
    nodes.set(identity, {
      client: clientName(clientId),
      version: typeof version === 'string' ? cleanText(version, MOST_VERSION_CHARACTERS) : null,
    });
  }
  if (nodes.size === 0) throw new ReferenceDataError('getClusterNodes: no node that can be read');
  return nodes;
}

/**
 * Calls `getVoteAccounts`; returns the vote account of each identity, the one with the most stake if there are several.
 */
export async function fetchVoteAccounts(rpc: JsonRpc, signal: AbortSignal): Promise<Map<string, string>> {
  const params = [{ commitment: 'confirmed' }];
  const result = objectOf(await rpc.call('getVoteAccounts', params, signal, LIMITS), 'getVoteAccounts');
  const all = [
    ...arrayOf(result['current'], MOST_NODES, 'current vote accounts'),
    ...arrayOf(result['delinquent'], MOST_NODES, 'delinquent vote accounts'),
  ];
  const most = new Map<string, { votePubkey: string; stake: bigint }>();
  for (const value of all) {
    const account = objectOf(value, 'a vote account');
    const identity = address(account['nodePubkey'], 'nodePubkey');
    const votePubkey = address(account['votePubkey'], 'votePubkey');
    const stake = lamports(account['activatedStake']);
    const known = most.get(identity);
    if (known === undefined || stake > known.stake) most.set(identity, { votePubkey, stake });
  }
  return new Map([...most].map(([identity, { votePubkey }]) => [identity, votePubkey]));
}

/** Values beyond 2^53 are text (`parseExactJson`). */
function lamports(value: unknown): bigint {
  return (typeof value === 'number' && Number.isSafeInteger(value)) ||
    (typeof value === 'string' && /^\d{1,20}$/.test(value))
    ? BigInt(value)
    : 0n;
}

/**
 * Fetches the names that validators published, by identity, from the accounts of the Config program that they signed.
 */
export async function fetchValidatorNames(rpc: JsonRpc, signal: AbortSignal): Promise<Map<string, string>> {
  const settings = {
    encoding: 'base64',
    commitment: 'confirmed',
    filters: [{ memcmp: { offset: VALIDATOR_INFO_KEY_AT, bytes: VALIDATOR_INFO_KEY } }],
  };
  const result = await rpc.call('getProgramAccounts', [CONFIG_PROGRAM, settings], signal, LIMITS);
  const accounts = arrayOf(result, MOST_NODES, 'getProgramAccounts').map((value) => {
    const { pubkey, account } = objectOf(value, 'a program account');
    return { pubkey: String(pubkey), account: objectOf(account, 'account') };
  });
  // Sorted so that of several accounts of a validator the first by address always wins.
  accounts.sort((left, right) => (left.pubkey < right.pubkey ? 1 : -1));
  const names = new Map<string, string>();
  for (const { account } of accounts) {
    if (account['owner'] !== CONFIG_PROGRAM) continue;
    const data = accountData(account['data'], MOST_INFO_ACCOUNT_BYTES);
    const info = data === null ? null : decodeValidatorInfo(data);
    if (info !== null && info.name !== null) names.set(info.identity, info.name);
  }
  return names;
}
