import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { EmbeddedClickHouse } from '@tickscope/embedded';

export interface IngesterProcessOptions {
  server: Pick<EmbeddedClickHouse, 'url' | 'users'>;
  endpoint: string;
  /** Settings beside those. */
  env?: Readonly<Record<string, string>>;
  /** Takes what it logs, line by line; without it, it logs nothing. */
  onLog?: (line: string) => void;
}

/** The built ingester, as an operator runs it. */
export function startIngester({ server, endpoint, env = {}, onLog }: IngesterProcessOptions): ChildProcess {
  const script = fileURLToPath(new URL('../../apps/ingester/dist/main.js', import.meta.url));
  const child = spawn(process.execPath, [script], {
    env: {
      ...ingesterSettings(server, endpoint),
      LOG_LEVEL: onLog === undefined ? 'fatal' : 'info',
      INGESTER_PORT: '0',
      ...env,
    },
    // The channel ends with this process, and the ingester with it.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  createInterface({ input: child.stdout! }).on('line', (line) => onLog?.(line));
  return child;
}

/** Where an ingester reads and writes. */
export function ingesterSettings(
  server: IngesterProcessOptions['server'],
  endpoint: string,
): Record<string, string | undefined> {
  return {
    PATH: process.env['PATH'],
    GEYSER_ENDPOINT: endpoint,
    GEYSER_COMMITMENT: 'processed',
    CLICKHOUSE_URL: server.url,
    CLICKHOUSE_USER: server.users.owner.user,
    CLICKHOUSE_PASSWORD: server.users.owner.password,
  };
}

export async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await exitCode(child);
}

export function exitCode(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => child.once('exit', (code) => resolve(code)));
}

/** The value of a metric of an ingester; null: it does not answer, or has none of that name. */
export async function ingesterMetric(port: number, name: string): Promise<number | null> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(1_000) });
    const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(await response.text())?.[1];
    return value === undefined ? null : Number(value);
  } catch {
    return null;
  }
}
