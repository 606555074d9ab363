import { setTimeout as sleep } from 'node:timers/promises';
import { createTickscope, type Schemas, type Tickscope } from '@tickscope/sdk';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stackProcesses } from '../kills/stack-processes.js';
import { CHROMIUM } from '../support/browser.js';
import { newDataDir, tickscope, type UpStack, up } from '../support/cli.js';
import { launchChromium, type OpenPage, openPage, settled, violations } from '../support/explorer.js';

const VIEWS = [
  { width: 390, theme: 'light' },
  { width: 1_280, theme: 'dark' },
  { width: 1_920, theme: 'light' },
] as const;
const FUTURE = '/slot/999999999999';
const HOSTILE = `<img src=x onerror=alert(1)>\u202e${'𝔘'.repeat(90)}🐸 javascript:alert(1)${'a\u0301\u0302\u0303\u0304'.repeat(40)}`;

/** The pages of validators, slots, attackers and accounts, and the feed's filters, over the whole stack. */
describe.skipIf(CHROMIUM === null)('the pages of the explorer', () => {
  const folder = newDataDir();
  let stack: UpStack;
  let browser: Browser;
  let key: string;
  let api: Tickscope;
  let sandwiches: Schemas['StoredSandwich'][];

  beforeAll(async () => {
    stack = await up(['--data-dir', folder.dataDir, '--source', 'simulator']);
    key = /your key +(sk_live_\S+)/.exec(stack.output())?.[1] ?? '';
    api = createTickscope({ baseUrl: stack.api, token: key });
    browser = await launchChromium();
    for (;;) {
      sandwiches = (await api.listSandwiches({ limit: '100' })).data.sandwiches;
      if (sandwiches.length > 12) break;
      await sleep(1_000);
    }
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
    folder.remove();
  });

  const open = (path: string, own: string | null = key): Promise<OpenPage> =>
    openPage(browser, `${stack.origin}${path}`, own);
  const slotOf = ({ slot_range: { from } }: Schemas['StoredSandwich']): string => `/slot/${from}`;
  const cells = (page: Page, caption: string, column: number): Promise<string[]> =>
    page.getByRole('table', { name: caption }).locator(`tbody tr td:nth-child(${column})`).allInnerTexts();

  it('every page fits, is accessible and loads from this server alone, in both themes', async () => {
    const [sandwich] = sandwiches;
    const { leaders } = (await api.listValidators({ period: '1h' })).data;
    const skipped = (await api.listSlots({ limit: '100' })).data.slots.find(
      ({ state }) => state === 'skipped',
    );
    const paths = [
      ...['/?confidence=exact&loss=0.001', '/validators', `/validators?leader=${leaders[0]!.leader_pubkey}`],
      ...[slotOf(sandwich!), `${slotOf(sandwich!)}?show=all`, FUTURE, '/slot/nonsense'],
      ...(skipped === undefined ? [] : [`/slot/${skipped.slot}`]),
      ...[`/wallet/${sandwich!.attackers[0]}`, `/account/${sandwich!.pool.pool_address}`],
    ];
    const problems: unknown[] = [];
    for (const path of paths) {
      const { page, complaints, urls, close } = await open(path);
      for (const { width, theme } of VIEWS) {
        await page.emulateMedia({ colorScheme: theme });
        await page.setViewportSize({ width, height: 900 });
        await settled(page);
        const overflow = (await page.evaluate('document.documentElement.scrollWidth - innerWidth')) as number;
        if (overflow > 0) problems.push([path, width, `${overflow} px too wide`]);
        if (width !== 1_920)
          problems.push(...(await violations(page)).map((problem) => [path, width, problem]));
      }
      // A 400 is an answer, which browsers list as an error of the console.
      problems.push(
        ...complaints
          .filter((text) => !(path.endsWith('nonsense') && /400/.test(text)))
          .map((text) => [path, text]),
      );
      for (const url of urls) {
        expect(new URL(url).origin).toBe(stack.origin);
        expect(url.split('#')[0]).not.toContain(key);
      }
      await close();
    }
    expect(problems).toEqual([]);
  }, 240_000);

  it('the first load has less than 200 KB of compressed script', async () => {
    for (const path of ['/', `/tx/${sandwiches[0]!.victims[0]!.signature}`]) {
      const { page, close } = await open(path);
      await settled(page);
      const bytes = (await page.evaluate(
        `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
           .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`,
      )) as number;
      expect(bytes).toBeGreaterThan(50_000);
      expect(bytes).toBeLessThan(200_000);
      await close();
    }
  });

  it('validators: the rows are those of the API, in the order that the address names', async () => {
    const { page, close } = await open('/validators?period=1h');
    const caption = 'Share of blocks with victims, by leader';
    await page.getByRole('table', { name: caption }).waitFor();
    await page.getByRole('button', { name: /^Blocks/ }).click();
    await page.waitForURL('**/validators?*by=Blocks*');
    // Shares are kept for minutes, so that page and API read the same.
    const { leaders, note, all } = (await api.listValidators({ period: '1h', limit: '100' })).data;
    const most = leaders.map(({ block_count: count }) => count).sort((left, right) => right - left);
    expect((await cells(page, caption, 5)).map(Number)).toEqual(most);
    await page.getByRole('button', { name: /^Blocks/ }).click();
    await page.waitForURL('**/validators?*order=up*');
    expect((await cells(page, caption, 5)).map(Number)).toEqual(most.toReversed());
    const again = await open(new URL(page.url()).pathname + new URL(page.url()).search);
    await again.page.getByRole('table', { name: caption }).waitFor();
    expect(await cells(again.page, caption, 1)).toEqual(await cells(page, caption, 1));
    const text = await page.locator('main').innerText();
    expect(text).toContain(note.split('. ').at(-1));
    expect(text).toContain(`${(100 * all.share!).toLocaleString('en', { maximumFractionDigits: 1 })} %`);
    await again.close();
    await close();
  });

  it('a slot: its transactions and roles are those of the API; the keyboard walks through the block', async () => {
    const sandwich = sandwiches.find(({ slot_range: { from, to } }) => from === to) ?? sandwiches[0]!;
    const record = (await api.getSlot({ slot: String(sandwich.slot_range.from), limit: '5000' })).data;
    const { page, close } = await open(`${slotOf(sandwich)}?show=parts`);
    const caption = 'Transactions of the block, in the order of the chain';
    await page.getByRole('table', { name: caption }).waitFor();
    const parts = record.transactions.filter(({ roles }) => roles.length > 0);
    const keys = await page.evaluate(
      '[...document.querySelectorAll("tr[data-key]")].map((row) => row.dataset.key)',
    );
    expect((keys as string[]).slice(0, parts.length)).toEqual(parts.map(({ signature }) => signature));
    expect(await page.locator('h1').innerText()).toContain(
      `${record.block!.transaction_count.toLocaleString('en')} transactions`,
    );
    const drawing = page.getByRole('application');
    await drawing.focus();
    await page.keyboard.press('ArrowDown');
    const selected = page.locator('tr[data-selected]');
    await expect.poll(() => selected.getAttribute('data-key')).toBe(parts[0]!.signature);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/tx/${parts[0]!.signature}`);
    await close();
  });

  it('a slot without a block says why, and what is none says so with the request', async () => {
    const future = await open(FUTURE);
    await future.page.getByRole('heading', { name: /is not stored/ }).waitFor();
    const { reason } = (await api.getSlot({ slot: '999999999999' })).data;
    // The head goes on meanwhile.
    await future.page.getByText(reason!.split(',')[0]!).waitFor();
    await future.close();
    const none = await open('/slot/nonsense');
    await none.page.getByText(/names nothing that can be looked up/).waitFor();
    expect(await none.page.locator('[role=alert] code').innerText()).toMatch(/^[\w-]{8,}$/);
    await none.close();
  });

  it('the filters of the feed are in the address, and choose what the API chooses', async () => {
    const { page, close } = await open('/');
    await page.getByRole('table', { name: 'The newest sandwiches' }).waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByLabel('Certainty').selectOption('exact');
    await page.getByLabel('Lost at least, SOL').fill('0.02');
    await page.keyboard.press('Enter');
    await page.waitForURL(/confidence=exact.*loss=0\.02|loss=0\.02.*confidence=exact/);
    await settled(page);
    const { data } = await api.listSandwiches({ confidence: 'exact', min_loss_sol: '0.02', limit: '100' });
    const matching = new Set(data.sandwiches.map(({ id }) => id));
    const shown = (await page.evaluate(
      '[...document.querySelectorAll("tr[data-key]")].map((row) => row.dataset.key)',
    )) as string[];
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.filter((id) => !matching.has(id))).toEqual([]);
    await page.getByLabel('Token (mint)').fill('javascript:alert(1)');
    await page.keyboard.press('Enter');
    expect(page.url()).not.toContain('mint');
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.waitForURL(`${stack.origin}/`);
    await close();
  });

  it('an attacker: what it earned, its pools and victims are those of the API', async () => {
    const { attackers } = (await api.listAttackers({ period: '24h', by: 'sandwiches' })).data;
    const address = attackers[0]!.address;
    const { page, close } = await open(`/wallet/${address}`);
    await page.getByRole('table', { name: /Wallets that lost to it/ }).waitFor();
    const { summary, earnings, by_pool: pools } = (await api.getAttacker({ address })).data;
    expect(await page.locator('h1').innerText()).toContain(`${summary.sandwich_count} sandwich`);
    if (earnings.net_gain_sol !== null)
      expect(await page.locator(`[title="${earnings.net_gain_sol} SOL"]`).count()).toBeGreaterThan(0);
    expect((await cells(page, 'Pools in which it made sandwiches', 2)).map(Number)).toEqual(
      pools.slice(0, 10).map(({ count }) => count),
    );
    await close();
  });

  it('the fee that gets in is the 75th percentile of what the newest writers paid', async () => {
    const account = sandwiches[0]!.pool.pool_address;
    const { page, close } = await open('/settings');
    // Kept as it passes: the browser may drop a response's body once the page has moved on.
    let answer = '';
    await page.route(/\/write-locks\/account$/, async (route) => {
      const response = await route.fetch();
      answer = await response.text();
      await route.fulfill({ response, body: answer });
    });
    await page.goto(`${stack.origin}/account/${account}`);
    await page.getByText('would have got in:').waitFor();
    const locks = (JSON.parse(answer) as Schemas['AccountWriteLocksResponse']).data;
    const newest = locks.competing_transactions.map(({ signature }) => signature);
    const { data } = await api.enhanceMetadata({ signatures: newest });
    const paid = (data.results as Schemas['TransactionMetadata'][])
      .map(({ priority_fee: fee, jito_tip: tip }) => Number(fee ?? 0) + Number(tip ?? 0))
      .sort((left, right) => left - right);
    const naive = paid.find((one) => paid.filter((other) => other <= one).length >= 0.75 * paid.length)!;
    const exact = (naive / 1e9).toFixed(9).replace(/\.?0+$/, '');
    expect(await page.getByText('would have got in:').locator(`[title="${exact} SOL"]`).count()).toBe(1);
    await close();
  });

  it('a leader is named in every lane of the tick axis', async () => {
    const sandwich = sandwiches.find(({ victims }) => victims[0]?.signature != null)!;
    const { page, close } = await open(`/tx/${sandwich.victims[0]!.signature}`);
    await page.getByRole('application').waitFor();
    const slot = sandwich.victims[0]!.slot;
    const { slots } = (await api.listSlots({ before_slot: String(slot + 3), limit: '5' })).data;
    for (const { validator_name: name, leader } of slots)
      await page
        .locator('svg text', { hasText: name ?? leader!.slice(0, 4) })
        .first()
        .waitFor();
    await close();
  });

  it('names that others chose are text: no markup, no line torn open, nothing out of the page', async () => {
    const sandwich = sandwiches.find(({ victims }) => victims[0]?.signature != null)!;
    const symbols = new Set([sandwich.gain.symbol, sandwich.loss?.symbol].filter((one) => one !== undefined));
    for (const path of [
      ...['/', '/validators?period=1h', slotOf(sandwich), `/sandwich/${sandwich.id}`],
      ...[`/tx/${sandwich.victims[0]!.signature}`, `/wallet/${sandwich.attackers[0]}`],
    ]) {
      const context = await browser.newContext({ viewport: { width: 390, height: 900 } });
      const page = await context.newPage();
      const dialogs: string[] = [];
      page.on('dialog', (dialog) => {
        dialogs.push(dialog.message());
        void dialog.dismiss();
      });
      // The API's own answers, in which every name that someone may choose is a hostile one.
      await page.route(/\/api\/(mev|slots|validators|transaction)/, async (route) => {
        if (route.request().url().includes('/stream')) return route.continue();
        const answer = await route.fetch();
        await route.fulfill({ response: answer, body: withHostileNames(await answer.text()) });
      });
      await page.goto(`${stack.origin}${path}#key=${key}`);
      await settled(page);
      const overflow = (await page.evaluate('document.documentElement.scrollWidth - innerWidth')) as number;
      expect([path, Math.max(0, overflow)]).toEqual([path, 0]);
      expect(await page.locator('img').count()).toBe(0);
      const text = await page.locator('main').innerText();
      expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
      expect(text).not.toContain('𝔘'.repeat(50));
      const links = (await page.evaluate('[...document.links].map(({ protocol }) => protocol)')) as string[];
      expect(links.filter((protocol) => !/^https?:$/.test(protocol))).toEqual([]);
      expect(dialogs).toEqual([]);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await context.close();
    }
    expect(symbols.size).toBeGreaterThan(0);
  }, 120_000);

  it('over the limit it says when it goes on, and goes on by itself', async () => {
    const made = await tickscope([
      ...['keys', 'create', '--account', 'demo', '--name', 'limited', '--test', '--json'],
      ...['--data-dir', folder.dataDir],
    ]);
    const limited = (JSON.parse(made.stdout) as { secret: string }).secret;
    const own = createTickscope({ baseUrl: stack.api, token: limited, retries: 0 });
    const account = sandwiches[0]!.pool.pool_address;
    // The account's other requests count, too: the limit may be reached before the last of them.
    const asked = Array.from({ length: 7 }, () => own.getAccountWriteLocks({ account, time_range: '1h' }));
    const refused = (await Promise.allSettled(asked)).filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    const { page, close } = await open(`/account/${account}`, limited);
    await page.getByText(/It goes on by itself in/).waitFor();
    await page.getByText('would have got in:').waitFor({ timeout: 75_000 });
    await close();
  }, 120_000);

  it('after the API was restarted the page goes on by itself', async () => {
    const { page, close } = await open('/');
    await page.getByText(/live, \d+ new/).waitFor({ timeout: 60_000 });
    const newest = async (): Promise<number> =>
      Number((await page.getByText(/^up to /).innerText()).replace(/\D/g, ''));
    const before = await newest();
    process.kill(stackProcesses(stack.process.pid!).get('API')![0]!, 'SIGKILL');
    await expect.poll(newest, { timeout: 60_000 }).toBeGreaterThan(before + 20);
    const count = async (): Promise<number> =>
      Number(/live, (\d+) new/.exec(await page.locator('main').innerText())?.[1] ?? 0);
    const found = await count();
    await expect.poll(count, { timeout: 60_000 }).toBeGreaterThan(found);
    await close();
  }, 180_000);

  describe('the six paths of a newcomer, from the printed address by clicks alone', () => {
    let start: OpenPage;
    let clicks: number;
    let since: number;
    const click = async (target: ReturnType<Page['locator']>): Promise<void> => {
      clicks += 1;
      await target.first().click();
    };
    const walk = async (name: string, most: number, path: (page: Page) => Promise<void>): Promise<void> => {
      const sandwich = sandwiches.find(({ victims }) => victims[0]?.signature != null)!;
      start = await open(`/tx/${sandwich.victims[0]!.signature}`);
      clicks = 0;
      since = Date.now();
      await path(start.page);
      process.stdout.write(`${name}: ${clicks} clicks, ${((Date.now() - since) / 1_000).toFixed(1)} s\n`);
      expect(clicks).toBeLessThanOrEqual(most);
      await start.close();
    };

    it('was this trade sandwiched', () =>
      walk('sandwiched?', 0, async (page) => {
        await page.getByRole('heading', { name: /^Sandwiched\. This trade got/ }).waitFor();
      }));

    it('what did my wallet lose this week', () =>
      walk('my losses', 2, async (page) => {
        await click(page.locator('[data-verdict] a[href^="/wallet/"]'));
        await click(page.getByRole('link', { name: '4 days' }));
        await page.getByText('Lost in all').waitFor();
      }));

    it('who is this bot and what does it earn', () =>
      walk('the bot', 1, async (page) => {
        const row = page
          .getByRole('table', { name: /Legs and victims/ })
          .locator('tr', { hasText: 'frontrun' });
        await click(row.locator('a[href^="/wallet/"]'));
        await page.getByRole('heading', { name: /it (earned|lost) .* SOL|not known in SOL/ }).waitFor();
      }));

    it('who competes for this account, and what fee gets in', () =>
      walk('competition and fee', 1, async (page) => {
        await click(page.locator('[data-verdict] a[href^="/account/"]'));
        await page.getByRole('table', { name: /Signers that wrote/ }).waitFor();
        await page.getByText('would have got in:').waitFor();
      }));

    it('what happened in this slot', () =>
      walk('the slot', 1, async (page) => {
        await click(page.getByRole('link', { name: 'Its slot' }));
        await page.getByRole('heading', { name: 'The block as it was built' }).waitFor();
        await page
          .getByRole('table', { name: 'Transactions of the block, in the order of the chain' })
          .waitFor();
      }));

    it('which leaders carry most sandwiches', () =>
      walk('leaders', 1, async (page) => {
        await click(page.getByRole('link', { name: 'Validators' }));
        await page.getByRole('table', { name: 'Share of blocks with victims, by leader' }).waitFor();
      }));
  });
});

const NAMES = new Set([
  'symbol',
  'pool_label',
  'dex_name',
  'validator_name',
  'name',
  'label',
  'client',
  'client_version',
  'validatorName',
  'clientVersion',
  'account_label',
]);

function withHostileNames(text: string): string {
  return JSON.stringify(
    JSON.parse(text, (field, value: unknown) => {
      if (field === 'dexes' && Array.isArray(value)) return value.map(() => HOSTILE);
      return NAMES.has(field) && typeof value === 'string' ? HOSTILE : value;
    }),
  );
}
