import { CliError, UnreachableError, UsageError } from '../cli-error.js';
import { dataDirOf, runFileOf } from '../data-dir.js';

/** The address of the API, and the key to send. */
export interface ApiAddress {
  /** With `/api`, without a slash at the end. */
  url: string;
  key: string | null;
  keyFrom: 'TICKSCOPE_API_KEY' | 'run.json' | null;
}

/**
 * Finds the API: `--api-url`, else `TICKSCOPE_API_URL`, else the stack that runs on the data folder. The key is
 * `TICKSCOPE_API_KEY`, else the running stack's own, which is sent to no other API.
 * @throws CliError where there is no API, or it cannot be used
 */
export async function findApi(
  flags: { apiUrl?: string; dataDir?: string },
  env: NodeJS.ProcessEnv = process.env,
): Promise<ApiAddress> {
  const key = env['TICKSCOPE_API_KEY'] || null;
  const given = flags.apiUrl ?? env['TICKSCOPE_API_URL'];
  if (given) {
    const from = flags.apiUrl === undefined ? 'TICKSCOPE_API_URL' : '--api-url';
    return checkedAddress({
      url: apiBase(given, from),
      key,
      keyFrom: key === null ? null : 'TICKSCOPE_API_KEY',
    });
  }
  const dataDir = dataDirOf(flags.dataDir);
  const running = await runFileOf(dataDir);
  if (running === null)
    throw new UnreachableError(
      `no stack is running on ${dataDir}. Start one with "tickscope up", say where its data folder is with --data-dir, or where the API is with --api-url or TICKSCOPE_API_URL.`,
    );
  if (running.api === undefined)
    throw new UnreachableError(
      `the stack on ${dataDir} does not say where its API is. Say it with --api-url or TICKSCOPE_API_URL.`,
    );
  const ownKey = keyOf(running.api);
  return checkedAddress({
    url: apiBase(running.api.url, 'run.json'),
    key: key ?? ownKey,
    keyFrom: key !== null ? 'TICKSCOPE_API_KEY' : ownKey !== null ? 'run.json' : null,
  });
}

function keyOf(api: object): string | null {
  return 'key' in api && typeof api.key === 'string' && api.key !== '' ? api.key : null;
}

/** The base address of the operations; the input may or may not end with `/api`. @param from for the error */
export function apiBase(text: string, from: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw new UsageError(`${from} is not an address such as http://127.0.0.1:8787`);
  if (url.username !== '' || url.password !== '')
    throw new UsageError(`${from} holds a user or a password; the key goes into TICKSCOPE_API_KEY`);
  const path = url.pathname.replace(/\/+$/, '');
  return `${url.origin}${path.endsWith('/api') ? path : `${path}/api`}`;
}

/** Rejects an address that would send the key unencrypted, and a key that cannot be sent. */
function checkedAddress(address: ApiAddress): ApiAddress {
  const { url, key, keyFrom } = address;
  if (key === null) return address;
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new CliError(`the key in ${keyFrom} holds a space or a character that no key has`);
  const { protocol, hostname } = new URL(url);
  const isLoopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
  if (protocol !== 'https:' && !isLoopback)
    throw new CliError(
      `${url} is not https: the key in ${keyFrom} would cross the network for all to read. Use https, or unset it.`,
    );
  return address;
}
