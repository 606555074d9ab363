import type { Schemas } from '@tickscope/sdk';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CHROMIUM } from '../support/browser.js';
import { findPlainVictim, useExplorer } from '../support/explorer.js';
import { readCards, type ShownCard } from '../support/explorer-cards.js';
import { eventually, keepAnswers, settled } from '../support/explorer-page.js';

type Scan = Schemas['WalletScan'];

/** Makes the losses of an answer such by the rate of the frontrun. */
function callByRate(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if ('loss_method' in value && value.loss_method !== null) value.loss_method = 'front_rate';
  for (const part of Object.values(value)) callByRate(part);
}

const LOSS_NAMES = ['Total lost', 'Lost', 'In SOL', 'Victims lost', 'Lost to it', 'Loss %'];

/** The losses that cards show, where one is known: in facts, in columns, and by DEX. */
function lossesOf(cards: readonly ShownCard[]): string[] {
  const named = cards.flatMap(({ facts, rows }) => [facts, ...rows]);
  const byDex = cards.filter(({ title }) => title.startsWith('Lost by DEX')).flatMap(({ items }) => items);
  const figures = named.flatMap((one) => LOSS_NAMES.map((name) => one[name] ?? ''));
  return [...figures, ...byDex].filter((text) => text !== '' && text !== 'not known');
}

/** Sentences of the pages about verdicts, times and counts, against the figures of the API. */
describe.skipIf(CHROMIUM === null)('the sentences of the explorer', () => {
  let sandwiches: Schemas['StoredSandwich'][];
  const explorer = useExplorer({
    isReady: async (api) => {
      sandwiches = (await api.listSandwiches({ confidence: 'exact', limit: '100' })).data.sandwiches;
      return sandwiches.length > 12;
    },
  });
  const victim = () =>
    sandwiches.flatMap(({ victims }) => victims).find(({ signature }) => signature !== null)!;
  const fact = (page: Page, name: string) =>
    page
      .locator('dl > div')
      .filter({ has: page.locator('dt').getByText(name, { exact: true }) })
      .locator('dd')
      .first();

  /** Opens a page with the API's own answers, some of them changed. */
  async function openWith<Answer>(path: string, pattern: RegExp, change: (answer: Answer) => void) {
    return explorer.open(path, {
      prepare: (context) =>
        context.route(pattern, async (route) => {
          const response = await route.fetch();
          const body = (await response.json()) as Answer;
          change(body);
          await route.fulfill({ response, json: body });
        }),
    });
  }

  it('a trade names the frontrun that succeeded, where failed attempts came first; the first view has all of the sandwich', async () => {
    const { signature } = victim();
    const { data } = await explorer.api.checkSandwichFast({ signature: signature!, slot_range: 10 });
    const [check] = data.results;
    const front = check!.incidents.filter(
      ({ success, interaction_type: type }) => success && type === 'sandwich_frontrun',
    );
    const ticks = front.map(({ poh_tick_offset: offset }) => Math.abs(Number(offset)));
    const expected = ticks.map((count) =>
      count === 0 ? /^in the same tick$/ : new RegExp(`^${count} ticks? before$`),
    );
    const { page, close } = await openWith<Schemas['CheckSandwichFastResponse']>(
      `/tx/${signature}`,
      /\/mev\/check-sandwich-fast/,
      ({ data: { results } }) => {
        const [first] = results[0]!.incidents;
        results[0]!.incidents.unshift({ ...first!, success: false, poh_tick_offset: '-77', poh_tick: '1' });
      },
    );
    await settled(page);
    const shown = await fact(page, 'Frontrun').innerText();
    expect(
      expected.some((one) => one.test(shown)),
      `${shown} of ${expected.join()}`,
    ).toBe(true);
    const sandwich = (await explorer.api.getSandwich({ id: check!.incidents[0]!.sandwich.id })).data;
    const furthest = Math.max(
      ...[...sandwich.legs, ...sandwich.victims].map(({ slot }) => Math.abs(slot - check!.slot!)),
    );
    const zoom = Number(/\d+/.exec(await page.locator('main output').innerText())![0]);
    expect(zoom).toBeGreaterThanOrEqual(furthest);
    for (const name of [`Slot ${check!.slot!.toLocaleString('en')}`, 'Open sandwich'])
      expect([name, await page.getByRole('link', { name, exact: true }).count()]).toEqual([name, 1]);
    expect(await page.getByText('price without the attack', { exact: true }).count()).toBe(1);
    await close();
  });

  it('a wallet: verdicts that are not known are never called clean, and only the stored time is claimed', async () => {
    const { wallet } = await findPlainVictim(explorer.api, sandwiches);
    const { page, close } = await openWith<{ data?: Scan }>(
      `/wallet/${wallet}`,
      /\/mev\/job-status\//,
      (job) => {
        if (job.data === undefined) return;
        for (const trade of job.data.trades)
          Object.assign(trade, { verdict: 'unknown', incidents: [], sandwich_detected: false });
        job.data.summary.total_sandwich_attacks = 0;
      },
    );
    // Below the heading, if the wallet has attacked meanwhile.
    const sentence = page
      .locator('main')
      .getByText(/^(Its own trades: )?Not known whether its .* sandwiched\.$/)
      .first();
    await sentence.waitFor();
    expect(await sentence.innerText()).toMatch(/ in the \d+ (seconds|minutes|hours) stored /);
    await close();
  });

  it('an attacker: its page begins with what it earned, its own legs are called so, and only the stored time is claimed', async () => {
    const { attackers } = (await explorer.api.listAttackers({ period: '24h', by: 'sandwiches' })).data;
    const { page, close } = await explorer.open(`/wallet/${attackers[0]!.address}`);
    await settled(page);
    const text = await page.locator('main').innerText();
    expect(text).toMatch(/Its record in the \d+ (seconds|minutes|hours) stored/);
    expect(text).not.toMatch(/last (day|24 hours)/);
    expect(await page.locator('main dt').first().innerText()).toBe('Earned');
    const listed = page.getByRole('table', { name: 'Trades of this wallet, newest first' });
    const made = await explorer.api.listSandwiches({ attacker: attackers[0]!.address, limit: '100' });
    const legs = new Set(
      made.data.sandwiches.flatMap((one) => one.legs.map(({ attacker_signature: signature }) => signature)),
    );
    const rows = await listed.locator('tr[data-key]').all();
    let own = 0;
    for (const row of rows) {
      if (!legs.has((await row.getAttribute('data-key'))!)) continue;
      own += 1;
      expect(await row.innerText()).toMatch(/frontrun|backrun|sandwiched/);
    }
    expect(own).toBeGreaterThan(0);
    expect(await listed.innerText()).not.toContain('not sandwiched');
    await close();
  });

  it('the comparison of a victim with its attacker says that it was sandwiched, as often as the API says', async () => {
    const { wallet } = await findPlainVictim(explorer.api, sandwiches);
    const attacker = sandwiches.find(({ victims }) => victims.some((one) => one.wallet === wallet))!
      .attackers[0]!;
    const { page, close } = await explorer.open('/settings');
    const answers = await keepAnswers<Schemas['Competition'] | undefined>(page, /\/mev\/job-status\//);
    await page.goto(`${explorer.stack.origin}/compare?a=${wallet}&b=${attacker}`);
    const sentence = page.getByRole('heading', { name: /^B sandwiched A/ });
    await sentence.waitFor();
    const { summary } = answers.findLast(({ data }) => data !== undefined)!.data!;
    const times =
      summary.sandwiches === 1 ? 'once' : summary.sandwiches === 2 ? 'twice' : `${summary.sandwiches} times`;
    expect(await sentence.innerText()).toContain(`B sandwiched A ${times} in the `);
    expect(await fact(page, 'Sandwiches of A by B').innerText()).toBe(String(summary.sandwiches));
    await close();
  });

  it('each figure of a loss by the rate of the frontrun is marked as a lower bound', async () => {
    const sandwich = sandwiches.find(({ victims }) => victims.every(({ loss }) => loss?.sol != null))!;
    const [{ wallet, signature }] = sandwich.victims as [Schemas['SandwichVictim']];
    const { page, close } = await openWith('/settings', /\/api\/mev\//, callByRate);
    for (const path of [
      ...['/', `/wallet/${wallet}`, `/wallet/${sandwich.attackers[0]}`],
      ...[`/tx/${signature}`, `/sandwich/${sandwich.id}`],
    ]) {
      await page.goto(`${explorer.stack.origin}${path}`);
      const figures = lossesOf((await readCards(page)).all);
      expect([path, figures.length > 1]).toEqual([path, true]);
      expect([path, figures.filter((text) => !text.includes('≥ '))]).toEqual([path, []]);
    }
    await close();
  });

  it('detection that is a few slots behind is a note, not a warning', async () => {
    const { page, close } = await openWith<{ data: Schemas['ListSandwichesResponse']['data'] }>(
      '/',
      /\/mev\/sandwiches\?/,
      ({ data: { coverage } }) => {
        const to = coverage!.to_slot;
        Object.assign(coverage!, { missing_slot_count: 0, incomplete_slot_count: 0 });
        Object.assign(coverage!, {
          undetected_slot_count: 5,
          undetected_ranges: [{ from_slot: to - 4, to_slot: to }],
        });
      },
    );
    await page
      .getByText(/^Analysed up to slot [\d,]+, about 2 s behind\.$/)
      .first()
      .waitFor();
    expect(await page.getByText('Not everything was seen.').count()).toBe(0);
    await close();
  });

  it('a trade whose surroundings are older than what is stored is not called "not known yet", and they can be fetched', async () => {
    const { stored } = (await explorer.api.getStatus()).data;
    const first = await tradeFrom(stored!.from_slot);
    const { page, close } = await explorer.open(`/tx/${first}`);
    await page.getByRole('heading', { name: 'Not known.', exact: true }).waitFor();
    await page.getByText(/older than what is stored/).waitFor();
    await page.getByRole('button', { name: 'Fetch the slots around it' }).click();
    await eventually(() => page.locator('[data-verdict]').innerText()).toMatch(
      /(No slot was f|F)etched|all of them seen/,
    );
    await close();
  });

  /** A trade outside of all sandwiches, in one of the first stored slots. */
  async function tradeFrom(first: number): Promise<string> {
    for (let slot = first; slot < first + 8; slot += 1) {
      const { transactions } = (await explorer.api.getSlot({ slot: String(slot), limit: '5000' })).data;
      const trade = transactions.find(
        ({ dexes, roles, success }) => dexes.length > 0 && roles.length === 0 && success === true,
      );
      if (trade !== undefined) return trade.signature;
    }
    throw new Error(`no trade in the slots from ${first} on`);
  }
});
