import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const TIMEOUT_MS = 20_000;

/** Question about a sandwich, as `firstQuestion` gives it. */
export interface StackQuestion {
  signature: string;
  account_id: string;
}

/** Asks the API of the stack on a data folder about a transaction: path, status and body of each request. */
export async function stackAnswers(
  dataDir: string,
  { signature, account_id }: StackQuestion,
): Promise<string[]> {
  const { api } = JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')) as {
    api: { url: string; key: string };
  };
  const ask = async (path: string, body?: unknown): Promise<string> => {
    const response = await fetch(`${api.url}/api/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      // Between two rounds the API may close a kept connection.
      headers: {
        authorization: `Bearer ${api.key}`,
        'content-type': 'application/json',
        connection: 'close',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return `${path} ${response.status} ${await response.text()}`;
  };
  return [
    await ask(`transaction/${signature}`),
    await ask('analyze-trade', { signature, account_id }),
    await ask('mev/check-sandwich-fast', { signatures: [signature] }),
  ];
}
