import type { Schemas } from '@tickscope/sdk';
import type { APIResponse, Dialog, Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { stackProcesses } from '../faults/stack-processes.js';
import { CHROMIUM } from '../support/browser.js';
import { tickscope } from '../support/cli.js';
import { findPlainVictim, useExplorer } from '../support/explorer.js';
import {
  changeAnswers,
  eventually,
  keepAnswers,
  type OpenPage,
  rowKeys,
  settled,
} from '../support/explorer-page.js';

const FUTURE = '/slot/999999999999';
const HOSTILE = `<img src=x onerror=alert(1)>\u202e${'𝔘'.repeat(90)}🐸 javascript:alert(1)${'a\u0301\u0302\u0303\u0304'.repeat(40)}`;

/** A rate window of the API. */
const WINDOW_MS = 60_000;

/** More than a test key may ask in a minute. */
const MORE_THAN_ALLOWED = 12;

/** Asks more at once than the limit of a key allows, and returns the API's refusal. */
async function refusalOf(route: Route, key: string): Promise<APIResponse> {
  const headers = { ...route.request().headers(), authorization: `Bearer ${key}` };
  for (;;) {
    const asked = Array.from({ length: MORE_THAN_ALLOWED }, () => route.fetch({ headers }));
    const refusal = (await Promise.all(asked)).find((answer) => answer.status() === 429);
    // None is refused if a window ends between them.
    if (refusal !== undefined) return refusal;
  }
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
    expect(text).toContain(`${(100 * all.share!).toFixed(2)} %`);
    const madeAt = answers.at(-1)!.data.made_at.replace('T', ' ').slice(0, 19);
    expect(await page.locator('main').innerText()).toContain(`Counted ${madeAt} UTC`);
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
    await page.getByPlaceholder('its symbol or mint').fill('javascript:alert(1)');
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

  it('what competing transactions paid is said of those that are counted: three of four paid no more', async () => {
    const account = sandwiches[0]!.pool.pool_address;
    const { page, close } = await explorer.open('/settings');
    const answers = await keepAnswers<Schemas['AccountWriteLocksResponse']['data']>(
      page,
      /\/write-locks\/account$/,
    );
    await page.goto(`${explorer.stack.origin}/account/${account}`);
    await page.getByText('whose fee is known paid').waitFor();
    const locks = answers[0]!.data;
    const newest = locks.competing_transactions.map(({ signature }) => signature);
    const { data } = await explorer.api.enhanceMetadata({ signatures: newest });
    const paid = (data.results as Schemas['TransactionMetadata'][])
      .map(({ priority_fee: fee, jito_tip: tip }) => Number(fee ?? 0) + Number(tip ?? 0))
      .sort((left, right) => left - right);
    const naive = paid.find((one) => paid.filter((other) => other <= one).length >= 0.75 * paid.length)!;
    const exact = (naive / 1e9).toFixed(9).replace(/\.?0+$/, '');
    const sentence = page.getByText('whose fee is known paid');
    expect(await sentence.locator(`[title="${exact} SOL"]`).count()).toBe(1);
    expect(await sentence.innerText()).toContain(`of the ${paid.length} whose fee is known`);
    const text = await page.locator('main').innerText();
    expect(text).toContain(
      `of the newest ${newest.length} transactions that locked it in slots with a conflict, to write or to read, failed ones included`,
    );
    // They are not all writers, and not all that got in.
    const card = await page.locator('section', { has: sentence }).last().innerText();
    expect(card).toContain(`of the ${paid.length} whose fee is known`);
    expect(card).not.toMatch(/gets in|got in|wrote it most|that wrote it, newest/i);
    await close();
  });

  it('where a point is several slots, a busy point is a range with its sum, and the busiest slot is the API’s', async () => {
    const account = sandwiches[0]!.pool.pool_address;
    const { page, close } = await explorer.open('/settings');
    let single: Locks | undefined;
    await changeAnswers<Locks>(page, /\/write-locks\/account$/, (data) => {
      single ??= data;
      return inRunsOf(10, data);
    });
    await page.goto(`${explorer.stack.origin}/account/${account}`);
    const caption = 'Ranges of slots with most write locks';
    await page.getByRole('table', { name: caption }).waitFor();
    const { write_locks_timeline: slots, slot_range: range, summary } = single!;
    const ranges = (await cells(page, caption, 1)).map((text) => text.split(' – ').map(slotOfText));
    const sums = (await cells(page, caption, 2)).map(slotOfText);
    expect(ranges.length).toBeGreaterThan(0);
    for (const [at, [from, to = from]] of ranges.entries()) {
      expect(to! - from!).toBe(Math.min(9, range.max! - from!));
      const inside = slots.filter(({ slot }) => slot >= from! && slot <= to!);
      expect(sums[at]).toBe(inside.reduce((sum, { write_locks: count }) => sum + count, 0));
    }
    const fact = await page.locator('dl > div', { hasText: 'Busiest slot' }).locator('dd').innerText();
    expect(fact).toBe(`${summary.hottest_slot!.toLocaleString('en')} (${summary.hottest_slot_locks})`);
    const most = slots.find(({ slot }) => slot === summary.hottest_slot)!;
    expect(most.write_locks).toBe(summary.hottest_slot_locks);
    await close();
  });

  it('a mint opens its sandwiches, those that the API lists by mint, and no table of slots without a write', async () => {
    // Asked now: a list holds the newest.
    const [newest] = (await explorer.api.listSandwiches({ limit: '1' })).data.sandwiches;
    const { id, mint_out: mint } = newest!;
    const { page, close } = await explorer.open('/settings');
    const answers = await keepAnswers<Schemas['ListSandwichesResponse']['data']>(
      page,
      /\/api\/mev\/sandwiches\?.*mint=/,
    );
    await page.goto(`${explorer.stack.origin}/address/${mint}`);
    await page.waitForURL(`**/account/${mint}`);
    await page.getByRole('table', { name: /^Sandwiches of/ }).waitFor();
    await settled(page);
    const listed = answers.at(-1)!.data.sandwiches;
    const ids = listed.map(({ id }) => id).sort();
    const { summary } = (await explorer.api.getAccountWriteLocks({ account: mint, time_range: '1h' })).data;
    expect(ids).toContain(id);
    expect((await rowKeys(page)).filter((key) => key.includes('.')).sort()).toEqual(ids);
    const busiest = await page.getByRole('table', { name: /most write locks/ }).count();
    expect(busiest > 0).toBe(summary.total_write_locks > 0);
    await close();
  });

  it('a validator opens its shares and the sandwiches in its blocks, as of when they were counted', async () => {
    const { leaders } = (await explorer.api.listValidators({ period: '24h' })).data;
    const address = leaders[0]!.leader_pubkey!;
    const { page, close } = await explorer.open('/settings');
    const answers = await keepAnswers<Schemas['ValidatorShares']>(page, /\/api\/validators/);
    await page.goto(`${explorer.stack.origin}/address/${address}`);
    await page.waitForURL(`**/validators?leader=${address}`);
    await page.getByRole('table', { name: 'Share of blocks with victims, by leader' }).waitFor();
    const leader = answers.flatMap(({ data }) => data.leaders).find((one) => one.leader_pubkey === address)!;
    const card = page.getByRole('region', { name: /^Leader / });
    const fact = (name: string) =>
      card.locator('dl > div', { has: page.locator('dt', { hasText: name }) }).locator('dd');
    expect(await fact('Share').innerText()).toBe(`${(100 * leader.share).toFixed(2)} %`);
    expect(await fact('Blocks').innerText()).toBe(leader.block_count.toLocaleString('en'));
    expect(await fact('With victims').innerText()).toBe(leader.blocks_with_victims.toLocaleString('en'));
    await page.getByRole('heading', { name: /^Newest sandwiches in blocks of/ }).waitFor();
    await close();
  });

  it('the sums by DEX are of the sandwiches that were read, and say so where the hour has more', async () => {
    const { page, close } = await explorer.open('/settings');
    const pages: Schemas['StoredSandwich'][][] = [];
    // As in an hour of which five pages are not all: each page is the first one again.
    type Listed = Schemas['ListSandwichesResponse']['data'];
    await changeAnswers<Listed>(page, /\/api\/mev\/sandwiches\?.*from=/, (data) => {
      pages.push(data.sandwiches);
      return { ...data, next_cursor: 'more' };
    });
    await page.goto(`${explorer.stack.origin}/`);
    await page.getByRole('heading', { name: /^Lost by DEX, in the newest/ }).waitFor();
    const read = pages.slice(0, 5).flat();
    await page
      .getByRole('heading', { name: `Lost by DEX, in the newest ${read.length} sandwiches` })
      .waitFor();
    const sums = new Map<string, number>();
    for (const { pool, loss } of read)
      sums.set(pool.dex_name, (sums.get(pool.dex_name) ?? 0) + Number(loss?.sol ?? 0));
    const largest = [...sums].sort(([, left], [, right]) => right - left)[0]!;
    const first = page
      .getByRole('region', { name: /^Lost by DEX/ })
      .locator('li')
      .first();
    expect(await first.innerText()).toContain(largest[0]);
    expect(await first.innerText()).toContain(solText(largest[1]));
    await close();
  });

  it('the times of the feed and of lists never go up from row to row', async () => {
    const timesOf = (page: Page): Promise<string[]> =>
      page.evaluate('[...document.querySelectorAll("tr[data-key] time")].map(({ dateTime }) => dateTime)');
    // The mint of most sandwiches.
    const mints = sandwiches.map(({ mint_in: mint }) => mint);
    const times = (mint: string): number => mints.filter((each) => each === mint).length;
    const mint = mints.toSorted((left, right) => times(right) - times(left))[0]!;
    for (const path of ['/', `/account/${mint}`]) {
      const { page, close } = await explorer.open(path);
      await page
        .getByRole('table', { name: /sandwiches/i })
        .first()
        .waitFor();
      if (path === '/') {
        await page.getByText(/live, \d+ (or more )?new/).waitFor();
        await page.getByRole('button', { name: 'Pause' }).click();
      }
      const shown = await timesOf(page);
      expect(shown.length).toBeGreaterThan(3);
      expect(shown).toEqual([...shown].sort().toReversed());
      await close();
    }
  });

  it('the feed is filtered by a DEX of the list and by the symbol of a token', async () => {
    const { page, close } = await explorer.open('/');
    await page.getByRole('table', { name: 'The newest sandwiches' }).waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    const dex = sandwiches[0]!.pool.dex_name;
    await page.getByRole('combobox', { name: 'DEX' }).selectOption(dex);
    await page.waitForURL((url) => url.searchParams.get('dex') === dex);
    await page.getByRole('button', { name: 'Clear' }).click();
    const field = page.getByPlaceholder('its symbol or mint');
    const choices = page.locator('datalist option');
    await choices.first().waitFor({ state: 'attached' });
    const choice = (await choices.first().getAttribute('value'))!;
    await field.fill(choice);
    await field.press('Enter');
    await page.waitForURL(/mint=/);
    const mint = new URL(page.url()).searchParams.get('mint')!;
    expect(choice.slice(choice.lastIndexOf('(') + 1, -1)).toBe(`${mint.slice(0, 4)}…${mint.slice(-4)}`);
    await eventually(() => field.inputValue()).toBe(choice);
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
      const dialogs: string[] = [];
      const noteDialog = (dialog: Dialog): void => {
        dialogs.push(dialog.message());
        void dialog.dismiss();
      };
      const { page, close } = await explorer.open(path, {
        width: 390,
        prepare: async (context) => {
          context.on('dialog', noteDialog);
          // The API's own answers, in which every name that someone may choose is a hostile one.
          await context.route(/\/api\/(mev|slots|validators|transaction)/, async (route) => {
            if (route.request().url().includes('/stream')) return route.continue();
            const answer = await route.fetch();
            await route.fulfill({ response: answer, body: withHostileNames(await answer.text()) });
          });
        },
      });
      try {
        await settled(page);
        const overflow = (await page.evaluate('document.documentElement.scrollWidth - innerWidth')) as number;
        expect([path, Math.max(0, overflow)]).toEqual([path, 0]);
        expect(await page.locator('img').count()).toBe(0);
        const text = await page.locator('main').innerText();
        expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
        expect(text).not.toContain('𝔘'.repeat(50));
        const links = (await page.evaluate(
          '[...document.links].map(({ protocol }) => protocol)',
        )) as string[];
        expect(links.filter((protocol) => !/^https?:$/.test(protocol))).toEqual([]);
        expect(dialogs).toEqual([]);
      } finally {
        page.context().off('dialog', noteDialog);
        await close();
      }
    }
    expect(symbols.size).toBeGreaterThan(0);
  }, 300_000);

  it('over the limit it says when it goes on, and goes on by itself', async () => {
    const made = await tickscope([
      ...['keys', 'create', '--account', 'demo', '--name', 'limited', '--test', '--json'],
      ...['--data-dir', explorer.dataDir],
    ]);
    const limited = (JSON.parse(made.stdout) as { secret: string }).secret;
    let isOver = false;
    const { page, close } = await explorer.open(`/account/${sandwiches[0]!.pool.pool_address}`, {
      prepare: async (context) => {
        await context.clock.install();
        // The API's own refusal, until the page's clock is beyond the window.
        await context.route(/\/write-locks\/account/, async (route) => {
          if (isOver) await route.continue();
          else await route.fulfill({ response: await refusalOf(route, limited) });
        });
      },
    });
    await page
      .getByText(/It goes on by itself in/)
      .first()
      .waitFor();
    isOver = true;
    await page.clock.fastForward(WINDOW_MS);
    await page.getByText('whose fee is known paid').waitFor();
    await close();
  }, 300_000);

  it('after the API was killed, pages go on by themselves: the strip, the feed, and a question without an answer', async () => {
    const { page, close } = await explorer.open('/');
    await page.getByText(/live, \d+ (or more )?new/).waitFor();
    const newest = async (): Promise<number> =>
      Number((await page.getByText(/^up to /).innerText()).replace(/\D/g, ''));
    const before = await newest();
    const other = await explorer.open('/');
    await settled(other.page);
    // The list must not move under the click.
    await other.page.getByRole('button', { name: 'Pause' }).click();
    process.kill(stackProcesses(explorer.stack.process.pid!).API[0]!, 'SIGKILL');
    await other.page.locator('main table a[href^="/tx/"]').first().click();
    await other.page.locator('[data-verdict]').waitFor();
    await eventually(newest).toBeGreaterThan(before + 10);
    const known = new Set(await rowKeys(page));
    await eventually(async () => (await rowKeys(page)).some((key) => !known.has(key))).toBe(true);
    await page.getByText(/live, \d+ (or more )?new/).waitFor();
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
      const { signature } = await findPlainVictim(explorer.api, sandwiches);
      start = await explorer.open(`/tx/${signature}`);
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
        const lost = page.locator('dl > div', { hasText: 'Total lost' }).getByText(/SOL|lamports/);
        await lost.first().waitFor();
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
        await page.getByRole('table', { name: /Signers of the newest competing/ }).waitFor();
        await page.getByText('whose fee is known paid').waitFor();
      }));

    it('what happened in this slot', () =>
      walk('the slot', 1, async (page) => {
        await click(page.getByRole('link', { name: /^Slot [\d,]+$/ }));
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

type Locks = Schemas['AccountWriteLocksResponse']['data'];

const slotOfText = (text: string): number => Number(text.replaceAll(',', ''));

/** The same answer with points of several slots, as a longer time has them. */
function inRunsOf(size: number, data: Locks): Locks {
  const first = data.slot_range.min!;
  const runOf = (slot: number): number => first + size * Math.floor((slot - first) / size);
  const runs = [...new Set(data.write_locks_timeline.map(({ slot }) => runOf(slot)))];
  const sumOf = <Point extends { slot: number }>(
    points: Point[],
    run: number,
    of: (point: Point) => number,
  ) => points.filter(({ slot }) => runOf(slot) === run).reduce((sum, point) => sum + of(point), 0);
  return {
    ...data,
    slots_per_point: size,
    write_locks_timeline: runs.map((slot) => ({
      slot,
      timestamp: null,
      write_locks: sumOf(data.write_locks_timeline, slot, (point) => point.write_locks),
    })),
    conflict_timeline: runs.map((slot) => ({
      slot,
      timestamp: null,
      conflict_events: sumOf(data.conflict_timeline, slot, (point) => point.conflict_events),
    })),
  };
}

/** SOL as the pages write it. */
const solText = (sol: number): string =>
  sol < 0.001
    ? `${Math.round(sol * 1e9).toLocaleString('en')} lamports`
    : `${sol.toLocaleString('en', FOUR)} SOL`;
const FOUR = { minimumFractionDigits: 4, maximumFractionDigits: 4 };

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
