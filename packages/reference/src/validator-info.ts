import { pubkeyFromBase58, toBase58 } from '@tickscope/chain';
import { ByteReader } from './byte-reader.js';
import { cleanText } from './clean-text.js';

/** Owns the accounts in which validators describe themselves. */
export const CONFIG_PROGRAM = 'Config1111111111111111111111111111111111111';
/** The first key of such an account. */
export const VALIDATOR_INFO_KEY = 'Va1idator1nfo111111111111111111111111111111';
/** Where that key stands, behind the number of keys: for `getProgramAccounts` to filter by. */
export const VALIDATOR_INFO_KEY_AT = 1;

export interface ValidatorInfo {
  /** Base58; it signed what the account says. */
  identity: string;
  name: string | null;
}

const KIND = pubkeyFromBase58(VALIDATOR_INFO_KEY);
const MOST_INFO_BYTES = 576;
const MOST_NAME = 80;

/**
 * What a validator says of itself: keys with a flag each for whether it must sign, then the length as u64 and JSON of at
 * most 576 bytes. (Agave `account-decoder/src/validator_info.rs`; `config_state.rs` of the Config program: `ConfigKeys`,
 * then the state in bincode.)
 *
 * @returns `null` when the account is something else, or the identity did not have to sign it
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
