import { randomBytes } from 'node:crypto';
import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedError } from './errors.js';
import { writePrivateFile } from './private-file.js';

const FILE = 'passwords.json';
const PASSWORD_BYTES = 24;

/** Serialises loading, so that two servers started concurrently do not overwrite each other's passwords. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Loads the passwords of a server's users. They are generated randomly once and kept in DATA/passwords.json (mode
 * 0600), so that dashboards and shells keep working after a restart. A new user gets one; the others keep theirs. Call
 * it while holding the data folder's lock.
 */
export function loadPasswords<User extends string>(
  dataDir: string,
  server: 'clickhouse' | 'postgres' | 'cluster',
  users: readonly User[],
): Promise<Record<User, string>> {
  const loading = last.then(() => load(dataDir, server, users));
  last = loading.catch(() => {});
  return loading;
}

async function load<User extends string>(
  dataDir: string,
  server: 'clickhouse' | 'postgres' | 'cluster',
  users: readonly User[],
): Promise<Record<User, string>> {
  const path = join(dataDir, FILE);
  const all = await read(path);
  const known = all[server] ?? {};
  const passwords = Object.fromEntries(
    users.map((user) => [user, known[user] ?? randomBytes(PASSWORD_BYTES).toString('base64url')]),
  ) as Record<User, string>;
  if (users.some((user) => known[user] === undefined)) {
    const next = { ...all, [server]: { ...known, ...passwords } };
    await writePrivateFile(path, `${JSON.stringify(next, null, 2)}\n`);
  }
  return passwords;
}

async function read(path: string): Promise<Record<string, Record<string, string>>> {
  let text: string;
  try {
    // Copied or restored data may have a wider mode.
    await chmod(path, 0o600);
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
  const parsed = parse(text);
  if (parsed === null)
    throw new EmbeddedError(
      'data_dir_unusable',
      `${path} is damaged. Remove it: new passwords are made at the next start.`,
    );
  return parsed;
}

function parse(text: string): Record<string, Record<string, string>> | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const isRecord = (part: unknown): part is Record<string, unknown> =>
    typeof part === 'object' && part !== null && !Array.isArray(part);
  const isPasswords = (part: unknown): part is Record<string, string> =>
    isRecord(part) &&
    Object.values(part).every((password) => typeof password === 'string' && password !== '');
  if (!isRecord(value) || !Object.values(value).every(isPasswords)) return null;
  return value as Record<string, Record<string, string>>;
}
