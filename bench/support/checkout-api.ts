import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const THIS_CHECKOUT = fileURLToPath(new URL('../..', import.meta.url));

export interface CheckoutApi {
  origin: string;
  pid: number;
  stop(): Promise<void>;
}

/**
 * Starts the API of a checkout from its sources, and waits until it is ready. So two builds can answer from one store.
 *
 * @param nodeOptions for example `--cpu-prof`
 */
export async function startCheckoutApi(
  folder: string,
  port: number,
  environment: Record<string, string>,
  nodeOptions: readonly string[] = [],
): Promise<CheckoutApi> {
  const home = resolve(folder, 'apps/api');
  const origin = `http://127.0.0.1:${port}`;
  const fromSource = ['--conditions', 'tickscope:source', '--import', 'tsx', 'src/main.ts'];
  const child = spawn(process.execPath, [...nodeOptions, ...fromSource], {
    cwd: home,
    env: {
      ...{ PATH: process.env['PATH'] ?? '', API_PORT: String(port), METRICS_PORT: '0', LOG_LEVEL: 'error' },
      ...environment,
    },
    // With LOG_LEVEL=error only what went wrong is printed.
    stdio: ['ignore', process.stderr, 'inherit'],
  });
  const exited = new Promise((done) => child.once('exit', done));
  for (let tries = 0; !(await isReady(origin)); tries += 1) {
    if (tries > 1_200 || child.exitCode !== null) {
      // Left alone, it would keep the port from the next run.
      child.kill('SIGKILL');
      throw new Error(`the API of ${home} does not become ready`);
    }
    await sleep(100);
  }
  return {
    origin,
    pid: child.pid!,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function isReady(origin: string): Promise<boolean> {
  const response = await fetch(`${origin}/readyz`).catch(() => null);
  return response?.ok === true;
}
