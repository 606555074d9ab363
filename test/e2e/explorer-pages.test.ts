import { setTimeout as sleep } from 'node:timers/promises';
import { createTickscope, type Schemas, TickscopeError } from '@tickscope/sdk';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { stackProcesses } from '../kills/stack-processes.js';
import { CHROMIUM } from '../support/browser.js';
import { tickscope } from '../support/cli.js';
import { useExplorer } from '../support/explorer.js';
import {
  eventually,
  keepAnswers,
  newOnes,
  type OpenPage,
  rowKeys,
  settled,
} from '../support/explorer-page.js';

const FUTURE = '/slot/999999999999';
const HOSTILE = `<img src=x onerror=alert(1)>\u202e${'𝔘'.repeat(90)}🐸 javascript:alert(1)${'a\u0301\u0302\u0303\u0304'.repeat(40)}`;

/** Asks until the limit refuses, with at least 10 seconds left in the window. */
async function fillWindow(ask: () => Promise<unknown>): Promise<void> {
  for (let asked = 0; asked < 1_000; asked++) {
    const [answer] = await Promise.allSettled([ask()]);
    if (answer.status === 'fulfilled') continue;
    if (!(answer.reason instanceof TickscopeError) || answer.reason.status !== 429) throw answer.reason;
    const seconds = answer.reason.retryAfterSeconds ?? 0;
    if (seconds >= 10) return;
    await sleep(1_000 * seconds + 300);
  }
  throw new Error('1,000 requests in a row were not refused');
}

/** The pages of validators, slots, attackers and accounts, and the feed's filters, over the whole stack. */
describe.skipIf(CHROMIUM === null)('the pages of the explorer', () => {
  let sandwiches: Schemas['StoredSandwich'][];
  const explorer = useExplorer({
    isReady: async (api) => {
      sandwiches = (await api.listSandwiches({ limit: '100' })).data.sandwiches;
      return sandwiches.length > 12;
    },
  });
  const slotOf = ({ slot_range: { from } }: Schemas['StoredSandwich']): string => `/slot/${from}`;
  const cells = (page: Page, caption: string, column: number): Promise<string[]> =>
    page.getByRole('table', { name: caption }).locator(`tbody tr td:nth-child(${column})`).allInnerTexts();

  it('validators: the rows are those of the API, in the order that the address names', async () => {
    const { page, close } = await explorer.open('/settings');
    const answers = await keepAnswers<Schemas['ValidatorShares']>(page, /\/api\/validators/);
    await page.goto(`${explorer.stack.origin}/validators?period=1h`);
    const caption = 'Share of blocks with victims, by leader';
    await page.getByRole('table', { name: caption }).waitFor();
    await page.getByRole('button', { name: /^Blocks/ }).click();
    await page.waitForURL('**/validators?*by=Blocks*');
    const { note, all } = answers[0]!.data;
    const leaders = answers.flatMap(({ data }) => data.leaders);
    const most = leaders.map(({ block_count: count }) => count).sort((left, right) => right - left);
    const blocks = async (): Promise<number[]> => (await cells(page, caption, 5)).map(Number);
    await eventually(blocks).toEqual(most);
    await page.getByRole('button', { name: /^Blocks/ }).click();
    await page.waitForURL('**/validators?*order=up*');
    await eventually(blocks).toEqual(most.toReversed());
    const text = await page.locator('main').innerText();
    answers.length = 0;
    await page.reload();
    await page.getByRole('table', { name: caption }).waitFor();
    const again = answers.flatMap(({ data }) => data.leaders.map(({ block_count: count }) => count));
    expect(await blocks()).toEqual(again.sort((left, right) => left - right));
    expect(text).toContain(note.split('. ').at(-1));
    expect(text).toContain(`${(100 * all.share!).toLocaleString('en', { maximumFractionDigits: 1 })} %`);
    await close();
  });

  it('a slot: its transactions and roles are those of the API; the keyboard walks through the block', async () => {
    const sandwich = sandwiches.find(({ slot_range: { from, to } }) => from === to) ?? sandwiches[0]!;
    const { page, close } = await explorer.open('/settings');
    const answers = await keepAnswers<Schemas['SlotRecord']>(page, /\/api\/slots\/\d/);
    await page.goto(`${explorer.stack.origin}${slotOf(sandwich)}?show=parts`);
    const caption = 'Transactions of the block, in the order of the chain';
    await page.getByRole('table', { name: caption }).waitFor();
    const record = answers[0]!.data;
    const parts = record.transactions.filter(({ roles }) => roles.length > 0);
    expect((await rowKeys(page)).slice(0, parts.length)).toEqual(parts.map(({ signature }) => signature));
    expect(await page.locator('h1').innerText()).toContain(
      `${record.block!.transaction_count.toLocaleString('en')} transactions`,
    );
    const drawing = page.getByRole('application');
    await drawing.focus();
    await page.keyboard.press('ArrowDown');
    const selected = page.locator('tr[data-selected]');
    await eventually(() => selected.getAttribute('data-key')).toBe(parts[0]!.signature);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/tx/${parts[0]!.signature}`);
    await close();
  });

  it('a slot without a block says why, and what is none says so with the request', async () => {
    const future = await explorer.open(FUTURE);
    await future.page.getByRole('heading', { name: /is not stored/ }).waitFor();
    const { reason } = (await explorer.api.getSlot({ slot: '999999999999' })).data;
    // The head goes on meanwhile.
    await future.page.getByText(reason!.split(',')[0]!).waitFor();
    await future.close();
    const none = await explorer.open('/slot/nonsense');
    await none.page.getByText(/names nothing that can be looked up/).waitFor();
    expect(await none.page.locator('[role=alert] code').innerText()).toMatch(/^[\w-]{8,}$/);
    await none.close();
  });

  it('the filters of the feed are in the address, and choose what the API chooses', async () => {
    const { page, close } = await explorer.open('/');
    await page.getByRole('table', { name: 'The newest sandwiches' }).waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    const answers = await keepAnswers<Schemas['ListSandwichesResponse']['data']>(
      page,
      /\/api\/mev\/sandwiches\?/,
    );
    await page.getByLabel('Certainty').selectOption('exact');
    await page.getByLabel('Lost at least, SOL').fill('0.02');
    await page.keyboard.press('Enter');
    await page.waitForURL(/confidence=exact.*loss=0\.02|loss=0\.02.*confidence=exact/);
    const isAsked = ({ url: { searchParams } }: (typeof answers)[number]): boolean =>
      searchParams.get('confidence') === 'exact' && searchParams.get('min_loss_sol') === '0.02';
    await eventually(() => answers.some(isAsked)).toBe(true);
    await settled(page);
    const matching = new Set(answers.find(isAsked)!.data.sandwiches.map(({ id }) => id));
    const shown = await rowKeys(page);
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.filter((id) => !matching.has(id))).toEqual([]);
    await page.getByLabel('Token (mint)').fill('javascript:alert(1)');
    await page.keyboard.press('Enter');
    expect(page.url()).not.toContain('mint');
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.waitForURL(`${explorer.stack.origin}/`);
    await close();
  });

  it('an attacker: what it earned, its pools and victims are those of the API', async () => {
    const { attackers } = (await explorer.api.listAttackers({ period: '24h', by: 'sandwiches' })).data;
    const address = attackers[0]!.address;
    const { page, close } = await explorer.open('/settings');
    const answers = await keepAnswers<Schemas['Attacker']>(page, /\/api\/mev\/attackers\/\w/);
    await page.goto(`${explorer.stack.origin}/wallet/${address}`);
    await page.getByRole('table', { name: /Wallets that lost to it/ }).waitFor();
    await settled(page);
    const { summary, earnings, by_pool: pools } = answers[0]!.data;
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
    const { page, close } = await explorer.open('/settings');
    const answers = await keepAnswers<Schemas['AccountWriteLocksResponse']['data']>(
      page,
      /\/write-locks\/account$/,
    );
    await page.goto(`${explorer.stack.origin}/account/${account}`);
    await page.getByText('would have got in:').waitFor();
    const locks = answers[0]!.data;
    const newest = locks.competing_transactions.map(({ signature }) => signature);
    const { data } = await explorer.api.enhanceMetadata({ signatures: newest });
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
    const { page, close } = await explorer.open(`/tx/${sandwich.victims[0]!.signature}`);
    await page.getByRole('application').waitFor();
    const slot = sandwich.victims[0]!.slot;
    const { slots } = (await explorer.api.listSlots({ before_slot: String(slot + 3), limit: '5' })).data;
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
      const context = await explorer.browser.newContext({ viewport: { width: 390, height: 900 } });
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
      await page.goto(`${explorer.stack.origin}${path}#key=${explorer.key}`);
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
  }, 300_000);

  it('over the limit it says when it goes on, and goes on by itself', async () => {
    const made = await tickscope([
      ...['keys', 'create', '--account', 'demo', '--name', 'limited', '--test', '--json'],
      ...['--data-dir', explorer.dataDir],
    ]);
    const limited = (JSON.parse(made.stdout) as { secret: string }).secret;
    const own = createTickscope({ baseUrl: explorer.stack.api, token: limited, retries: 0 });
    const account = sandwiches[0]!.pool.pool_address;
    let filled: Promise<void> | undefined;
    const { page, close } = await explorer.open(`/account/${account}`, {
      key: limited,
      // Only when the page asks: on a busy machine the minute may be over before the page is there.
      prepare: (context) =>
        context.route(/\/write-locks\/account/, async (route) => {
          filled ??= fillWindow(() => own.getAccountWriteLocks({ account, time_range: '1h' }));
          await filled;
          await route.continue();
        }),
    });
    await page.getByText(/It goes on by itself in/).waitFor();
    await page.getByText('would have got in:').waitFor();
    await close();
  }, 300_000);

  it('after the API was killed, pages go on by themselves: the strip, the feed, and a question without an answer', async () => {
    const { page, close } = await explorer.open('/');
    await page.getByText(/live, \d+ new/).waitFor();
    const newest = async (): Promise<number> =>
      Number((await page.getByText(/^up to /).innerText()).replace(/\D/g, ''));
    const before = await newest();
    const other = await explorer.open('/');
    await settled(other.page);
    // The list must not move under the click.
    await other.page.getByRole('button', { name: 'Pause' }).click();
    process.kill(stackProcesses(explorer.stack.process.pid!).get('API')![0]!, 'SIGKILL');
    await other.page.locator('main table a[href^="/tx/"]').first().click();
    await other.page.locator('[data-verdict]').waitFor();
    await eventually(newest).toBeGreaterThan(before + 20);
    const found = await newOnes(page);
    await eventually(() => newOnes(page)).toBeGreaterThan(found);
    await other.close();
    await close();
  });

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
      start = await explorer.open(`/tx/${sandwich.victims[0]!.signature}`);
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
        await page.locator('dl > div', { hasText: 'Lost in all' }).getByText('SOL').waitFor();
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
