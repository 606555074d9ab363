import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { type ApiProcess, startApiProcess } from '@tickscope/api/testing/api-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Role, stackProcesses } from '../faults/stack-processes.js';
import { newDataDir, type UpStack, up } from '../support/cli.js';
import { within } from '../support/within.js';

const WITHIN_MS = 240_000;

/** Processes are found in Linux's /proc. */
describe.runIf(process.platform === 'linux')('tickscope up of which a process hangs', () => {
  const folder = newDataDir();
  let stack: UpStack;
  beforeAll(async () => {
    stack = await up(['--data-dir', folder.dataDir]);
  }, 300_000);
  afterAll(async () => {
    await stack?.stop();
    folder.remove();
  });

  const pidsOf = (role: Role): number[] => stackProcesses(stack.process.pid!)[role];
  /** A question that needs Postgres for the key, and ClickHouse for the answer. */
  const answers = async (): Promise<boolean> => {
    const asked = fetch(`${stack.api}/status`, {
      headers: { authorization: `Bearer ${stack.key}` },
      signal: AbortSignal.timeout(5_000),
    });
    return (await asked.catch(() => null))?.ok === true;
  };

  it.each([
    ['API', 'The API'],
    ['ingester', 'The ingester'],
    ['ClickHouse', 'ClickHouse'],
    ['Postgres', 'Postgres'],
  ] as const)(
    'the %s that is stopped is replaced by one that answers, and the terminal says so',
    async (role, title) => {
      expect(await within(WITHIN_MS, answers)).toBe(true);
      const [pid] = pidsOf(role);
      const said = stack.output().length;
      process.kill(pid!, 'SIGSTOP');
      const isReplaced = async (): Promise<boolean> => {
        const now = pidsOf(role);
        return now.length > 0 && !now.includes(pid!);
      };
      expect(await within(WITHIN_MS, isReplaced), stack.output().slice(said)).toBe(true);
      expect(await within(WITHIN_MS, answers)).toBe(true);
      const text = stack.output().slice(said);
      expect(text).toContain(`${title} does not answer (3 times in a row): it is killed`);
      expect(text).toContain(`${title} ended (`);
    },
    WITHIN_MS * 3,
  );
});

describe('an API of two processes', () => {
  const environment = { CLICKHOUSE_URL: 'http://127.0.0.1:1', API_PROCESSES: '2' };
  let api: ApiProcess;
  beforeAll(async () => {
    api = await startApiProcess(environment);
  });
  afterAll(() => api?.kill());

  it('replaces one that is stopped', async () => {
    const [first] = api.listeningPids;
    process.kill(first!, 'SIGSTOP');
    await expect.poll(() => isThere(first!), { timeout: WITHIN_MS }).toBe(false);
    await expect.poll(() => api.listeningPids.length, { timeout: WITHIN_MS }).toBe(3);
    expect(api.errors).toEqual([
      expect.objectContaining({ pid: first, msg: 'a process of the API hangs: it is killed' }),
    ]);
  });

  it('ends with the process that started it', async () => {
    await api.kill();
    await expect.poll(() => api.listeningPids.filter(isThere), { timeout: WITHIN_MS }).toEqual([]);
  });

  it('ends at once where its port is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    await expect(startApiProcess({ ...environment, API_PORT: String(port) })).rejects.toThrow(
      'the API ended at its start with 1',
    );
    taken.close();
  });
});

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
