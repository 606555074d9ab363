import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  KEEPERS,
  keeperHost,
  REPLICAS,
  renderShippedCluster,
  renderShippedKeeper,
  SHARDS,
  serverHost,
} from './shipped-cluster.js';
import { renderShippedClusterUsers } from './shipped-users.js';

const shipped = (name: string): string =>
  readFileSync(new URL(`../../../../infra/clickhouse/cluster/${name}`, import.meta.url), 'utf8');

interface Service {
  hostname: string;
  environment: Record<string, string>;
  volumes: string[];
}
const { services } = parse(shipped('docker-compose.yaml'), { merge: true }) as {
  services: Record<string, Service>;
};

test('the files of the cluster are those that are rendered', () => {
  expect(shipped('cluster.xml')).toBe(renderShippedCluster());
  expect(shipped('keeper.xml')).toBe(renderShippedKeeper());
  expect(shipped('users.xml')).toBe(renderShippedClusterUsers());
});

test('every element of the files is closed', () => {
  for (const name of ['cluster.xml', 'keeper.xml', 'users.xml']) {
    const open: string[] = [];
    const text = shipped(name).replace(/<!--[\s\S]*?-->/, '');
    for (const [, close, element, , self] of text.matchAll(/<(\/?)([\w.-]+)((?:\s[^<>]*?)?)(\/?)>/g)) {
      if (self === '/') continue;
      if (close === '') open.push(element!);
      else expect(open.pop(), name).toBe(element);
    }
    expect(open, name).toEqual([]);
  }
});

test('the clusters have the names and the order that migrate checks, and the secret of the environment', () => {
  const text = shipped('cluster.xml');
  // packages/core/store/src/connection/placed-statements.ts
  for (const name of ['tickscope', 'tickscope_first'])
    expect(text).toMatch(new RegExp(`<${name}>\\s*<secret from_env="CLUSTER_SECRET"/>`));
  const hosts = [...text.matchAll(/<host>(clickhouse[^<]+)<\/host>/g)].map(([, host]) => host);
  const ofShard = (shard: number) => REPLICAS.map((replica) => serverHost(shard, replica));
  expect(hosts).toEqual([...SHARDS.flatMap(ofShard), ...ofShard(1)]);
  expect(text).not.toContain('default_database');
});

test('each server of the compose file is one of the cluster, with its macros; each Keeper too', () => {
  const servers = SHARDS.flatMap((shard) => REPLICAS.map((replica) => ({ shard, replica })));
  expect(Object.keys(services).sort()).toEqual(
    [...servers.map(({ shard, replica }) => serverHost(shard, replica)), ...KEEPERS.map(keeperHost)].sort(),
  );
  for (const { shard, replica } of servers) {
    const name = serverHost(shard, replica);
    const { hostname, environment, volumes } = services[name]!;
    expect(hostname).toBe(name);
    expect(environment).toMatchObject({ SHARD: `${shard}`, REPLICA: `${replica}`, HOSTNAME: name });
    const taken = [...`${shipped('cluster.xml')}${shipped('users.xml')}`.matchAll(/from_env="(\w+)"/g)];
    for (const [, variable] of taken) expect(Object.keys(environment)).toContain(variable);
    expect(volumes.map((volume) => volume.split(':')[0])).toEqual([
      name,
      './cluster.xml',
      '../disk.xml',
      './users.xml',
      './databases.sql',
    ]);
  }
  for (const keeper of KEEPERS)
    expect(services[keeperHost(keeper)]).toMatchObject({
      hostname: keeperHost(keeper),
      environment: { KEEPER: `${keeper}` },
    });
});
