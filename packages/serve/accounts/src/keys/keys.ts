import type { Accounts } from '../accounts.js';
import { sqlFile } from '../sql-file.js';
import type { ClockOptions } from '../subscriptions/types.js';
import { holdAccount } from './hold-account.js';
import { hashOfKey, newKeyText, shownPrefix } from './key-text.js';
import { type KeyRow, keyOf } from './rows.js';
import { type ApiKey, type CreatedKey, KeyLimitError, type KeyRequest, MAX_LIVE_KEYS } from './types.js';

const COUNT_LIVE = sqlFile(import.meta.url, './count-live.sql');
const FORGET_DEAD = sqlFile(import.meta.url, './forget-dead.sql');
const INSERT = sqlFile(import.meta.url, './insert.sql');
const LIST = sqlFile(import.meta.url, './list.sql');
const RECENT_HASHES = sqlFile(import.meta.url, './recent-hashes.sql');
const REVOKE = sqlFile(import.meta.url, './revoke.sql');

/** The number of revoked and expired keys that an account's list still shows. */
const DEAD_KEYS_KEPT = 90;
/** As for an account: no characters that a log or a terminal would interpret. */
const KEY_NAME = /^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]{1,100}$/u;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text can be a key's name: 1 to 100 characters, no control characters. */
export function isKeyName(text: string): boolean {
  return KEY_NAME.test(text);
}

/**
 * Creates a key, and the account where it is missing. Only this answer has the secret. An `expiresAt` in the
 * past is accepted: such a key is refused from its first use.
 * @throws KeyLimitError when the account has 10 live keys, of both kinds together, also for concurrent calls;
 * InvalidAccountError; TypeError for an invalid name or date; AccountsUnavailableError, after which a key whose
 * secret is lost may have been stored
 */
export async function createKey(
  accounts: Accounts,
  { account, name, kind, expiresAt }: KeyRequest,
  options: ClockOptions = {},
): Promise<CreatedKey> {
  if (!isKeyName(name))
    throw new TypeError("a key's name has 1 to 100 characters, no control characters among them");
  if (expiresAt !== null && Number.isNaN(expiresAt.getTime())) throw new TypeError('no valid date');
  const now = options.now ?? null;
  const secret = newKeyText(kind);
  return accounts.transaction(async (tx) => {
    await holdAccount(tx, account);
    const [live] = await tx.query<{ keys: number }>(COUNT_LIVE, [account, now]);
    if ((live?.keys ?? 0) >= MAX_LIVE_KEYS) throw new KeyLimitError();
    await tx.query(FORGET_DEAD, [account, DEAD_KEYS_KEPT, now]);
    const values = [account, name, kind, shownPrefix(secret), hashOfKey(secret), expiresAt, now];
    const [row] = await tx.query<KeyRow>(INSERT, values);
    if (row === undefined) throw new Error('Postgres returned no row for a key');
    return { key: keyOf(row), secret };
  });
}

/**
 * Lists the keys of an account, newest first, with only the newest 90 of the revoked and expired ones.
 * @throws AccountsUnavailableError
 */
export async function listKeys(accounts: Accounts, account: string): Promise<ApiKey[]> {
  if (account.includes('\0')) return [];
  return (await accounts.query<KeyRow>(LIST, [account])).map(keyOf);
}

/**
 * Revokes a key permanently; from then on no process accepts it. Returns true also for a key that was revoked
 * before, false if the account has no key with this id.
 * @throws AccountsUnavailableError
 */
export async function revokeKey(accounts: Accounts, account: string, id: string): Promise<boolean> {
  if (!UUID.test(id) || account.includes('\0')) return false;
  return (await accounts.query(REVOKE, [id, account])).length > 0;
}

/**
 * SHA-256, in base64, of the most recently created or used live keys, at most `most` of them. Keys cannot be
 * derived from these hashes: they only show which keys are worth a look-up.
 * @throws AccountsUnavailableError
 */
export async function recentKeyHashes(
  accounts: Accounts,
  most: number,
  options: ClockOptions = {},
): Promise<string[]> {
  const rows = await accounts.query<{ hash: string }>(RECENT_HASHES, [most, options.now ?? null]);
  return rows.map(({ hash }) => hash);
}
