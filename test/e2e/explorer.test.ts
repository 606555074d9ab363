import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTickscope, type Schemas, type Tickscope } from '@tickscope/sdk';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM } from '../support/browser.js';
import { newDataDir, type UpStack, up } from '../support/cli.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const VIEWS = [
  { width: 390, theme: 'light' },
  { width: 1_280, theme: 'dark' },
  { width: 1_920, theme: 'light' },
] as const;
const UNKNOWN = '5'.repeat(87);

interface Opened {
  page: Page;
  /** What the browser complained about. */
  complaints: string[];
  urls: string[];
  close(): Promise<void>;
}

/** What a visitor sees, in a real browser over the whole stack, compared with what the API answers. */
describe.skipIf(CHROMIUM === null)('the explorer', () => {
  const folder = newDataDir();
  let stack: UpStack;
  let browser: Browser;
  let key: string;
  let api: Tickscope;
  let sandwiches: Schemas['SandwichEvent'][];

  beforeAll(async () => {
    stack = await up(['--data-dir', folder.dataDir, '--source', 'simulator']);
    key = /your key +(sk_live_\S+)/.exec(stack.output())?.[1] ?? '';
    api = createTickscope({ baseUrl: stack.api, token: key });
    browser = await chromium.launch({
      executablePath: CHROMIUM!,
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    });
    for (;;) {
      sandwiches = (await api.listSandwiches({ confidence: 'exact', limit: '20' })).data.sandwiches;
      if (sandwiches.length > 5) break;
      await sleep(1_000);
    }
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
    folder.remove();
  });

  async function open(
    path: string,
    options: { key?: string | null; theme?: 'light' | 'dark' } = {},
  ): Promise<Opened> {
    const context: BrowserContext = await browser.newContext({ colorScheme: options.theme ?? 'light' });
    const page = await context.newPage();
    const complaints: string[] = [];
    const urls: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('request', (request) => urls.push(request.url()));
    const secret = options.key === undefined ? key : options.key;
    await page.goto(`${stack.origin}${path}${secret === null ? '' : `#key=${secret}`}`);
    return { page, complaints, urls, close: () => context.close() };
  }

  const victim = (): Schemas['SandwichEventVictim'] =>
    sandwiches
      .flatMap(({ victims }) => victims)
      .find(({ signature, loss }) => signature !== null && loss?.bps != null)!;

  it('every page fits, is accessible and loads from this server alone, in both themes', async () => {
    const [sandwich] = sandwiches;
    const pool = sandwich!.pool.pool_address;
    const wallet = victim().wallet;
    const paths = [
      '/',
      `/tx/${victim().signature}`,
      `/tx/${sandwich!.legs[0]!.attacker_signature}?range=16`,
      `/tx/${UNKNOWN}`,
      `/sandwich/${sandwich!.id}`,
      `/wallet/${wallet}`,
      `/account/${pool}`,
      '/account',
      `/compare?a=${wallet}&b=${sandwich!.attackers[0]}`,
      `/slot/${sandwich!.slot_range.from}`,
      '/settings',
      '/status',
      '/nothing/here',
    ];
    const problems: unknown[] = [];
    for (const path of paths) {
      const { page, complaints, urls, close } = await open(path);
      for (const { width, theme } of VIEWS) {
        await page.emulateMedia({ colorScheme: theme });
        await page.setViewportSize({ width, height: 900 });
        await settled(page);
        const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        if ((overflow as number) > 0) problems.push([path, width, `${overflow} px too wide`]);
        if (width !== 1_920)
          problems.push(...(await violations(page)).map((problem) => [path, width, problem]));
      }
      const isUnknown = path.includes(UNKNOWN);
      // A 404 is an answer, which browsers list as an error of the console.
      problems.push(
        ...complaints.filter((text) => !(isUnknown && /404/.test(text))).map((text) => [path, text]),
      );
      for (const url of urls) {
        expect(new URL(url).origin).toBe(stack.origin);
        expect(url.split('#')[0]).not.toContain(key);
      }
      await close();
    }
    expect(problems).toEqual([]);
  }, 180_000);

  it('the key leaves the address at once, and is kept for the session only', async () => {
    const { page, close } = await open('/settings');
    await page.getByText('A key is set').waitFor();
    expect(page.url()).toBe(`${stack.origin}/settings`);
    const stored = await page.evaluate(
      '[sessionStorage.getItem("tickscope-key"), JSON.stringify(localStorage), document.cookie]',
    );
    expect(stored).toEqual([key, '{}', '']);
    await close();
  });

  it('the verdict, the loss and the rows are those of the API', async () => {
    const signatures = [
      victim().signature!,
      ...sandwiches.slice(0, 2).map(({ victims }) => victims[0]!.signature!),
      sandwiches[0]!.legs[0]!.attacker_signature!,
    ];
    for (const signature of signatures) {
      const { data } = await api.checkSandwichFast({ signature, slot_range: 10 });
      const check = data.results[0]!;
      const { page, close } = await open(`/tx/${signature}`);
      await page.locator('[data-verdict]').waitFor();
      expect(await page.locator('[data-verdict]').getAttribute('data-verdict')).toBe(check.verdict);
      const heading = await page.locator('h1').innerText();
      expect(/^Sandwiched\./.test(heading)).toBe(check.verdict === 'sandwiched');
      const losses = check.incidents.map(({ sandwich }) => sandwich.loss);
      const largest = losses.toSorted((left, right) => (right?.bps ?? -1) - (left?.bps ?? -1))[0];
      if (largest?.sol != null)
        expect(await page.locator(`[title="${largest.sol} SOL"]`).count()).toBeGreaterThan(0);
      const pool = check.pools[0]!.pool_address;
      const context = await api.analyzeTrade({ signature, account_id: pool, slot_range: 4, limit: 1_000 });
      const rows = context.data.results_by_slot.flatMap(({ transactions }) => transactions);
      await page.getByText(`${rows.length.toLocaleString('en')} transaction`).waitFor();
      const shown = await page.evaluate(
        '[...document.querySelectorAll("tr[data-key]")].map((row) => row.dataset.key)',
      );
      const listed = new Set(rows.map((row) => row.signature));
      const own = (shown as string[]).filter((text) => listed.has(text));
      expect(own.length).toBe(Math.min(40, rows.length));
      await close();
    }
  }, 60_000);

  it('arrow keys walk through the tick axis, and Enter opens a transaction', async () => {
    const { page, close } = await open(`/tx/${victim().signature}`);
    const axis = page.getByRole('application');
    await axis.focus();
    const before = await page.locator('tr[data-selected]').getAttribute('data-key');
    await page.keyboard.press('ArrowLeft');
    const selected = page.locator('tr[data-selected]');
    await expect.poll(() => selected.getAttribute('data-key')).not.toBe(before);
    const chosen = await page.locator('tr[data-selected]').getAttribute('data-key');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/tx/${chosen}*`);
    await close();
  });

  it('says what is wrong: no key, an unknown transaction, a text that is nothing', async () => {
    const none = await open(`/tx/${victim().signature}`, { key: null });
    await none.page.getByText('This needs a key.').first().waitFor();
    await none.close();
    const unknown = await open(`/tx/${UNKNOWN}`);
    await unknown.page.getByText('This transaction is not stored.').waitFor();
    const field = unknown.page.getByRole('textbox', { name: /Signature, wallet/ });
    await field.fill('0x52908400098527886E0F7030069857D2E4169EE7');
    await field.press('Enter');
    await unknown.page.getByText('EVM chain').waitFor();
    await field.fill(`https://solscan.io/tx/${victim().signature}`);
    await field.press('Enter');
    await unknown.page.waitForURL(`**/tx/${victim().signature}`);
    await unknown.close();
  });

  it('the documentation page keeps a key over a reload, for the session only, and in no address', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const urls: string[] = [];
    page.on('request', (request) => urls.push(request.url()));
    await page.goto(`${stack.origin}/docs`);
    await page.locator('.btn.authorize.unlocked').click();
    await page.locator('.auth-container input').first().fill(key);
    await page.locator('.auth-btn-wrapper .authorize').first().click();
    await page.locator('.btn.authorize.locked').waitFor();
    await page.reload();
    await page.locator('.btn.authorize.locked').waitFor();
    const operation = page.locator('[id$="-getStatus"]');
    await operation.locator('.opblock-summary-control').click();
    await operation.locator('.try-out__btn').click();
    await operation.locator('.execute').click();
    await operation.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor();
    expect(await page.evaluate('[JSON.stringify(localStorage), document.cookie]')).toEqual(['{}', '']);
    expect([page.url(), ...urls].filter((url) => url.includes(key))).toEqual([]);
    await context.close();
    const other = await open('/docs', { key: null });
    await other.page.locator('.btn.authorize.unlocked').waitFor();
    await other.close();
  }, 60_000);

  it('the feed shows new sandwiches by itself', async () => {
    const { page, close } = await open('/');
    await page.getByText(/live, \d+ new/).waitFor({ timeout: 60_000 });
    await close();
  }, 90_000);
});

/** Until nothing is loading any more. */
async function settled(page: Page): Promise<void> {
  // Not `waitForFunction`: the policy of the page forbids it to evaluate text again.
  const isSettled = `document.querySelector('main')?.children.length > 0 &&
     document.querySelector('[class*=skeleton], progress') === null`;
  await expect.poll(() => page.evaluate(isSettled), { timeout: 60_000, interval: 50 }).toBe(true);
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
}

async function violations(page: Page): Promise<string[]> {
  // The policy of the page allows no inline script; what the browser's own protocol runs is not the page's.
  await page.evaluate(AXE);
  const found = await page.evaluate(
    `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
        .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 160)))`,
  );
  return found as string[];
}
