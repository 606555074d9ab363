import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { EmbeddedClickHouse } from '@tickscope/embedded';

/** The built ingester, as an operator runs it. What it logs goes to `onLog`, line by line; without it, to nobody. */
export function startIngester(
  server: Pick<EmbeddedClickHouse, 'url' | 'users'>,
  endpoint: string,
  onLog?: (line: string) => void,
): ChildProcess {
  const script = fileURLToPath(new URL('../../apps/ingester/dist/main.js', import.meta.url));
  const child = spawn(process.execPath, [script], {
    env: {
      PATH: process.env['PATH'],
      GEYSER_ENDPOINT: endpoint,
      GEYSER_COMMITMENT: 'processed',
      CLICKHOUSE_URL: server.url,
      CLICKHOUSE_USER: server.users.owner.user,
      CLICKHOUSE_PASSWORD: server.users.owner.password,
      INGESTER_PORT: '0',
      LOG_LEVEL: onLog === undefined ? 'fatal' : 'info',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  createInterface({ input: child.stdout }).on('line', (line) => onLog?.(line));
  return child;
}

export function exitCode(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => child.once('exit', (code) => resolve(code)));
}
