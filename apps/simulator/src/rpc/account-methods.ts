import bs58 from 'bs58';
import type { StoredBlock } from '../chain/chain.js';
import type { AccountState } from './cluster/account-book.js';
import type { Cluster } from './cluster/cluster.js';
import { base58Bytes, type Config, configParam, oneOf, optionalInteger } from './params.js';
import { invalidParams, RpcError } from './rpc-error.js';
import type { RpcMethod } from './rpc-method.js';

/** Agave, `MAX_MULTIPLE_ACCOUNTS` and `MAX_GET_PROGRAM_ACCOUNT_FILTERS`. */
const MOST_ACCOUNTS = 100;
const MOST_FILTERS = 4;
const CONFIG_PROGRAM = 'Config1111111111111111111111111111111111111';
/** Error for a program whose accounts the node does not list (`KeyExcludedFromSecondaryIndex`). */
const EXCLUDED = -32010;
/** The value in every current account: rent-exempt. */
const RENT_EPOCH = 18_446_744_073_709_551_615n;

/** The account methods. Of a generated chain they serve its mints, their metadata and validator info. */
export function accountMethods(
  cluster: Cluster | null,
  checkedHead: (config: Config) => StoredBlock | null,
): Record<string, RpcMethod> {
  const withContext = (config: Config, value: unknown): Record<string, unknown> => ({
    context: { apiVersion: '4.3.0', slot: checkedHead(config)?.slot ?? 0 },
    value,
  });
  const accountOf = async (address: unknown): Promise<unknown> => {
    base58Bytes(address, 32, 'Invalid');
    const account = await cluster?.accounts.find(String(address));
    return account === undefined || account === null ? null : accountJson(account);
  };

  return {
    getAccountInfo: async (params) => {
      const config = base64Config(configParam(params, 1));
      return withContext(config, await accountOf(params[0]));
    },
    getMultipleAccounts: async (params) => {
      const addresses = params[0];
      const config = base64Config(configParam(params, 1));
      if (!Array.isArray(addresses))
        throw invalidParams('Invalid params: invalid type: expected a sequence at 0');
      if (addresses.length > MOST_ACCOUNTS)
        throw invalidParams(`Too many inputs provided; max ${MOST_ACCOUNTS}`);
      const value: unknown[] = [];
      for (const address of addresses) value.push(await accountOf(address));
      return withContext(config, value);
    },
    getProgramAccounts: (params) => {
      base58Bytes(params[0], 32, 'Invalid');
      const config = base64Config(configParam(params, 1));
      if (params[0] !== CONFIG_PROGRAM)
        throw new RpcError(
          EXCLUDED,
          `${String(params[0])} excluded from account secondary indexes; this RPC method unavailable for key`,
        );
      const filters = config['filters'] ?? [];
      if (!Array.isArray(filters) || filters.length > MOST_FILTERS)
        throw invalidParams(`Too many filters provided; max ${MOST_FILTERS}`);
      const tests = filters.map(filterTest);
      const list = [...(cluster?.accounts.configAccounts ?? [])]
        .filter(([, account]) => tests.every((passes) => passes(account)))
        .map(([pubkey, account]) => ({ pubkey, account: accountJson(account) }));
      return config['withContext'] === true ? withContext(config, list) : list;
    },
  };
}

/** Only base64 account data is supported. */
function base64Config(config: Config): Config {
  oneOf(config, 'encoding', ['base64'], 'base64');
  return config;
}

/** `UiAccount`. */
function accountJson({ lamports, owner, data }: AccountState): Record<string, unknown> {
  return {
    lamports,
    data: [data.toString('base64'), 'base64'],
    owner,
    executable: false,
    rentEpoch: RENT_EPOCH,
    space: data.length,
  };
}

function filterTest(filter: unknown): (account: AccountState) => boolean {
  if (typeof filter !== 'object' || filter === null) throw invalidParams('Invalid params: unknown filter');
  const { dataSize, memcmp } = filter as { dataSize?: unknown; memcmp?: unknown };
  if (dataSize !== undefined) {
    const size = optionalInteger({ dataSize }, 'dataSize', Number.MAX_SAFE_INTEGER);
    return ({ data }) => data.length === size;
  }
  if (typeof memcmp !== 'object' || memcmp === null) throw invalidParams('Invalid params: unknown filter');
  const settings = memcmp as Config;
  const offset = optionalInteger(settings, 'offset', Number.MAX_SAFE_INTEGER) ?? 0;
  const text = settings['bytes'];
  // Agave, `MAX_DATA_BASE58_SIZE`.
  const bytes = typeof text === 'string' && text.length <= 175 ? bs58.decodeUnsafe(text) : undefined;
  if (bytes === undefined) throw invalidParams('Invalid param: bytes');
  return ({ data }) => data.subarray(offset, offset + bytes.length).equals(Buffer.from(bytes));
}
