import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { openAccounts } from '@tickscope/accounts';
import { postgresUrl, type RunFile, readRunFile } from '@tickscope/embedded';
import { type Simulator, startSimulator } from '@tickscope/simulator';
import { connectTo } from '@tickscope/testkit/store/test-connection';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browse, CHROMIUM } from '../support/browser.js';
import { printedQuestion, type UpStack } from '../support/cli.js';
import { type ListeningPort, listeningPorts } from '../support/listening-ports.js';
import { pageOf, servePage } from '../support/page-server.js';
import { type SharedStack, takeStack } from '../support/shared-stack.js';

const SCRIPT = readFileSync(fileURLToPath(new URL('./pages/attack.js', import.meta.url)), 'utf8');
/** The host of any foreign page; the browser resolves it to this machine. */
const ATTACKER = 'attacker.example';
const REBOUND = 'rebound.example';

const SQL = 'CREATE TABLE tickscope.pwned (x Int8) ENGINE = Memory';
const JSON_RPC = '{"jsonrpc":"2.0","id":1,"method":"getSlot"}';
/** Ends what hangs. */
const REPORT_MS = 300_000;
const KEY = '{"name":"pwned","kind":"live"}';

interface Target {
  name: string;
  url: string;
  tries: { path: string; body: string }[];
}

interface Tried {
  target: string;
  kind: string;
  url: string;
  outcome: 'read' | 'sent' | 'refused';
  detail?: string;
}

/** Everything that a running stack opens, as the kernel lists it, and a simulator's JSON-RPC beside it. */
describe.skipIf(CHROMIUM === null || process.platform !== 'linux')('a web page of another origin', () => {
  let shared: SharedStack;
  let stack: UpStack;
  let run: RunFile;
  let ports: ListeningPort[];
  let simulator: Simulator;
  let silent: Server;
  let generous: Server;
  /** Requests that came to `silent`. */
  const arrived: { method: string; type: string; body: string; authorization: boolean }[] = [];

  beforeAll(async () => {
    shared = await takeStack();
    stack = shared.stack;
    // Until then the program asks its API itself.
    await printedQuestion(stack);
    const running = await readRunFile(shared.dataDir);
    if (running === null) throw new Error('there is no run.json');
    run = running;
    ports = listeningPorts(stack.process.pid!);
    simulator = await startSimulator({ generate: { slots: 3 }, rpc: {} });
    silent = await listen(
      createServer(async (req, res) => {
        const { 'content-type': type = '', authorization } = req.headers;
        arrived.push({
          method: req.method ?? '',
          type: type.split(';')[0]!,
          body: await text(req),
          authorization: authorization !== undefined,
        });
        res.end('secret');
      }),
    );
    generous = await listen(
      createServer((_req, res) => {
        res.setHeader('Access-Control-Allow-Origin', '*').end('open to all');
      }),
    );
  }, 480_000);
  afterAll(async () => {
    shared?.giveBack();
    await simulator?.stop();
    for (const server of [silent, generous]) {
      server?.close();
      server?.closeAllConnections();
    }
  });

  const portOf = (url: string): number => Number(new URL(url).port);

  it('every port is of this machine alone, and all parts are among them', () => {
    expect(ports.map(({ address }) => address)).toEqual(ports.map(() => '127.0.0.1'));
    const { clickhouse, postgres, api } = run;
    const known = [
      ...[portOf(clickhouse!.url), clickhouse!.tcpPort, portOf(postgres!.url)],
      ...[portOf(api!.url), portOf(api!.metricsUrl!)],
    ];
    expect(ports.map(({ port }) => port)).toEqual(expect.arrayContaining(known));
    for (const program of [/ingester/, /simulator/])
      expect(ports.some(({ command }) => program.test(command))).toBe(true);
  });

  it('changes nothing and reads nothing, on any port, with any request', async () => {
    const before = await stateOf(run);
    const targets = [
      ...ports.map((port) => ({ name: `port ${port.port}`, url: urlOf(port.port), tries: triesAt(port) })),
      ...[simulator.endpoint, simulator.rpc!.endpoint].map((url) => ({
        name: `simulator ${url}`,
        url,
        tries: [{ path: '/', body: JSON_RPC }],
      })),
      { name: 'silent', url: serverUrl(silent), tries: [{ path: '/', body: JSON_RPC }] },
      { name: 'generous', url: serverUrl(generous), tries: [{ path: '/', body: JSON_RPC }] },
    ];
    const report = await visit(targets);

    const read = report.filter(({ outcome }) => outcome === 'read');
    expect(read.filter(({ target }) => target !== 'generous')).toEqual([]);
    // The page works: it reads what it may read and sends what browsers send for any page.
    expect(read.map(({ kind }) => kind).toSorted()).toEqual([
      'GET',
      'POST application/x-www-form-urlencoded',
      'POST multipart/form-data',
      'POST text/plain',
    ]);
    for (const { name } of targets) {
      const outcomes = report.filter(({ target }) => target === name).map(({ outcome }) => outcome);
      expect([name, outcomes.length > 10]).toEqual([name, true]);
    }
    const types = new Set(arrived.filter(({ method }) => method === 'POST').map(({ type }) => type));
    expect(types).toEqual(
      new Set(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']),
    );
    expect(arrived.some(({ body }) => body === JSON_RPC)).toBe(true);
    expect(arrived.filter(({ authorization }) => authorization)).toEqual([]);

    expect(await stateOf(run)).toEqual(before);
    expect((await fetch(`${stack.origin}/readyz`)).status).toBe(200);
  });

  it('gets no further by DNS rebinding: everything that is not public needs credentials', async () => {
    const { clickhouse, api, postgres } = run;
    const body = JSON.stringify({});
    for (const [path, method] of [
      ['/api/keys', 'POST'],
      ['/api/analyze-trade', 'POST'],
      ['/api/subscription', 'GET'],
      ['/api/mev/stream', 'GET'],
    ] as const)
      expect([path, statusOf(await rebound(portOf(api!.url), method, path, body))]).toEqual([path, 401]);
    for (const query of ['SELECT 1', SQL])
      for (const user of ['', '&user=default', '&user=owner', '&user=reader&password='])
        expect([
          user,
          statusOf(
            await rebound(portOf(clickhouse!.url), 'POST', `/?query=${encodeURIComponent(query)}${user}`, ''),
          ),
        ]).not.toEqual([user, 200]);
    for (const port of [clickhouse!.tcpPort, portOf(postgres!.url)])
      expect(statusOf(await rebound(port, 'POST', '/', SQL))).not.toBe(200);
  });

  /** Opens the page and waits for what it found out. */
  async function visit(targets: readonly Target[]): Promise<Tried[]> {
    const page = await servePage(ATTACKER, (path) => {
      if (path === '/') return pageOf('/attack.js');
      if (path === '/attack.js') return { type: 'text/javascript', body: SCRIPT };
      if (path === '/targets.json') return { type: 'application/json', body: JSON.stringify(targets) };
      return null;
    });
    const browser = browse(page.origin, [ATTACKER]);
    try {
      return (await page.report(REPORT_MS)) as Tried[];
    } finally {
      await browser.close();
      await page.close();
    }
  }

  function triesAt({ port }: ListeningPort): Target['tries'] {
    if (port === portOf(run.api!.url))
      return [
        { path: '/api/keys', body: KEY },
        { path: '/api/mev/check-wallet', body: '{"wallet_address":"11111111111111111111111111111112"}' },
        { path: '/api/mev/stream', body: '{}' },
      ];
    if (port === portOf(run.clickhouse!.url))
      return [
        { path: `/?query=${encodeURIComponent(SQL)}`, body: '{}' },
        { path: '/?user=default&database=tickscope', body: SQL },
      ];
    return [{ path: '/', body: JSON_RPC }];
  }
});

/**
 * Reads the state that must be the same afterwards: all of Postgres but the windows of limits, and what there is in
 * ClickHouse.
 */
async function stateOf({ clickhouse, postgres, api }: RunFile): Promise<object> {
  const accounts = openAccounts(postgresUrl(postgres!.url, postgres!.users.owner), {
    connectTimeoutMs: 60_000,
  });
  const client = connectTo(clickhouse!);
  try {
    const tables = await accounts.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema') AND tablename != 'rate_windows' ORDER BY 1`,
    );
    const rows: Record<string, unknown> = {};
    for (const { name } of tables)
      rows[name] = await accounts.query(`SELECT t::text AS row FROM ${name} AS t ORDER BY 1`);
    const names = await client.query({
      query: `SELECT 'table', concat(database, '.', name) FROM system.tables WHERE database NOT IN ('system')
              UNION ALL SELECT 'function', name FROM system.functions WHERE origin != 'System'
              UNION ALL SELECT 'database', name FROM system.databases`,
      format: 'JSONCompactEachRow',
    });
    const metrics = await (await fetch(`${api!.metricsUrl}/metrics`)).text();
    const there = (await names.json<[string, string]>()).map((row) => row.join(' ')).toSorted();
    return { rows, there, answered: answeredOperations(metrics) };
  } finally {
    await Promise.all([accounts.close(), client.close()]);
  }
}

/** The operations that were let in, by the API's own count. */
function answeredOperations(metrics: string): string[] {
  return [...metrics.matchAll(/^tickscope_http_requests_total\{(.*)\} \d+$/gm)]
    .map(([, labels]) => labels!)
    .filter((labels) => /status="[25]\d\d"/.test(labels))
    .filter((labels) => !/route="(healthz|readyz|docs|openapi|version|unmatched)"/.test(labels))
    .sort();
}

async function listen(server: Server): Promise<Server> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const urlOf = (port: number): string => `http://127.0.0.1:${port}`;
const serverUrl = (server: Server): string => urlOf((server.address() as AddressInfo).port);

/** One request as the browser would send it once the name leads here. */
function rebound(port: number, method: string, path: string, body: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(
        `${method} ${path} HTTP/1.1\r\nHost: ${REBOUND}:${port}\r\nOrigin: http://${REBOUND}:${port}\r\n` +
          `Connection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      ),
    );
    let answer = '';
    socket.setTimeout(5_000, () => socket.destroy());
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer));
  });
}

const statusOf = (answer: string): number => Number(/^HTTP\/1\.[01] (\d{3})/.exec(answer)?.[1] ?? 0);
