import { Agent, request } from 'node:http';
import { processUsage } from '../support/process-usage.js';

const agent = new Agent({ keepAlive: true });

/** Sends a request as a caller does that keeps its connection, and resolves with the text of a 200. */
export function post(url: string, body: string, headers: Record<string, string> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = { agent, method: 'POST', headers: { 'content-type': 'application/json', ...headers } };
    const req = request(url, sent, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.once('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        if (res.statusCode === 200) resolve(text);
        else reject(new Error(`HTTP ${res.statusCode}: ${text.slice(0, 500)}`));
      });
    });
    req.once('error', reject);
    req.end(body);
  });
}

/** What one build, or the bare read, has needed so far. */
export interface Cost {
  /** Milliseconds of each request. */
  times: number[];
  /** CPU-ms a request, of each round. */
  clickHouse: number[];
  node: number[];
}

export const noCost = (): Cost => ({ times: [], clickHouse: [], node: [] });

/** Runs every item once, `clients` at a time, and adds what that cost. */
export async function addRound<T>(
  cost: Cost,
  items: readonly T[],
  clients: number,
  one: (item: T) => Promise<unknown>,
  pids: { clickHouse: number; node: number | null },
): Promise<void> {
  const cpuMs = (pid: number | null) => (pid === null ? 0 : 1_000 * processUsage(pid).cpuSeconds);
  const before = [cpuMs(pids.clickHouse), cpuMs(pids.node)] as const;
  const queue = [...items];
  const client = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      const started = performance.now();
      await one(item);
      cost.times.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  cost.clickHouse.push((cpuMs(pids.clickHouse) - before[0]) / items.length);
  cost.node.push((cpuMs(pids.node) - before[1]) / items.length);
}
