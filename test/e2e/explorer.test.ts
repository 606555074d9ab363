import { setTimeout as sleep } from 'node:timers/promises';
import { createTickscope, type Schemas, type Tickscope } from '@tickscope/sdk';
import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM } from '../support/browser.js';
import { newDataDir, type UpStack, up } from '../support/cli.js';
import {
  launchChromium,
  layoutShift,
  type OpenOptions,
  type OpenPage,
  openPage,
  settled,
  type Theme,
  violations,
} from '../support/explorer.js';

const VIEWS = [
  { width: 390, theme: 'light' },
  { width: 1_280, theme: 'dark' },
  { width: 1_920, theme: 'light' },
] as const;
const OTHER: Record<Theme, Theme> = { light: 'dark', dark: 'light' };
const UNKNOWN = '5'.repeat(87);
/** Of the browser's measure, in which 0.1 still counts as good. Cards that come one after the other move a narrow page so far. */
const MOST_SHIFT = 0.05;
/** Names of an account, and the rows of a job, come after the rest of the page. */
const MOST_SHIFT_LATER = 0.15;
const isLater = (path: string): boolean => /^\/(wallet|account|compare)\b/.test(path);
const MOST_SCRIPT_BYTES = 200_000;

/** A state of the API, and what shows that a page knows it. */
const STATES: readonly { name: string; prepare: (context: BrowserContext) => Promise<void>; says: string }[] =
  [
    {
      name: 'it is loading',
      prepare: (context) => answerWith(context, () => new Promise(() => undefined)),
      says: `document.querySelector('main [class*=skeleton], main progress') !== null`,
    },
    {
      name: 'the API fails',
      prepare: (context) =>
        answerWith(context, (route) =>
          route.fulfill({
            status: 500,
            headers: { 'x-request-id': 'request-of-the-test' },
            json: { success: false, error: 'Internal error', details: 'It was logged.' },
          }),
        ),
      says: `document.querySelector('main').innerText.includes('request-of-the-test')`,
    },
    {
      name: 'the limit of the minute is reached',
      prepare: (context) =>
        answerWith(context, (route) =>
          route.fulfill({
            status: 429,
            headers: { 'retry-after': '30' },
            json: { success: false, error: 'Rate limit exceeded', details: 'Try again in 30 seconds.' },
          }),
        ),
      // Jobs wait themselves until the limit is over, and show that they go on.
      says: `/goes on by itself in\\s+\\d+ s/.test(document.querySelector('main').innerText) || document.querySelector('main progress') !== null`,
    },
  ];

async function answerWith(
  context: BrowserContext,
  answer: (route: Route) => Promise<unknown>,
): Promise<void> {
  await context.route(/\/api\//, (route) => void answer(route));
}

/** Those whose content is an answer of the API. */
const asksTheApi = (path: string): boolean => path !== '/nothing/here' && path !== '/settings';

/** What a visitor sees, in a real browser over the whole stack. */
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
    browser = await launchChromium();
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

  const open = (
    path: string,
    { key: own = key, ...options }: OpenOptions & { key?: string | null } = {},
  ): Promise<OpenPage> => openPage(browser, `${stack.origin}${path}`, own, options);

  const victim = (): Schemas['SandwichEventVictim'] =>
    sandwiches
      .flatMap(({ victims }) => victims)
      .find(({ signature, loss }) => signature !== null && loss?.bps != null)!;

  function paths(): string[] {
    const [sandwich] = sandwiches;
    const { wallet, signature } = victim();
    return [
      '/',
      `/tx/${signature}`,
      `/tx/${sandwich!.legs[0]!.attacker_signature}?range=16`,
      `/tx/${UNKNOWN}`,
      `/sandwich/${sandwich!.id}`,
      `/wallet/${wallet}`,
      `/account/${sandwich!.pool.pool_address}`,
      '/account',
      `/compare?a=${wallet}&b=${sandwich!.attackers[0]}`,
      `/slot/${sandwich!.slot_range.from}`,
      '/settings',
      '/status',
      '/nothing/here',
    ];
  }

  /** What is wrong with a page as it stands, in its theme and in the other one. */
  async function problemsOf(page: Page, theme: Theme): Promise<string[]> {
    const overflow = (await page.evaluate('document.documentElement.scrollWidth - innerWidth')) as number;
    const found = [...(overflow > 0 ? [`${overflow} px too wide`] : []), ...(await violations(page))];
    await page.emulateMedia({ colorScheme: OTHER[theme] });
    found.push(...(await violations(page, ['color-contrast'])).map((text) => `${OTHER[theme]}: ${text}`));
    return found;
  }

  it('every page fits, is accessible, does not jump, and loads from this server alone', async () => {
    const problems: unknown[] = [];
    for (const path of paths())
      for (const { width, theme } of VIEWS) {
        const { page, complaints, urls, close } = await open(path, { width, theme });
        await settled(page);
        const { sum, moved } = await layoutShift(page);
        if (sum >= (isLater(path) ? MOST_SHIFT_LATER : MOST_SHIFT))
          problems.push([path, width, `moved by ${sum}`, moved]);
        problems.push(...(await problemsOf(page, theme)).map((text) => [path, width, text]));
        // A 404 is an answer, which browsers list as an error of the console.
        const unexpected = complaints.filter((text) => !(path.includes(UNKNOWN) && /404/.test(text)));
        problems.push(...unexpected.map((text) => [path, text]));
        for (const url of urls) {
          expect(new URL(url).origin).toBe(stack.origin);
          expect(url.split('#')[0]).not.toContain(key);
        }
        await close();
      }
    expect(problems).toEqual([]);
  }, 400_000);

  it.each(STATES)(
    'while $name, every page says so, fits and is accessible',
    async ({ prepare, says }) => {
      const problems: unknown[] = [];
      for (const [at, path] of paths().filter(asksTheApi).entries()) {
        const { width, theme } = VIEWS[at % VIEWS.length]!;
        const { page, close } = await open(path, { width, theme, prepare });
        await expect
          .poll(() => page.evaluate(says), { message: path, timeout: 15_000, interval: 50 })
          .toBe(true);
        problems.push(...(await problemsOf(page, theme)).map((text) => [path, width, text]));
        await close();
      }
      expect(problems).toEqual([]);
    },
    200_000,
  );

  it('loads less than 200 KB of compressed script for a first page', async () => {
    for (const path of ['/', `/tx/${victim().signature}`, `/account/${sandwiches[0]!.pool.pool_address}`]) {
      const { page, scriptBytes, close } = await open(path);
      await settled(page);
      const sum = scriptBytes.reduce((total, bytes) => total + bytes, 0);
      expect(sum).toBeGreaterThan(50_000);
      expect(sum, path).toBeLessThan(MOST_SCRIPT_BYTES);
      await close();
    }
  });

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

  it('Tab reaches every control of a transaction, and each shows that it has the focus', async () => {
    const { page, close } = await open(`/tx/${victim().signature}`);
    await settled(page);
    const all = (await page.evaluate(NUMBER_CONTROLS)) as number;
    expect(all).toBeGreaterThan(20);
    const reached = new Set<string>();
    for (let presses = 0; presses < all + 10; presses += 1) {
      await page.keyboard.press('Tab');
      const focus = (await page.evaluate(DESCRIBE_FOCUS)) as { number: string | null; isVisible: boolean };
      if (focus.number === null) continue;
      expect(focus, focus.number).toMatchObject({ isVisible: true });
      reached.add(focus.number);
    }
    expect(reached.size).toBe(all);
    await close();
  }, 60_000);

  it('keys alone walk through the tick axis, zoom, move, explain the evidence, choose an account and open a transaction', async () => {
    const { page, close } = await open(`/tx/${victim().signature}`);
    await settled(page);
    const evidence = page.locator('summary').first();
    await evidence.press('Enter');
    expect(await page.locator('details[open]').count()).toBe(1);
    const axis = page.getByRole('application');
    await axis.press('-');
    await page.waitForURL('**range=4*');
    await axis.press('+');
    await page.waitForURL('**range=2*');
    await settled(page);
    const layer = page.locator('[data-window] > div');
    const place = (): Promise<string | null> => layer.getAttribute('style');
    const before = await place();
    await axis.press('PageDown');
    expect(await place()).not.toBe(before);
    await axis.press('PageUp');
    expect(await place()).toBe(before);
    await page.getByRole('combobox', { name: 'Account' }).press('ArrowDown');
    await page.waitForURL('**account=*');
    await settled(page);
    await axis.press('Home');
    const selected = page.locator('tr[data-selected]').last();
    const own = await selected.getAttribute('data-key');
    expect(own).toBe(victim().signature);
    await axis.press('ArrowLeft');
    await expect.poll(() => selected.getAttribute('data-key')).not.toBe(own);
    const chosen = await selected.getAttribute('data-key');
    await axis.press('Enter');
    await page.waitForURL(`**/tx/${chosen}*`);
    await close();
  }, 150_000);

  it('a drag moves the lanes, and buttons do the same', async () => {
    const { page, close } = await open(`/tx/${victim().signature}`);
    await settled(page);
    const layer = page.locator('[data-window] > div');
    const place = async (): Promise<number> =>
      Number(/-?[\d.]+/.exec((await layer.getAttribute('style'))!.split('translateY')[1]!)![0]);
    const axis = page.getByRole('application');
    await axis.scrollIntoViewIfNeeded();
    const box = (await axis.boundingBox())!;
    const before = await place();
    await page.mouse.move(box.x + 500, box.y + 150);
    await page.mouse.down();
    await page.mouse.move(box.x + 500, box.y + 90, { steps: 6 });
    await page.mouse.up();
    expect((await place()) - before).toBeCloseTo(-60, 0);
    await page.getByRole('button', { name: 'Earlier slots' }).click();
    expect(await place()).toBeGreaterThan(before - 60);
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
});

const CONTROLS = 'a[href], button:not(:disabled), input, select, summary, [tabindex="0"]';
const NUMBER_CONTROLS = `(() => {
  const seen = [...document.querySelectorAll('${CONTROLS}')].filter((element) => element.checkVisibility());
  seen.forEach((element, at) => element.setAttribute('data-number', at));
  return seen.length;
})()`;
const DESCRIBE_FOCUS = `(() => {
  const { activeElement: element } = document;
  const style = getComputedStyle(element);
  const isVisible = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0 || style.boxShadow !== 'none';
  return { number: element.getAttribute('data-number'), isVisible };
})()`;
