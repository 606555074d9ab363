import { IS_WHOLE } from '@tickscope/testkit/whole';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiProcess, startApiProcess } from './testing/api-process.js';
import { slowConnections } from './testing/slow-connections.js';

const CONNECTIONS = 2_000;
const WAVES = IS_WHOLE ? 4 : 2;
const MIB = 1_048_576;

let api: ApiProcess;
beforeAll(async () => {
  api = await startApiProcess({ CLICKHOUSE_URL: 'http://127.0.0.1:1' }, { probe: true });
});
afterAll(async () => {
  await api?.stop();
});

/** Reachable memory, on the heap and off it. */
async function heldBytes(): Promise<number> {
  const { heapUsed, external } = await api.memory();
  return heapUsed + external;
}

test('slow connections leak nothing: wave after wave the process holds the same resources', async () => {
  await fetch(`${api.url}/healthz`);
  const held: number[] = [];
  for (let wave = 0; wave < WAVES; wave += 1) {
    const { opened, timedOut } = await slowConnections(api.url, CONNECTIONS);
    expect(opened).toBe(CONNECTIONS);
    expect(timedOut).toBeGreaterThan(CONNECTIONS / 4);
    expect((await fetch(`${api.url}/healthz`)).status).toBe(200);
    held.push(await heldBytes());
  }
  // The first wave allocates what stays: compiled code, pools, tables. A leaked connection would hold several
  // KB: 2,000 of them many times this limit.
  const growth = held.map((bytes) => (bytes - held[0]!) / MIB);
  expect(Math.max(...growth)).toBeLessThan(2);
});
