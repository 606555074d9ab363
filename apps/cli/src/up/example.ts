import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiAddress } from '../api/address.js';
import { openApi } from '../api/client.js';
import { CliError } from '../cli-error.js';
import { dataDirOf } from '../stack.js';

/** A trade to ask about, and an account that it locked. */
export interface Example {
  signature: string;
  account: string;
  isSandwiched: boolean;
}

const POLL_MS = 2_000;
export const SANDWICH_WAIT_MS = 60_000;

/**
 * A victim of the newest sandwich that counts, as the API lists them. Waits for the first one; null when none is found in
 * time, or the API does not answer.
 */
export async function findVictim(
  api: ApiAddress,
  wait: { ms: number; say(line: string): void; signal: AbortSignal },
): Promise<Example | null> {
  const client = openApi(api, () => {});
  const deadline = Date.now() + wait.ms;
  for (let asked = 0; ; asked += 1) {
    const sandwich = await client
      .call('listSandwiches', { queryParameters: { limit: '1' } })
      .then(({ data }) => data.sandwiches[0] ?? null)
      .catch((error: unknown) => {
        if (error instanceof CliError) return null;
        throw error;
      });
    const signature = sandwich?.victims[0]?.signature ?? null;
    if (sandwich !== null && signature !== null)
      return { signature, account: sandwich.pool.pool_address, isSandwiched: true };
    if (Date.now() + POLL_MS > deadline) return null;
    if (asked === 0) wait.say(`Waiting for the first sandwich, ${wait.ms / 1_000} s at most…`);
    await sleep(POLL_MS, undefined, { signal: wait.signal }).catch(() => {});
    if (wait.signal.aborted) return null;
  }
}

/** A page of the explorer. The key is in the fragment, which no browser sends; the page takes and removes it. */
export function explorerLink({ url, key }: { url: string; key: string | null }, path: string): string {
  return `${url}${path}${key === null ? '' : `#key=${key}`}`;
}

/** What to open or paste: the explorer's page, the command of this program, then the same question over HTTP. */
export function describeExample(
  { signature, account, isSandwiched }: Example,
  api: { url: string; key: string | null },
  dataDir: string,
): string {
  const where = dataDirOf(undefined) === dataDir ? '' : ` --data-dir ${quoted(dataDir)}`;
  const what = isSandwiched
    ? 'A trade that was sandwiched: what happened to it, and what did it cost?'
    : 'A transaction: who was just before and just after it?';
  const command = isSandwiched ? signature : `${signature} --account ${account}`;
  return `${what}

${explorerLink(api, `/tx/${signature}`)}

npx tickscope check ${command}${where}

Who touched the account ${account} around it, over HTTP:

curl -s ${api.url}/api/analyze-trade -H 'Content-Type: application/json' \\
  -H 'Authorization: Bearer ${api.key ?? 'YOUR_KEY'}' \\
  -d '{"signature":"${signature}","account_id":"${account}"}'
`;
}

/** For a shell. */
function quoted(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
