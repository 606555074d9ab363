import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiUnderTest, startApiUnderTest } from '../testing/api-under-test.js';
import { labelledChain, storeLabelledChain } from '../testing/labelled-chain.js';
import { get } from '../testing/request.js';

const PERIODS = ['1h', '6h', '24h'];

let api: ApiUnderTest;
beforeAll(async () => {
  api = await startApiUnderTest({}, { rankings: { everyMs: 3_000 } });
  await storeLabelledChain(api.owner, labelledChain('rankings', 20));
});
afterAll(() => api?.stop());

/** How often a query was answered since the start. */
async function runsOf(name: string): Promise<number> {
  const text = await (await fetch(`${api.api.metricsUrl}/metrics`)).text();
  const found = new RegExp(
    `^tickscope_clickhouse_query_duration_seconds_count\\{query="${name}"\\} (\\S+)$`,
    'm',
  );
  return Number(found.exec(text)?.[1] ?? 0);
}

test('rankings are made before anyone asks, and once while they are fresh', async () => {
  const queries = ['attacker-ranking', 'validator-shares'];
  const runs = () => Promise.all(queries.map(runsOf));
  await expect.poll(runs, { timeout: 60_000, interval: 100 }).toEqual([PERIODS.length, PERIODS.length]);
  for (const period of PERIODS)
    for (const path of ['mev/attackers', 'validators']) {
      const answer = await get(`${api.url}/api/${path}?period=${period}`);
      expect(answer).toMatchObject({ status: 200, body: { data: { period } } });
    }
  expect(await runs()).toEqual([PERIODS.length, PERIODS.length]);
}, 90_000);
