import { pubkeyFromBase58, toBase58 } from '@tickscope/chain';
import { ByteReader } from './byte-reader.js';
import { cleanText } from './clean-text.js';

/** Owner of the accounts in which validators describe themselves. */
export const CONFIG_PROGRAM = 'Config1111111111111111111111111111111111111';
/** The first key of such an account. */
export const VALIDATOR_INFO_KEY = 'Va1idator1nfo111111111111111111111111111111';
/** Offset of that key, after the number of keys: for the filter of `getProgramAccounts`. */
export const VALIDATOR_INFO_KEY_AT = 1;

export interface ValidatorInfo {
  /** Base58; it signed the account's content. */
  identity: string;
  name: string | null;
}

const KIND = pubkeyFromBase58(VALIDATOR_INFO_KEY);
const MOST_INFO_BYTES = 576;
const MOST_NAME = 80;

/**
 * Decodes a validator's self-description: keys, each with a flag for whether it must sign, then the length as u64 and
 * JSON of at most 576 bytes. (Agave `account-decoder/src/validator_info.rs`; `config_state.rs` of the Config program:
 * `ConfigKeys`, then the state in bincode.)
 *
 * @returns null if the account is something else, or did not require the identity's signature
 */
export function decodeValidatorInfo(data: Uint8Array): ValidatorInfo | null {
  const reader = new ByteReader(data);
  if (reader.shortLength() !== 2) return null;
  const kind = reader.take(32);
  const kindFlag = reader.u8();
  const identity = reader.take(32);
  const identitySigns = reader.u8();
  if (kind === null || kindFlag === null || identity === null || identitySigns !== 1) return null;
  if (!kind.equals(KIND)) return null;
  const size = reader.u64();
  if (size === null || size > BigInt(MOST_INFO_BYTES)) return null;
  const json = reader.take(Number(size))?.toString('utf8');
  if (json === undefined) return null;
  const info = parseObject(json);
  if (info === null) return null;
  const { name } = info;
  return { identity: toBase58(identity), name: typeof name === 'string' ? cleanText(name, MOST_NAME) : null };
}

function parseObject(text: string): { name?: unknown } | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
