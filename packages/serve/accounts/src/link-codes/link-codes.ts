import { randomBytes } from 'node:crypto';
import type { Accounts } from '../accounts.js';
import { sqlFile } from '../sql-file.js';
import { hashOfCode, seal, unseal } from './seal.js';

const INSERT = sqlFile(import.meta.url, './insert.sql');
const TAKE = sqlFile(import.meta.url, './take.sql');

/** Long enough to open a link that was just printed. */
export const LINK_CODE_SECONDS = 60;
const CODE_BYTES = 32;
const FORM = /^[\w-]{43}$/;

/**
 * Creates a code that brings this key to a browser: once, within a minute. Unlike the key, it may stay in the browser's
 * history.
 * @throws AccountsUnavailableError
 */
export async function createLinkCode(accounts: Accounts, key: string): Promise<string> {
  const code = randomBytes(CODE_BYTES).toString('base64url');
  await accounts.query(INSERT, [hashOfCode(code), seal(key, code), LINK_CODE_SECONDS]);
  return code;
}

/**
 * Exchanges a code for its key, in one statement: of concurrent exchanges by any processes, one succeeds. Returns null for
 * malformed, unknown, used and expired codes alike.
 * @throws AccountsUnavailableError
 */
export async function takeLinkCode(accounts: Accounts, code: string): Promise<string | null> {
  if (!FORM.test(code)) return null;
  const [row] = await accounts.query<{ sealed_key: Buffer; is_valid: boolean }>(TAKE, [hashOfCode(code)]);
  return row?.is_valid === true ? unseal(row.sealed_key, code) : null;
}
