import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KeptPorts } from './kept-ports.js';

describe('the ports of a stack', () => {
  let dataDir: string;
  let said: string[];
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'tickscope-ports-'));
    said = [];
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  const open = () => KeptPorts.open(dataDir, (line) => said.push(line));

  async function occupied<T>(port: number, work: () => Promise<T>): Promise<T> {
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    try {
      return await work();
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  }

  it('are the same at the next start', async () => {
    const first = await open();
    const ports = [await first.choose('postgres'), await first.choose('clickhouseHttp')];
    const second = await open();
    expect([await second.choose('postgres'), await second.choose('clickhouseHttp')]).toEqual(ports);
    expect(statSync(join(dataDir, 'ports.json')).mode & 0o777).toBe(0o600);
    expect(said).toEqual([]);
  });

  it('are chosen again where another program took one meanwhile, and else stay', async () => {
    const ports = await open();
    const first = await ports.choose('api');
    expect(await ports.choose('api')).toBe(first);
    const second = await occupied(first, () => ports.choose('api'));
    expect(second).not.toBe(first);
    expect(said).toEqual([`Port ${first} of the last start is taken; using ${second} (api).`]);
  });

  it('lie below those of outgoing connections, and are all different', async () => {
    const ports = await open();
    const chosen = [];
    for (const name of ['api', 'postgres', 'clickhouseHttp', 'clickhouseTcp', 'simulator'] as const)
      chosen.push(await ports.choose(name));
    expect(new Set(chosen).size).toBe(5);
    expect(Math.max(...chosen)).toBeLessThan(32_768);
  });

  it('one that was taken in the meantime is replaced, with a message', async () => {
    const port = await (await open()).choose('postgres');
    const other = await occupied(port, async () => (await open()).choose('postgres'));
    expect(other).not.toBe(port);
    expect(said).toEqual([`Port ${port} of the last start is taken; using ${other} (postgres).`]);
    expect(await (await open()).choose('postgres')).toBe(other);
  });

  it('one that a flag requests is kept, or refused if it is in use', async () => {
    const wanted = await (await open()).choose('api');
    expect(await (await open()).choose('postgres', { wanted })).toBe(wanted);
    await occupied(wanted, async () => {
      const ports = await open();
      await expect(ports.choose('api', { wanted, flag: '--api-port' })).rejects.toThrow(
        `port ${wanted} is taken: choose another --api-port, or leave it out`,
      );
    });
  });

  it('a damaged file is ignored', async () => {
    for (const text of ['', '{', 'null', '[]', '{"postgres": "x", "api": 99999999}']) {
      writeFileSync(join(dataDir, 'ports.json'), text);
      expect(await (await open()).choose('postgres')).toBeGreaterThan(0);
    }
  });
});
