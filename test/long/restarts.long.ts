import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { stackProcesses } from '../faults/stack-processes.js';
import { storedRange, unrepairedGaps } from '../faults/stored.js';
import { newDataDir, tickscope, type UpStack, up } from '../support/cli.js';
import { within } from '../support/within.js';

const WITHIN_MS = 600_000;

interface Kept {
  key: string | undefined;
  clickhouse: { url: string; tcpPort: number };
  postgres: string;
}

/** The addresses that an operator configures a dashboard with. */
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

/** A machine that is busy may refuse the first questions. */
function isOpen(stack: UpStack, { key }: Kept): Promise<boolean> {
  return within(WITHIN_MS, async () => {
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(`${stack.api}/subscription`, { headers });
    return response.status === 200;
  });
}

describe('tickscope up, stopped and started again on the same folder', () => {
  const folder = newDataDir();
  const { dataDir } = folder;
  let stack: UpStack | null = null;
  afterAll(async () => {
    await stack?.stop();
    folder.remove();
  });
  const start = async (): Promise<UpStack> => {
    stack = await up(['--data-dir', dataDir, '--source', 'simulator']);
    return stack;
  };

  it('continues with the same chain, key and ports; after a kill of the simulator, too', async () => {
    let running = await start();
    const kept = keptOf(dataDir);
    expect(await isOpen(running, kept)).toBe(true);
    const { first } = await storedRange(dataDir);
    for (let restart = 0; restart < 3; restart += 1) {
      expect(await storesOn(dataDir)).toBe(true);
      expect(await running.stop()).toBe(0);
      running = await start();
      expect(keptOf(dataDir)).toEqual(kept);
      expect(await isOpen(running, kept)).toBe(true);
    }
    expect(await storesOn(dataDir)).toBe(true);
    if (process.platform === 'linux') {
      process.kill(stackProcesses(running.process.pid!).simulator[0]!, 'SIGKILL');
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
    expect(await running.stop()).toBe(0);
  }, 900_000);
});
