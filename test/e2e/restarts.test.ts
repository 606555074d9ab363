import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { within } from '../kills/load.js';
import { stackProcesses } from '../kills/stack-processes.js';
import { storedRange, unrepairedGaps } from '../kills/stored.js';
import { newDataDir, tickscope, type UpStack, up } from '../support/cli.js';

const WITHIN_MS = 120_000;

interface Kept {
  key: string | undefined;
  clickhouse: { url: string; tcpPort: number };
  postgres: string;
}

/** What somebody has configured a dashboard with. */
function keptOf(dataDir: string): Kept {
  const { clickhouse, postgres, api } = JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')) as {
    clickhouse: { url: string; tcpPort: number };
    postgres: { url: string };
    api: { key?: string };
  };
  return {
    key: api.key,
    clickhouse: { url: clickhouse.url, tcpPort: clickhouse.tcpPort },
    postgres: postgres.url,
  };
}

async function storesOn(dataDir: string): Promise<boolean> {
  const before = (await storedRange(dataDir)).last;
  return within(WITHIN_MS, async () => (await storedRange(dataDir)).last > before + 5);
}

async function isOpen(stack: UpStack, { key }: Kept): Promise<boolean> {
  const response = await fetch(`${stack.api}/subscription`, { headers: { authorization: `Bearer ${key}` } });
  return response.status === 200;
}

describe('tickscope up, stopped and started again on the same folder', () => {
  const folder = newDataDir();
  const { dataDir } = folder;
  afterAll(() => folder.remove());
  const start = () => up(['--data-dir', dataDir, '--source', 'simulator']);

  it('goes on with the same chain, key and ports; after a kill of the simulator, too', async () => {
    let stack = await start();
    const kept = keptOf(dataDir);
    expect(await isOpen(stack, kept)).toBe(true);
    const { first } = await storedRange(dataDir);
    for (let restart = 0; restart < 3; restart += 1) {
      expect(await storesOn(dataDir)).toBe(true);
      expect(await stack.stop()).toBe(0);
      stack = await start();
      expect(keptOf(dataDir)).toEqual(kept);
      expect(await isOpen(stack, kept)).toBe(true);
    }
    expect(await storesOn(dataDir)).toBe(true);
    if (process.platform === 'linux') {
      process.kill(stackProcesses(stack.process.pid!).get('simulator')![0]!, 'SIGKILL');
      expect(await storesOn(dataDir)).toBe(true);
    }
    expect(await within(WITHIN_MS, async () => (await unrepairedGaps(dataDir)).length === 0)).toBe(true);
    const { last } = await storedRange(dataDir);
    expect(await storesOn(dataDir)).toBe(true);
    const range = ['--from', String(first), '--to', String(last)];
    const { stdout, code } = await tickscope(['verify', '--data-dir', dataDir, ...range, '--poh']);
    expect(stdout).toContain(`Slots ${first} to ${last}: nothing is wrong.`);
    expect(code).toBe(0);
    expect(statSync(join(dataDir, 'demo-key')).mode & 0o777).toBe(0o600);
    expect(await stack.stop()).toBe(0);
  }, 900_000);
});
