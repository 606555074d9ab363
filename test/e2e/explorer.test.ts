import { setTimeout as sleep } from 'node:timers/promises';
import type { Schemas } from '@tickscope/sdk';
import { isInPart } from '@tickscope/testkit/whole';
import type { BrowserContext, Locator, Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CHROMIUM } from '../support/browser.js';
import { tickscope } from '../support/cli.js';
import { useExplorer } from '../support/explorer.js';
import { eventually, layoutShift, settled, type Theme, violations } from '../support/explorer-page.js';

const VIEWS = [
  { width: 390, theme: 'light' },
  { width: 1_280, theme: 'dark' },
  { width: 1_920, theme: 'light' },
] as const;
const OTHER: Record<Theme, Theme> = { light: 'dark', dark: 'light' };
const UNKNOWN = '5'.repeat(87);
/** Least shift that counts, in the browser's measure, in which 0.1 still counts as good; less is a rounding. */
const LEAST_SHIFT = 0.001;
const LATE_MS = 60;
/** Slots on either side that the page of a trade shows at least. */
const LEAST_SHOWN = 2;
/** For a test that opens every page. */
const PAGES_MS = 900_000;
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
  await context.route(/\/api\//, answer);
}

/** A server that refuses visitors. */
async function refuseVisitors(context: BrowserContext): Promise<void> {
  await context.route(/\/api\//, async (route) => {
    if (route.request().headers()['authorization'] !== undefined) return route.continue();
    const json = { success: false, error: 'Unauthorized', details: 'Send a key.' };
    return route.fulfill({ status: 401, json });
  });
}

/**
 * Answers come later, and not in the order of the questions. The live feed is left out: it moves its rows on purpose.
 *
 * @param seed another order
 */
const answersLate = (seed: number) => async (context: BrowserContext) => {
  let random = seed;
  await context.route(/\/api\//, async (route) => {
    if (route.request().url().includes('/stream')) return;
    random = (random * 31 + 17) % 97;
    await sleep((random % 7) * LATE_MS);
    await route.continue();
  });
};

/** Those whose content is an answer of the API. */
const asksTheApi = (path: string): boolean => path !== '/nothing/here' && path !== '/settings';

/** View of a visitor, in a real browser over the whole stack. */
describe.skipIf(CHROMIUM === null)('the explorer', () => {
  let sandwiches: Schemas['SandwichEvent'][];
  let skipped: number | null = null;
  let leader: string | null = null;
  const explorer = useExplorer({
    isReady: async (api) => {
      sandwiches = (await api.listSandwiches({ confidence: 'exact', limit: '20' })).data.sandwiches;
      leader = (await api.listValidators({ period: '1h' })).data.leaders[0]?.leader_pubkey ?? null;
      const { slots } = (await api.listSlots({ limit: '100' })).data;
      skipped = slots.find(({ state }) => state === 'skipped')?.slot ?? null;
      return sandwiches.length > 5 && leader !== null;
    },
  });
  const victim = (): Schemas['SandwichVictim'] =>
    sandwiches
      .flatMap(({ victims }) => victims)
      .find(({ signature, loss }) => signature !== null && loss?.bps != null)!;

  /** A link with a code, without its origin. */
  async function linkTo(path: string): Promise<string> {
    const { stdout, stderr } = await tickscope(['link', path, '--data-dir', explorer.dataDir]);
    const { origin } = explorer.stack;
    expect(stdout, stderr).toMatch(new RegExp(`^${origin}${path}#code=[\\w-]{43}\n$`));
    return stdout.trim().slice(origin.length);
  }

  function paths(): string[] {
    const [sandwich] = sandwiches;
    const { wallet, signature } = victim();
    return [
      ...['/', '/?confidence=exact&loss=0.001'],
      `/tx/${signature}`,
      `/tx/${sandwich!.legs[0]!.attacker_signature}?range=16`,
      `/tx/${UNKNOWN}`,
      `/sandwich/${sandwich!.id}`,
      ...[`/wallet/${wallet}`, `/wallet/${sandwich!.attackers[0]}`],
      `/account/${sandwich!.pool.pool_address}`,
      `/account/${sandwich!.mint_out}`,
      '/account',
      `/compare?a=${wallet}&b=${sandwich!.attackers[0]}`,
      ...[`/slot/${sandwich!.slot_range.from}`, `/slot/${sandwich!.slot_range.from}?show=all`],
      ...['/slot/999999999999', '/slot/nonsense', ...(skipped === null ? [] : [`/slot/${skipped}`])],
      ...['/validators', `/validators?leader=${leader}`],
      '/settings',
      '/status',
      '/nothing/here',
    ];
  }

  async function overflowOf(page: Page): Promise<string[]> {
    const overflow = (await page.evaluate('document.documentElement.scrollWidth - innerWidth')) as number;
    return overflow > 0 ? [`${overflow} px too wide`] : [];
  }

  /** Finds what is wrong with a page as it stands; axe looks at its theme and the other one. */
  async function problemsOf(page: Page, theme: Theme): Promise<string[]> {
    const found = [...(await overflowOf(page)), ...(await violations(page))];
    await page.emulateMedia({ colorScheme: OTHER[theme] });
    found.push(...(await violations(page, ['color-contrast'])).map((text) => `${OTHER[theme]}: ${text}`));
    return found;
  }

  it.each(VIEWS)(
    'every page that is opened at $width pixels is accessible, does not jump, loads from this server alone, and fits every width',
    async ({ width, theme }) => {
      const problems: unknown[] = [];
      const view = VIEWS.findIndex((one) => one.width === width);
      for (const [at, path] of paths().entries()) {
        if (!isInPart(view, at)) continue;
        const prepare = answersLate(path.length + width);
        const { page, complaints, urls, close } = await explorer.open(path, { width, theme, prepare });
        await settled(page);
        const { sum, moved } = await layoutShift(page);
        if (sum >= LEAST_SHIFT) problems.push([path, `moved by ${sum}`, moved]);
        problems.push(...(await problemsOf(page, theme)).map((text) => [path, text]));
        // A 404 or 400 is an answer, which browsers list as an error of the console.
        const refusal = path.includes(UNKNOWN) ? /404/ : path.endsWith('nonsense') ? /400/ : null;
        // As is a 503 of a busy server, after which the page asks again by itself.
        const isExpected = (text: string) => refusal?.test(text) === true || /\b503\b/.test(text);
        const unexpected = complaints.filter((text) => !isExpected(text));
        problems.push(...unexpected.map((text) => [path, text]));
        for (const url of urls) {
          expect(new URL(url).origin).toBe(explorer.stack.origin);
          expect(url.split('#')[0]).not.toContain(explorer.key);
        }
        for (const other of VIEWS) {
          await page.setViewportSize({ width: other.width, height: 900 });
          await settled(page);
          problems.push(...(await overflowOf(page)).map((text) => [path, other.width, text]));
        }
        await close();
      }
      expect(problems, JSON.stringify(problems)).toEqual([]);
    },
    PAGES_MS,
  );

  it.each(STATES)(
    'while $name, every page says so, fits and is accessible',
    async ({ name, prepare, says }) => {
      const problems: unknown[] = [];
      // Other pages than those that the views take.
      const state = VIEWS.length + STATES.findIndex((one) => one.name === name);
      for (const [at, path] of paths().filter(asksTheApi).entries()) {
        if (!isInPart(state, at)) continue;
        const { width, theme } = VIEWS[at % VIEWS.length]!;
        const { page, close } = await explorer.open(path, { width, theme, prepare });
        await eventually(() => page.evaluate(says), path).toBe(true);
        problems.push(...(await problemsOf(page, theme)).map((text) => [path, width, text]));
        await close();
      }
      expect(problems, JSON.stringify(problems)).toEqual([]);
    },
    PAGES_MS,
  );

  it('loads less than 200 KB of compressed script for a first page', async () => {
    for (const path of ['/', `/tx/${victim().signature}`, `/account/${sandwiches[0]!.pool.pool_address}`]) {
      const { page, close } = await explorer.open(path);
      await settled(page);
      const sum = (await page.evaluate(
        `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
           .reduce((bytes, { encodedBodySize }) => bytes + encodedBodySize, 0)`,
      )) as number;
      expect(sum).toBeGreaterThan(50_000);
      expect(sum, path).toBeLessThan(MOST_SCRIPT_BYTES);
      await close();
    }
  });

  it('a link brings the key by a code, which leaves the address at once and works no second time; the key is kept for the session only', async () => {
    const link = await linkTo('/settings');
    expect(link).not.toContain(explorer.key);
    const { page, urls, close } = await explorer.open(link, { key: null });
    await page.getByText('A key is set').waitFor();
    expect(page.url()).toBe(`${explorer.stack.origin}/settings`);
    const stored = await page.evaluate(
      '[sessionStorage.getItem("tickscope-key"), JSON.stringify(localStorage), document.cookie]',
    );
    expect(stored).toEqual([explorer.key, '{}', '']);
    // Neither the key nor the code is in an address that was sent.
    const code = link.split('#code=')[1]!;
    expect(urls.filter((url) => url.includes(explorer.key) || url.split('#')[0]!.includes(code))).toEqual([]);
    await close();
    const again = await explorer.open(link, { key: null });
    await again.page.getByText('The link brought no key').waitFor();
    await again.page.getByText(/^No key is set\./).waitFor();
    await again.page.getByRole('button', { name: 'Go on without' }).click();
    await again.page.getByText('The link brought no key').waitFor({ state: 'detached' });
    await again.close();
  });

  it('a link replaces a key that is set only after a question', async () => {
    const other = `sk_live_${'z'.repeat(44)}`;
    for (const isAccepted of [false, true]) {
      const { page, close } = await explorer.open('/settings', { key: other });
      await page.getByText('A key is set; it begins with sk_live_zzzz').waitFor();
      const asked: string[] = [];
      page.on('dialog', (dialog) => {
        asked.push(dialog.message());
        void (isAccepted ? dialog.accept() : dialog.dismiss());
      });
      const tab = await page.context().newPage();
      tab.on('dialog', (dialog) => {
        asked.push(dialog.message());
        void (isAccepted ? dialog.accept() : dialog.dismiss());
      });
      await tab.goto(`${explorer.stack.origin}${await linkTo('/settings')}`);
      const begins = `A key is set; it begins with ${(isAccepted ? explorer.key : other).slice(0, 12)}`;
      for (const one of [tab, page]) await one.getByText(begins).waitFor();
      expect(asked).toEqual([expect.stringContaining(explorer.key.slice(0, 12))]);
      await close();
    }
  });

  it.each(['#key=%', '#code=%', '#key=sk_live_x'])(
    'a page with the fragment %s is the page without it',
    async (fragment) => {
      const { page, complaints, close } = await explorer.open(`/settings${fragment}`, { key: null });
      await page.getByText(/^No key is set\./).waitFor();
      expect(complaints).toEqual([]);
      await close();
    },
  );

  it('one key holds in every tab of a profile, and in no other profile: a new tab, a ctrl-click, a shared link, and after it is forgotten', async () => {
    const { page, close } = await explorer.open('/settings');
    await page.getByText('A key is set').waitFor();
    const context = page.context();
    const tab = await context.newPage();
    await tab.goto(`${explorer.stack.origin}/settings`);
    await tab.getByText('A key is set').waitFor();
    const opened = context.waitForEvent('page');
    await tab.getByRole('link', { name: 'Status' }).click({ modifiers: ['ControlOrMeta'] });
    await (await opened).getByText('Newest slot', { exact: true }).waitFor();
    const docs = await context.newPage();
    await docs.goto(`${explorer.stack.origin}/docs`);
    await docs.locator('.btn.authorize.locked').waitFor();
    const { page: other, close: closeOther } = await explorer.open('/settings', { key: null });
    await other.getByText(/^No key is set\./).waitFor();
    await closeOther();
    await tab.getByRole('button', { name: 'Forget it' }).click();
    await page.getByText(/^No key is set\./).waitFor();
    await docs.locator('.btn.authorize.unlocked').waitFor();
    await tab.getByLabel('API key or JWT').fill(explorer.key);
    await tab.getByRole('button', { name: 'Use this key' }).click();
    await page.getByText('A key is set').waitFor();
    expect(await tab.evaluate('[JSON.stringify(localStorage), document.cookie]')).toEqual(['{}', '']);
    await close();
  });

  it('without a key a page asks as a visitor: it shows what the server lets one read, and needs no key before that is refused', async () => {
    const sent: (string | undefined)[] = [];
    const { page, close } = await explorer.open('/status', {
      key: null,
      prepare: async (context) => {
        await context.route(/\/api\//, async (route) => {
          sent.push(route.request().headers()['authorization']);
          const headers = { ...route.request().headers(), authorization: `Bearer ${explorer.key}` };
          await route.continue({ headers });
        });
      },
    });
    await page.getByText('Newest slot', { exact: true }).waitFor();
    expect(await page.getByText('needs a key').count()).toBe(0);
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.filter((header) => header !== undefined)).toEqual([]);
    await close();
  });

  it('Tab reaches every control of a transaction, and each shows that it has the focus', async () => {
    const { page, close } = await explorer.open(`/tx/${victim().signature}`);
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
  }, 300_000);

  it('keys alone walk through the tick axis, zoom, move, explain the evidence, choose an account and open a transaction', async () => {
    const { page, close } = await explorer.open(`/tx/${victim().signature}`);
    await settled(page);
    const evidence = page.locator('summary').first();
    await evidence.press('Enter');
    expect(await page.locator('details[open]').count()).toBe(1);
    const axis = page.getByRole('application');
    await zoomsAlike(page);
    const layer = page.locator('[data-window] > div');
    const place = (): Promise<string | null> => layer.getAttribute('style');
    const before = await place();
    await axis.press('PageDown');
    expect(await place()).not.toBe(before);
    await axis.press('PageUp');
    expect(await place()).toBe(before);
    const own = victim().signature!;
    const accounts = page.getByRole('combobox', { name: 'Account' });
    for (let steps = await stepsToAccountOf(accounts, own); steps > 0; steps -= 1)
      await accounts.press('ArrowDown');
    await page.waitForURL('**account=*');
    await settled(page);
    const selected = page.locator('tr[data-selected]').last();
    // Again, where the drawing of the other account has just taken the place of the first.
    const home = async (): Promise<string | null> => {
      await axis.press('Home');
      return (await selected.count()) === 0 ? null : selected.getAttribute('data-key');
    };
    await eventually(home).toBe(own);
    // The trade may be the first or the last in the lane of that account.
    const beside = async (): Promise<string | null> => {
      for (const arrow of ['ArrowLeft', 'ArrowRight']) {
        await axis.press(arrow);
        const chosen = await selected.getAttribute('data-key');
        if (chosen !== own) return chosen;
      }
      return own;
    };
    await eventually(beside).not.toBe(own);
    const chosen = await selected.getAttribute('data-key');
    await axis.press('Enter');
    await page.waitForURL(`**/tx/${chosen}*`);
    await close();
  }, 300_000);

  /**
   * How far the next account is that the trade and another of the slots that the page shows lock: of some that it names, such as
   * a mint, it is no neighbour itself, and in the lane of its own wallet it may be alone.
   */
  async function stepsToAccountOf(accounts: Locator, signature: string): Promise<number> {
    const options = await accounts.locator('option').all();
    for (const [at, option] of options.entries()) {
      const account_id = (await option.getAttribute('value'))!;
      if (at === 0) continue;
      const { data } = await explorer.api.analyzeTrade({ signature, account_id, slot_range: LEAST_SHOWN });
      const lane = data.results_by_slot.flatMap(({ transactions }) => transactions);
      const isIn = lane.some((one) => one.signature === signature);
      if (isIn && lane.some((one) => one.signature !== signature)) return at;
    }
    throw new Error(`none of ${options.length} accounts is locked by ${signature}`);
  }

  /** Keys and buttons of one name do one thing, and what is listed is of the slots that the label names. */
  async function zoomsAlike(page: Page): Promise<void> {
    const axis = page.getByRole('application');
    const group = page.getByRole('group', { name: 'Slots on either side' });
    const zoom = async (): Promise<number> =>
      Number(/\d+/.exec(await group.locator('output').innerText())![0]);
    const agrees = async (label: number): Promise<void> => {
      await settled(page);
      const { slot } = victim();
      const slots = [slot - label, slot + label].map((one) => one.toLocaleString('en')).join(' to ');
      await page.getByText(`in slots ${slots}`).waitFor();
    };
    const first = await zoom();
    await agrees(first);
    for (const [wider, narrower] of [
      [() => axis.press('-'), () => axis.press('+')],
      [
        () => group.getByText('−', { exact: true }).click(),
        () => group.getByText('+', { exact: true }).click(),
      ],
    ] as const) {
      await wider();
      await eventually(zoom).toBe(2 * first);
      await agrees(2 * first);
      await narrower();
      await eventually(zoom).toBe(first);
      await agrees(first);
    }
  }

  it('a drag moves the lanes, and buttons do the same', async () => {
    const { page, close } = await explorer.open(`/tx/${victim().signature}`);
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
    const none = await explorer.open(`/tx/${victim().signature}`, { key: null, prepare: refuseVisitors });
    await none.page.getByText('This needs a key.').first().waitFor();
    await none.close();
    const unknown = await explorer.open(`/tx/${UNKNOWN}`);
    await unknown.page.getByText('This transaction is not stored.').waitFor();
    const { stored } = (await explorer.api.getStatus()).data;
    await unknown.page.getByText(`Stored are slots ${stored!.from_slot.toLocaleString('en')} to`).waitFor();
    await unknown.page.getByRole('button', { name: 'Fetch it from the chain' }).click();
    // The node does not have it either, and says so.
    await unknown.page
      .getByRole('alert')
      .getByText(/transaction/i)
      .first()
      .waitFor();
    const field = unknown.page.getByRole('textbox', { name: /Signature, wallet/ });
    await field.fill('0x52908400098527886E0F7030069857D2E4169EE7');
    await field.press('Enter');
    await unknown.page.getByText('EVM chain').waitFor();
    await field.fill(`https://solscan.io/tx/${victim().signature}`);
    await field.press('Enter');
    await unknown.page.waitForURL(`**/tx/${victim().signature}`);
    await unknown.close();
  });

  it('the documentation page and the explorer share one key, for the session only, and in no address', async () => {
    const { page, urls, close } = await explorer.open('/settings', { key: null });
    const kept = () => page.evaluate('[JSON.stringify(localStorage), document.cookie, document.referrer]');
    await page.getByText(/^No key is set\./).waitFor();
    await page.getByRole('link', { name: 'documentation of the API' }).click();
    await page.locator('.btn.authorize.unlocked').click();
    await page.locator('.auth-container input').first().fill(explorer.key);
    await page.locator('.auth-btn-wrapper .authorize').first().click();
    await page.locator('.btn.authorize.locked').waitFor();
    await page.reload();
    await page.locator('.btn.authorize.locked').waitFor();
    const operation = page.locator('[id$="-getStatus"]');
    await operation.locator('.opblock-summary-control').click();
    await operation.locator('.try-out__btn').click();
    await operation.locator('.execute').click();
    await operation.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor();
    expect(String(await kept())).not.toContain(explorer.key);
    await page.goto(`${explorer.stack.origin}/settings`);
    await page.getByText(`A key is set; it begins with ${explorer.key.slice(0, 12)}`).waitFor();
    expect(String(await kept())).not.toContain(explorer.key);
    await page.getByRole('button', { name: 'Forget it' }).click();
    await page.goto(`${explorer.stack.origin}/docs`);
    await page.locator('.btn.authorize.unlocked').waitFor();
    expect([page.url(), ...urls].filter((url) => url.includes(explorer.key))).toEqual([]);
    await close();
    const other = await explorer.open('/docs', { key: null });
    await other.page.locator('.btn.authorize.unlocked').waitFor();
    await other.close();
  });

  it('the settings show what is used of the limits, as the headers of the API have it', async () => {
    const { page, close } = await explorer.open('/settings');
    const row = (operation: string) =>
      page.getByRole('table', { name: /^Limits, by operation/ }).locator('tr', { hasText: operation });
    const cells = async (operation: string): Promise<number[]> =>
      (await row(operation).locator('td').allInnerTexts())
        .slice(1, 4)
        .map((text) => Number(text.replaceAll(',', '')));
    let headers: Record<string, string> = {};
    await page.route(/\/api\/(status|subscription)/, async (route) => {
      const response = await route.fetch();
      headers = response.headers();
      await route.fulfill({ response });
    });
    await page.reload();
    await row('GET /subscription').waitFor();
    const limit = Number(headers['x-ratelimit-limit']);
    const left = Number(headers['x-ratelimit-remaining']);
    expect(await cells('GET /subscription')).toEqual([limit, limit - left, left]);
    await page.getByRole('link', { name: 'Status' }).click();
    await page.getByText('Newest slot', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await row('GET /status').waitFor();
    await close();
  });

  it('a JWT makes keys, lists them and revokes them; a new key can be used at once', async () => {
    const jwt = await explorer.tokenOf('account-of-a-visitor');
    const { page, urls, close } = await explorer.open('/settings', { key: jwt });
    await page.getByText('The account has no keys yet.').waitFor();
    await page.getByLabel('Name').fill('for <b>trading</b>');
    await page.getByRole('button', { name: 'Make a key' }).click();
    const made = await page.locator('[data-new-key]').innerText();
    expect(made).toMatch(/^sk_live_/);
    const row = page.getByRole('table', { name: 'Keys of this account' }).locator('tbody tr');
    await row
      .filter({ hasText: 'for <b>trading</b>' })
      .filter({ hasText: made.slice(0, 12) })
      .waitFor();
    expect(await violations(page)).toEqual([]);
    const user = await explorer.open('/settings', { key: made });
    await user.page.getByText('account-of-a-visitor').waitFor();
    page.on('dialog', (dialog) => void dialog.accept());
    await row.getByRole('button', { name: /^Revoke/ }).click();
    await row.filter({ hasText: 'revoked' }).waitFor();
    await user.page.reload();
    await user.page.getByText('The key is refused.').first().waitFor();
    // The fragment is not sent.
    const sent = [page.url(), ...urls].map((url) => url.split('#')[0]!);
    expect(sent.filter((url) => url.includes(made) || url.includes(jwt))).toEqual([]);
    await user.close();
    await close();
  });
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
