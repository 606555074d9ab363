import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiProcess, startApiProcess } from '../testing/api-process.js';

const ENVIRONMENT = { CLICKHOUSE_URL: 'http://127.0.0.1:1', API_PROCESSES: '2' };
const AT_ONCE = 8;

interface Asked {
  /** Status 200, by the number of the process that answered. */
  answers: Map<number, number>;
  /** Codes of connections that broke off, after which the question was asked again. */
  brokenOff: string[];
}

/** Which process answers, over a connection of its own. */
function askOnce(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(`${url}/healthz`, { agent: false }, (res) => {
      let text = '';
      res.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      res.on('error', reject);
      res.on('end', () => {
        expect(res.statusCode).toBe(200);
        resolve((JSON.parse(text) as { process: number }).process);
      });
    }).on('error', reject);
  });
}

/** Asks from several clients, over and over, while `work` goes on. Each asks again where a connection broke off. */
async function askDuring(url: string, work: () => Promise<void>): Promise<Asked> {
  const asked: Asked = { answers: new Map(), brokenOff: [] };
  let isOver = false;
  const client = async (): Promise<void> => {
    while (!isOver)
      try {
        const number = await askOnce(url);
        asked.answers.set(number, (asked.answers.get(number) ?? 0) + 1);
      } catch (error) {
        asked.brokenOff.push((error as NodeJS.ErrnoException).code ?? String(error));
      }
  };
  const clients = Array.from({ length: AT_ONCE }, client);
  await work().finally(() => {
    isOver = true;
  });
  await Promise.all(clients);
  return asked;
}

describe('two processes behind one port', () => {
  let api: ApiProcess;
  beforeAll(async () => {
    api = await startApiProcess(ENVIRONMENT);
  });
  afterAll(() => api?.stop());

  const until = (listening: number) =>
    expect.poll(() => api.listeningPids.length, { timeout: 120_000 }).toBe(listening);

  test('both answer, and health and metrics say which', async () => {
    const seen = new Set<number>();
    await askDuring(api.url, async () => {
      await expect
        .poll(async () => seen.add(await askOnce(api.url)).size, { timeout: 60_000, interval: 1 })
        .toBe(2);
    });
    expect([...seen].sort()).toEqual([1, 2]);
    for (const number of [1, 2])
      expect(
        await api.metric('tickscope_http_requests_total', 'route="healthz"', `process="${number}"`),
      ).toBeGreaterThan(0);
    expect(await api.metric('tickscope_http_requests_total', 'route="healthz"')).toBeGreaterThan(2);
  });

  test.each(['SIGKILL', 'SIGTERM'] as const)(
    'with %s to one of them no connection is refused, and another takes its place',
    async (signal) => {
      const before = api.listeningPids.length;
      const { answers, brokenOff } = await askDuring(api.url, async () => {
        process.kill(api.listeningPids.at(-1)!, signal);
        await until(before + 1);
      });
      expect([...answers.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(AT_ONCE);
      // Only answers that the process was giving are broken off.
      expect(brokenOff.filter((code) => code !== 'ECONNRESET')).toEqual([]);
      expect(brokenOff.length).toBeLessThanOrEqual(AT_ONCE);
    },
  );

  test('a stop ends all of them, with code 0', async () => {
    expect(await api.stop()).toBe(0);
    for (const pid of api.listeningPids) expect(() => process.kill(pid, 0)).toThrow(/ESRCH/);
    await expect(askOnce(api.url)).rejects.toThrow(/ECONNREFUSED/);
  });
});
