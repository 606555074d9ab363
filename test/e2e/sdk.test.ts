import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Accounts,
  createKey,
  migrateAccounts,
  openAccounts,
  setSubscription,
} from '@tickscope/accounts';
import { type ApiUnderTest, startApiUnderTest } from '@tickscope/api/testing/api-under-test';
import { AUDIENCE, createJwtIssuer, ISSUER, type JwtIssuer } from '@tickscope/api/testing/jwt-issuer';
import { toBase58 } from '@tickscope/chain';
import { readApiConfig } from '@tickscope/config';
import { type EmbeddedPostgres, postgresUrl, startPostgres } from '@tickscope/embedded';
import { redetect } from '@tickscope/pipeline';
import { expectedScan } from '@tickscope/queries/testing/wallet-scan';
import { BlockWriter } from '@tickscope/store';
import { makeBusyChain, NEWEST } from '@tickscope/testkit/busy-chain';
import { found, plant, signatureAt, storeBlocks, write } from '@tickscope/testkit/store/planted-sandwiches';
import { address } from '@tickscope/testkit/traded-block';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT, TSC } from '../support/paths.js';
import { type TlsProxy, tlsProxy } from '../support/tls-proxy.js';

const SDK = join(ROOT, 'packages/serve/sdk');
const ACCOUNT = 'jwt/of the examples';
const RECEIVER_PORT = 18_473;
const blocks = makeBusyChain();
/** Sandwiches of one slot each, long before the busy chain. */
const plants = Array.from({ length: 150 }, (_, at) => plant(800 + at));

const examples = readdirSync(join(SDK, 'examples')).filter((name) => name.endsWith('.mjs'));
const ran = new Set<string>();

let folder: string;
let postgres: EmbeddedPostgres;
let accounts: Accounts;
let issuer: JwtIssuer;
let api: ApiUnderTest;
let key: string;
let proxy: TlsProxy;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tickscope-sdk-'));
  issuer = await createJwtIssuer();
  const jwks = join(folder, 'jwks.json');
  await issuer.writeJwks(jwks);
  postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
  const ownerUrl = postgresUrl(postgres.url, postgres.users.owner);
  await migrateAccounts(ownerUrl, { appRole: 'app' });
  accounts = openAccounts(ownerUrl);
  await setSubscription(accounts, ACCOUNT, { status: 'active', plan: 'default' });
  const made = await createKey(accounts, { account: ACCOUNT, name: 'test', kind: 'live', expiresAt: null });
  key = made.secret;
  const { auth, jwt, databaseUrl } = readApiConfig({
    CLICKHOUSE_URL: 'http://127.0.0.1:1',
    DATABASE_URL: postgresUrl(postgres.url, postgres.users.app),
    JWT_ISSUER: ISSUER,
    JWT_AUDIENCE: AUDIENCE,
    JWT_JWKS: jwks,
  });
  proxy = await tlsProxy(RECEIVER_PORT);
  const webhooks = {
    isAllowed: () => true,
    isAllowedPort: () => true,
    ca: proxy.ca,
    pollMs: 50,
    retryWaitsMs: [200, 200, 200],
  };
  api = await startApiUnderTest({ auth, jwt, databaseUrl }, { liveFeed: { pollMs: 50 }, webhooks });
  await new BlockWriter(api.owner).write(blocks);
  await redetect(api.owner, { fromSlot: blocks[0]!.slot, toSlot: NEWEST, headSlot: NEWEST });
  await storeBlocks(api, plants);
}, 480_000);
afterAll(async () => {
  await api?.stop();
  await proxy?.stop();
  await accounts?.close();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Ran {
  code: number | null;
  lines: string[];
  stderr: string;
}

/** Runs an example with the built package, as its reader would. */
function runExample(name: string, args: readonly string[], env: Record<string, string> = {}): Promise<Ran> {
  ran.add(name);
  const { NODE_OPTIONS: _, ...own } = process.env;
  const child = spawn(process.execPath, [join('examples', name), ...args], {
    cwd: SDK,
    env: { ...own, TICKSCOPE_API_URL: `${api.url}/api`, TICKSCOPE_API_KEY: key, ...env },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  return new Promise((resolve) =>
    child.once('close', (code) => resolve({ code, lines: stdout.split('\n').slice(0, -1), stderr })),
  );
}

describe('the built package', () => {
  it('uses only features of browsers', () => {
    const imported = readdirSync(join(SDK, 'dist'))
      .filter((name) => /\.(js|d\.ts)$/.test(name))
      .map((name) => readFileSync(join(SDK, 'dist', name), 'utf8').replaceAll(/\/\*\*.*?\*\//gs, '')) // no @example
      .flatMap((source) => [...source.matchAll(/from '([^']+)'/g)])
      .map(([, from]) => from!);
    expect(readdirSync(join(SDK, 'dist'))).toContain('index.js');
    expect(imported.filter((from) => !from.startsWith('./'))).toEqual([]);
  });

  it.each([
    ['a browser’s types', ['--lib', 'ES2023,DOM', 'dist/index.d.ts']],
    [
      'Node’s types, in the examples',
      ['--types', 'node', '--allowJs', '--checkJs', ...examples.map((name) => `examples/${name}`)],
    ],
  ])('has declarations that hold with %s', (_, args) => {
    const options = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--module', 'NodeNext'];
    const { status, stdout } = spawnSync(
      process.execPath,
      [TSC, '--ignoreConfig', ...options, '--target', 'ES2023', '--skipLibCheck', 'false', ...args],
      { cwd: SDK, encoding: 'utf8' },
    );
    expect(stdout).toBe('');
    expect(status).toBe(0);
  });
});

describe('the examples, against a real API', () => {
  it('trade-context.mjs prints every transaction around one, in order', async () => {
    const it = plants[5]!;
    const { code, lines, stderr } = await runExample('trade-context.mjs', [
      signatureAt(it, 1),
      address('pool'),
      '1',
    ]);
    expect([code, stderr]).toEqual([0, '']);
    const expected = [4, 5, 6].flatMap((at) =>
      [0, 1, 2].map((index) => {
        const offset = (at - 5) * 64;
        const where = at === 5 && index === 1 ? 'the transaction itself' : `${offset} ticks`;
        return `${800 + at}.${index} ${signatureAt(plants[at]!, index)} writes (${where})`;
      }),
    );
    expect(lines).toEqual(expected);
  });

  it('was-it-sandwiched.mjs prints the attacker and the loss', async () => {
    const it = plants[0]!;
    await write(api, found(it));
    const { code, lines, stderr } = await runExample('was-it-sandwiched.mjs', [signatureAt(it, 1)]);
    expect([code, stderr]).toEqual([0, '']);
    expect(lines.slice(1)).toEqual([
      'sandwiched',
      expect.stringMatching(/^not stored: 798, 799$/),
      expect.stringMatching(/^not analysed yet: 800, 801, 802$/),
      `sandwich_frontrun ${address('mallory')} ${signatureAt(it, 0)}`,
      `sandwich_backrun ${address('mallory')} ${signatureAt(it, 2)}`,
      `lost 70 units of ${address('B')}`,
    ]);
  });

  it('was-it-sandwiched.mjs does not say "not sandwiched" of what is not analysed', async () => {
    const { code, lines } = await runExample('was-it-sandwiched.mjs', [signatureAt(plants[60]!, 1)]);
    expect([code, lines.slice(1)]).toEqual([0, ['not known', 'not analysed yet: 858, 859, 860, 861, 862']]);
  });

  it('was-it-sandwiched.mjs prints the error for a transaction that is not stored', async () => {
    const unknown = toBase58(new Uint8Array(64).fill(7));
    const { code, lines } = await runExample('was-it-sandwiched.mjs', [unknown]);
    expect(code).toBe(1);
    expect(lines[0]).toMatch(/^404 Transaction not found: /);
  });

  it('wallet-scan.mjs waits for the job and prints its result', async () => {
    const expected = expectedScan(blocks, 'alice', 1, 4);
    const sandwiched = expected.filter(({ incidents }) => incidents.length > 0);
    const { code, lines, stderr } = await runExample('wallet-scan.mjs', [address('alice')]);
    expect(code, stderr).toBe(0);
    expect(stderr).toMatch(/^completed 100 %$/m);
    // Around the last of these blocks not all is stored.
    const summary = lines.findIndex((line) => line.startsWith('sandwiched: '));
    expect(lines[summary]).toMatch(
      new RegExp(
        `^sandwiched: ${sandwiched.length} of ${expected.length} trades, of [1-9]\\d* it is not known$`,
      ),
    );
    expect(lines.slice(0, summary).map((line) => line.split(' ')[0])).toEqual(
      sandwiched.map(({ signature }) => signature),
    );
  });

  it('competition.mjs prints every incident, at any page size', async () => {
    const runWith = async (limit: number): Promise<{ heads: string[]; incidents: string[] }> => {
      const wallets = [address('alice'), address('mallory')];
      const { code, lines, stderr } = await runExample('competition.mjs', [...wallets, String(limit)]);
      expect([code, stderr]).toEqual([0, '']);
      const isHead = (line: string) => line.startsWith('page ');
      return { heads: lines.filter(isHead), incidents: lines.filter((line) => !isHead(line)) };
    };
    const [few, many] = [await runWith(500), await runWith(300)];
    const total = many.incidents.length;
    expect(total).toBeGreaterThan(600);
    expect(few.heads).toEqual([1, 2].map((page) => `page ${page}; incidents in all: ${total}`));
    expect(many.heads).toEqual([1, 2, 3].map((page) => `page ${page}; incidents in all: ${total}`));
    expect(many.incidents).toEqual(few.incidents);
  });

  it('live-feed.mjs prints sandwiches as they are found, and another run resumes where it ended', async () => {
    let next = 10;
    const listening = runExample('live-feed.mjs', ['2']);
    let isOver = false;
    void listening.finally(() => {
      isOver = true;
    });
    // The test cannot see when it listens, so it writes sandwiches until two arrive.
    for (; !isOver; next += 1) {
      await write(api, found(plants[next]!));
      await sleep(1_000);
    }
    const first = await listening;
    expect([first.code, first.stderr]).toEqual([0, '']);
    const line = (slot: number): string =>
      `${slot}.0.0.-1.0#1 exact, gained 60 units of ${address('A')} before fees`;
    const from = Number.parseInt(first.lines[0]!, 10);
    expect(first.lines.slice(0, 2)).toEqual([line(from), line(from + 1)]);
    const lastEventId = first.lines[2]!.replace('last event: ', '');
    await write(api, found(plants[148]!), found(plants[149]!));
    // What was written after the two comes before these.
    const between = next + 800 - (from + 2);
    const second = await runExample('live-feed.mjs', [String(between + 2), lastEventId]);
    const slots = Array.from({ length: between }, (_, at) => from + 2 + at);
    expect(second.lines.slice(0, -1)).toEqual([...slots, 948, 949].map(line));
  });

  it('sandwiches.mjs prints the newest, over pages, and none that cost too little', async () => {
    const [least, ...exact] = plants.slice(0, 30);
    const victims = least!.sandwich.victims.map((victim) => ({
      ...victim,
      lossMethod: 'front_rate' as const,
      lossSide: 'received' as const,
    }));
    await write(api, found(least!, { victims }), ...exact.map((each) => found(each)));
    const { code, lines, stderr } = await runExample('sandwiches.mjs', ['1000']);
    expect([code, stderr]).toEqual([0, '']);
    const of800 = lines.filter((line) => /^8\d\d\./.test(line));
    expect(of800.slice(-30)).toEqual(
      plants
        .slice(0, 30)
        .map(
          (_, at) =>
            `${800 + at}.0.0.-1.0 in ${address('pool')} by ${address('mallory')}, lost ${at === 0 ? 'at least ' : ''}70 units of ${address('B')}`,
        )
        .reverse(),
    );
    expect((await runExample('sandwiches.mjs', ['20', '999999999'])).lines).toEqual([]);
  });

  it('webhook.mjs prints what is sent to it, once, and refuses what others send', async () => {
    const listening = runExample('webhook.mjs', [proxy.url, String(RECEIVER_PORT), '2']);
    let isOver = false;
    void listening.finally(() => {
      isOver = true;
    });
    const forged = { id: '1.0.0.-1.0', revision: 1, confidence: 'exact' };
    const statuses = new Set<number>();
    for (let next = 100; !isOver; next += 1) {
      await write(api, found(plants[next]!));
      const answer = await fetch(`http://127.0.0.1:${RECEIVER_PORT}`, {
        method: 'POST',
        headers: {
          'webhook-id': 'msg_forged',
          'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
          'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}`,
        },
        body: JSON.stringify({ type: 'sandwich', data: forged }),
      }).catch(() => null);
      if (answer !== null) statuses.add(answer.status);
      await sleep(500);
    }
    const { code, lines, stderr } = await listening;
    expect([code, stderr]).toEqual([0, '']);
    expect([...statuses]).toEqual([401]);
    expect(lines).toEqual([
      expect.stringMatching(/^webhook \S+$/),
      ...Array(2).fill(expect.stringMatching(/^9\d\d\.0\.0\.-1\.0#1 exact$/)),
    ]);
    expect(new Set(lines).size).toBe(3);
  }, 300_000);

  it('keys.mjs makes a key, lists and revokes it', async () => {
    const jwt = await issuer.token(ACCOUNT);
    const { code, lines, stderr } = await runExample('keys.mjs', ['made by an example'], {
      TICKSCOPE_JWT: jwt,
    });
    expect([code, stderr]).toEqual([0, '']);
    const [, prefix, id] = /^made (sk_test_\S{4})… \((\S+)\)$/.exec(lines[0]!)!;
    expect(lines.slice(1)).toEqual([
      `${prefix}… made by an example, live`,
      expect.stringMatching(/^sk_live_\S{4}… test, live$/),
      `revoked ${id}`,
    ]);
  });

  it('are all run by these tests', () => {
    expect([...ran].sort()).toEqual([...examples].sort());
  });
});
