import type { Credentials } from '../clickhouse.js';

export interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Sends SQL over HTTP. Without credentials, it is a request that any web page on this machine could send. */
export async function ask(
  url: string,
  who: Credentials | null,
  sql: string,
  settings: Record<string, string> = {},
): Promise<Answer> {
  const headers: Record<string, string> = who
    ? { 'X-ClickHouse-User': who.user, 'X-ClickHouse-Key': who.password }
    : {};
  const response = await fetch(`${url}/?${new URLSearchParams(settings)}`, {
    method: 'POST',
    headers,
    body: sql,
    signal: AbortSignal.timeout(60_000),
  });
  return { status: response.status, text: (await response.text()).trim() };
}

/** Returns the response text; throws on an error status. */
export async function mustAsk(url: string, who: Credentials, sql: string): Promise<string> {
  const { status, text } = await ask(url, who, sql);
  if (status !== 200) throw new Error(`${status}: ${text}\n${sql}`);
  return text;
}
