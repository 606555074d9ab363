import { readFileSync } from 'node:fs';
import { redetect } from '@tickscope/pipeline';
import { startSimulator } from '@tickscope/simulator';
import { connectTo, type TestConnection } from '@tickscope/testkit/store/test-connection';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../support/paths.js';
import { hasSlots, ingest, liveStore } from './support.js';

interface Target {
  rawSql: string;
  queryType: string;
}
interface Dashboard {
  templating: { list: { name: string; type: string; query: string | Target }[] };
  panels: { type: string; title: string; description: string; targets: Target[] }[];
}
const dashboard = JSON.parse(readFileSync(`${ROOT}infra/grafana/chain.json`, 'utf8')) as Dashboard;
const SLOTS = 60;

describe("Grafana's dashboard of the chain, whose queries run here though Grafana does not", () => {
  const store = liveStore();
  let analyst: TestConnection;
  let lastTime = 0;
  const variables = new Map<string, string>();

  /** The plugin's macro and the dashboard's variables, as Grafana puts them in. */
  const filled = (sql: string): string =>
    sql
      .replace(
        /\$__timeFilter\((\w+)\)/g,
        `$1 BETWEEN toDateTime(${lastTime - 3_600}) AND toDateTime(${lastTime})`,
      )
      .replace(/\$(\w+)/g, (_, name: string) => variables.get(name) ?? `$${name}`);
  const ask = async (sql: string): Promise<Record<string, unknown>[]> =>
    (await analyst.query({ query: filled(sql), format: 'JSONEachRow' })).json();

  beforeAll(async () => {
    let [slots, blocks] = [0, 0];
    const simulator = await startSimulator({
      generate: {
        seed: 'dashboard',
        slots: SLOTS,
        voteShare: 0.3,
        transactionsPerSlot: 40,
        dexShare: 0.6,
        sandwichesPerSlot: 2,
        onTruth: (truth) => {
          slots += 1;
          if (truth.status !== 'block') return;
          blocks += 1;
          lastTime = truth.block_time;
        },
      },
      pace: { slotMs: 0, pregenerateSlots: SLOTS, retentionSlots: SLOTS },
      startOn: 'first-subscriber',
    });
    const { server, client } = await store.fresh();
    try {
      await ingest(client, simulator.endpoint, async () => slots === SLOTS && hasSlots(client, blocks)());
    } finally {
      await simulator.stop();
    }
    const [range] = await client.read.queryRows<[string, string]>('SELECT min(slot), max(slot) FROM slots', {
      timeoutMs: 10_000,
    });
    const [fromSlot, toSlot] = range!.map(Number) as [number, number];
    await redetect(client, { fromSlot, toSlot, headSlot: toSlot });
    analyst = connectTo(server, 'analyst');
    for (const { name, query } of dashboard.templating.list)
      if (typeof query !== 'string')
        variables.set(name, String(Object.values((await ask(query.rawSql))[0]!)[0]));
    expect([...variables]).toEqual([
      ['from_slot', String(fromSlot)],
      ['to_slot', String(toSlot)],
    ]);
  }, 300_000);
  afterAll(async () => {
    await analyst?.close();
    await store.stop();
  });

  it.each(dashboard.panels.map((panel) => [panel.title, panel] as const))('%s', async (_, panel) => {
    expect(panel.description).toMatch(/\.$/);
    for (const { rawSql, queryType } of panel.targets) {
      const rows = await ask(rawSql);
      expect(rows.length).toBeGreaterThan(0);
      if (queryType === 'timeseries') expect(rows[0]!['time']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    }
  });

  it('the data source is the analyst of the server in the compose file', () => {
    const { datasources } = parse(readFileSync(`${ROOT}infra/grafana/datasource.yaml`, 'utf8')) as {
      datasources: { type: string; jsonData: Record<string, unknown> }[];
    };
    expect(datasources).toHaveLength(1);
    expect(datasources[0]!.type).toBe(dashboard.templating.list[0]!.query);
    const compose = parse(readFileSync(`${ROOT}infra/docker-compose.yaml`, 'utf8')) as { services: object };
    expect(Object.keys(compose.services)).toContain(datasources[0]!.jsonData['host']);
    expect(readFileSync(`${ROOT}infra/clickhouse/users.xml`, 'utf8')).toContain('<analyst>');
  });
});
