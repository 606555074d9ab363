import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  type Accounts,
  createKey,
  migrateAccounts,
  openAccounts,
  setSubscription,
} from '@tickscope/accounts';
import { type ApiUnderTest, startApiUnderTest } from '@tickscope/api/testing/api-under-test';
import { UUID } from '@tickscope/api/testing/expect-error';
import { toBase58 } from '@tickscope/chain';
import { type EmbeddedPostgres, postgresUrl, startPostgres } from '@tickscope/embedded';
import { found, plant, signatureAt, storeBlocks, write } from '@tickscope/testkit/store/planted-sandwiches';
import { address } from '@tickscope/testkit/traded-block';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browse, CHROMIUM } from '../support/browser.js';
import { type PageFile, type PageServer, pageOf, servePage } from '../support/page-server.js';
import { ROOT } from '../support/paths.js';

const NAME = 'app.example';
const STRANGER = 'stranger.example';
const ACCOUNT = 'of a page';
const SCRIPT = readFileSync(fileURLToPath(new URL('./pages/sdk.js', import.meta.url)), 'utf8');
const JAVASCRIPT = 'text/javascript; charset=utf-8';

interface Failure {
  kind: string;
  status: number | null;
  details: string | string[] | null;
  requestId: string | null;
}

interface Report {
  subscription?: string;
  rows: [slot: number, blockIndex: number, isOriginal: boolean][];
  events: [event: string, idType: string, id: string, gross: string][];
  unknown?: Failure;
  invalid?: Failure;
  stranger?: Failure;
  error?: string;
}

const plants = Array.from({ length: 120 }, (_, at) => plant(800 + at));
const unknown = toBase58(new Uint8Array(64).fill(7));

/** The files that the package's users get, as they are on disk after a build. */
describe.skipIf(CHROMIUM === null)('the built SDK in a browser, as modules', () => {
  let folder: string;
  let postgres: EmbeddedPostgres;
  let accounts: Accounts;
  let api: ApiUnderTest;
  let page: PageServer;
  let other: PageServer;
  let settings: Record<string, string>;

  function fileAt(path: string): PageFile | null {
    if (path === '/') return pageOf('/page.js');
    if (path === '/page.js') return { type: JAVASCRIPT, body: SCRIPT };
    if (path === '/settings.json') return { type: 'application/json', body: JSON.stringify(settings) };
    const module = /^\/sdk\/([a-z-]+\.js)$/.exec(path)?.[1];
    if (module === undefined) return null;
    return { type: JAVASCRIPT, body: readFileSync(join(ROOT, 'packages/serve/sdk/dist', module)) };
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tickscope-page-'));
    postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
    const ownerUrl = postgresUrl(postgres.url, postgres.users.owner);
    await migrateAccounts(ownerUrl, { appRole: 'app' });
    accounts = openAccounts(ownerUrl);
    await setSubscription(accounts, ACCOUNT, { status: 'active', plan: 'default' });
    const key = { account: ACCOUNT, name: 'of a page', kind: 'live', expiresAt: null } as const;
    const { secret } = await createKey(accounts, key);
    page = await servePage(NAME, fileAt);
    other = await servePage(STRANGER, fileAt);
    api = await startApiUnderTest(
      {
        auth: 'on',
        databaseUrl: postgresUrl(postgres.url, postgres.users.app),
        corsOrigins: [page.origin],
      },
      { liveFeed: { pollMs: 50 } },
    );
    await storeBlocks(api, plants);
    settings = {
      baseUrl: `${api.url}/api`,
      token: secret,
      signature: signatureAt(plants[5]!, 1),
      account: address('pool'),
      unknown,
    };
  }, 480_000);
  afterAll(async () => {
    await Promise.all([page?.close(), other?.close()]);
    await api?.stop();
    await accounts?.close();
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function visit(server: PageServer, name: string): Promise<Report> {
    const browser = browse(server.origin, [name]);
    let isOver = false;
    const report = server.report(300_000).finally(() => {
      isOver = true;
    });
    // The test cannot see when the page listens, so it writes sandwiches until one arrives.
    for (let next = 10; !isOver && next < plants.length; next += 1) {
      await Promise.race([sleep(1_000), report.catch(() => undefined)]);
      if (!isOver) await write(api, found(plants[next]!));
    }
    try {
      return (await report) as Report;
    } finally {
      await browser.close();
    }
  }

  it('calls, reads pages, receives the feed and reports errors, from an allowed origin', async () => {
    const report = await visit(page, NAME);
    expect(report.error).toBeUndefined();
    expect(report.subscription).toBe('active');
    // Three transactions of each of three slots; the second of the middle one was asked about.
    expect(report.rows).toEqual(
      [4, 5, 6].flatMap((at) => [0, 1, 2].map((index) => [800 + at, index, at === 5 && index === 1])),
    );
    expect(report.events).toEqual([
      ['sandwich', 'string', expect.stringMatching(/^8\d\d\.0\.0\.-1\.0$/), '60'],
    ]);
    expect(report.unknown).toEqual({
      kind: 'TickscopeError',
      status: 404,
      details: expect.stringContaining(unknown),
      requestId: expect.stringMatching(UUID),
    });
    expect(report.invalid).toMatchObject({
      status: 400,
      details: [expect.stringContaining('wallet_address')],
    });
    expect(report.stranger).toMatchObject({ status: 401, requestId: expect.stringMatching(UUID) });
  });

  it('gets no answer from an origin that the API does not allow', async () => {
    const { error, subscription, rows } = await visit(other, STRANGER);
    expect(error).toMatch(/NoAnswerError|no answer|Failed to fetch/);
    expect([subscription, rows]).toEqual([undefined, []]);
  });
});
