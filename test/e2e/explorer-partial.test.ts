import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRunFile } from '@tickscope/embedded';
import { createTickscope, type Schemas, type Tickscope } from '@tickscope/sdk';
import { generateUpdates } from '@tickscope/simulator';
import { halfOf, recordingOf } from '@tickscope/testkit/encode-recording';
import { connectTo } from '@tickscope/testkit/store/test-connection';
import { describe, expect, it } from 'vitest';
import { stackProcesses } from '../faults/stack-processes.js';
import { CHROMIUM } from '../support/browser.js';
import { tickscope } from '../support/cli.js';
import { useExplorer } from '../support/explorer.js';
import { eventually, settled, violations } from '../support/explorer-page.js';

const FIRST_SLOT = 432_000_000;
const SLOTS = 60;
/** Not in the recording, although the next block builds on it. */
const MISSING = FIRST_SLOT + 30;
/** Half of it is in the recording. */
const HALF = FIRST_SLOT + 33;
/** Stored, but detection has not run over them. */
const UNDETECTED = [FIRST_SLOT + 36, FIRST_SLOT + 37, FIRST_SLOT + 38];
/** All of the above are within ±10 slots of it, which is how far the page of a trade looks. */
const MIDDLE = FIRST_SLOT + 34;

const NOT_STORED = '1 slot not stored';
const IN_PART = '1 slot stored in part';
const NOT_ANALYSED = '3 slots not analysed yet';

/** View of a visitor where blocks are missing, or not analysed yet: on the real stack, over a recording with holes. */
describe.skipIf(CHROMIUM === null)('the explorer over a store with holes', () => {
  let sandwich: Schemas['StoredSandwich'];
  const explorer = useExplorer({
    source: async () => ({ args: ['--source', 'none'] }),
    isReady: async () => {
      await importChain();
      await forgetDetection();
      const { stack, key } = explorer;
      sandwich = await sandwichInTheMiddle(createTickscope({ baseUrl: stack.api, token: key, retries: 20 }));
      return true;
    },
  });

  async function importChain(): Promise<void> {
    const messages: Uint8Array[] = [];
    const chain = {
      seed: 'holes',
      firstSlot: FIRST_SLOT,
      startTime: Math.floor(Date.now() / 1_000) - 60,
      transactionsPerSlot: 60,
      voteShare: 0.3,
      dexShare: 0.5,
      skippedShare: 0,
      sandwichesPerSlot: 2,
    };
    for (const { slot, update } of generateUpdates(chain, SLOTS))
      if (slot !== MISSING) messages.push(slot === HALF ? halfOf(update!) : update!);
    const file = join(explorer.dataDir, 'chain.bin');
    writeFileSync(file, recordingOf(messages));
    const imported = await tickscope(['import', '--json', '--data-dir', explorer.dataDir, file]);
    expect(imported.code, imported.stderr).toBe(0);
  }

  /** As if detection had not run over these slots. The API remembers what was analysed, so it is started again. */
  async function forgetDetection(): Promise<void> {
    const { url, users } = (await readRunFile(explorer.dataDir))!.clickhouse!;
    const client = connectTo({ url, users });
    await client.command({
      query: `DELETE FROM detected_slots WHERE slot IN (${UNDETECTED.join()})`,
    });
    await client.close();
    process.kill(stackProcesses(explorer.stack.process.pid!).API[0]!, 'SIGKILL');
  }

  async function sandwichInTheMiddle(api: Tickscope): Promise<Schemas['StoredSandwich']> {
    const { sandwiches } = (await api.listSandwiches({ limit: '100' })).data;
    const distance = ({ slot_range: { from } }: Schemas['StoredSandwich']): number => Math.abs(from - MIDDLE);
    return sandwiches
      .filter(({ victims }) => victims[0]?.signature != null)
      .sort((left, right) => distance(left) - distance(right))[0]!;
  }

  /** Each page that can show them, and what it has to say. */
  function pages(): { path: string; says: string[] }[] {
    const { victims, attackers, pool } = sandwich;
    const all = [NOT_STORED, IN_PART, NOT_ANALYSED];
    const wallet = victims[0]!.wallet;
    return [
      { path: '/', says: all },
      { path: `/tx/${victims[0]!.signature}?range=16`, says: all },
      { path: `/wallet/${wallet}`, says: all },
      { path: `/wallet/${attackers[0]}`, says: all },
      { path: `/compare?a=${wallet}&b=${attackers[0]}`, says: all },
      { path: '/validators?period=1h', says: all },
      { path: `/account/${pool.pool_address}`, says: [NOT_STORED, IN_PART] },
      { path: '/account', says: [NOT_STORED, IN_PART] },
    ];
  }

  it('says on every page which slots are missing, incomplete or not analysed yet', async () => {
    const problems: unknown[] = [];
    for (const { path, says } of pages()) {
      const { page, close } = await explorer.open(path, { width: 390 });
      await settled(page);
      const banners = await page.getByText('Not everything was seen.').locator('..').allInnerTexts();
      const missing = says.filter((text) => !banners.some((banner) => banner.includes(text)));
      if (missing.length > 0) problems.push([path, missing, banners]);
      for (const banner of banners)
        if (!banner.includes('What happened there is not in this answer.')) problems.push([path, banner]);
      problems.push(...(await violations(page)).map((text) => [path, text]));
      await close();
    }
    expect(problems).toEqual([]);
  });

  it('a trade names the slots that were not seen; one that was not found sandwiched is not cleared', async () => {
    const { page, close } = await explorer.open(`/tx/${sandwich.victims[0]!.signature}?range=16`);
    await settled(page);
    const text = await page.locator('main').innerText();
    for (const slot of [MISSING, HALF, ...UNDETECTED]) expect(text).toContain(slot.toLocaleString('en'));
    await close();
    const unknown = await explorer.open(`/tx/${await unsandwichedTrade()}`);
    await unknown.page.getByRole('heading', { name: /^Not known/ }).waitFor();
    await unknown.page.getByText(/3 slots around it are still being analysed/).waitFor();
    await unknown.close();
  });

  /** A trade next to the holes in which no sandwich was found. */
  async function unsandwichedTrade(): Promise<string> {
    const { transactions } = (await explorer.api.getSlot({ slot: String(MIDDLE), limit: '5000' })).data;
    const trades = transactions.filter(
      ({ dexes, roles, success }) => dexes.length > 0 && roles.length === 0 && success === true,
    );
    return trades[0]!.signature;
  }

  it.each([
    {
      slot: MISSING,
      heading: 'is missing here.',
      says: /fetched again while its gap is open/,
      bar: /missing/,
    },
    {
      slot: HALF,
      heading: 'is stored in part.',
      says: /Transactions may be missing below/,
      bar: /incomplete/,
    },
    {
      slot: UNDETECTED[1]!,
      heading: 'transactions',
      says: /not analysed yet; the page looks again by itself/,
      bar: /not analysed yet/,
    },
  ])('slot $slot: its page, and the strip of the newest slots, say that it $heading', async (given) => {
    const { page, close } = await explorer.open(`/slot/${given.slot}`);
    await page.getByRole('heading', { level: 1 }).getByText(given.heading).waitFor();
    await page.getByText(given.says).waitFor();
    await page.goto(explorer.stack.origin);
    const bar = page.locator(`nav a[href="/slot/${given.slot}"]`);
    await eventually(() => bar.getAttribute('aria-label')).toMatch(given.bar);
    await close();
  });

  it('the tick axis says in the lanes why they are empty', async () => {
    const { page, close } = await explorer.open(`/tx/${sandwich.victims[0]!.signature}?range=8`);
    await page.locator('svg text', { hasText: 'missing: this block is not stored' }).waitFor();
    await page.locator('svg text', { hasText: 'not all of this block is stored' }).waitFor();
    await close();
  });

  it('the status counts them, and lists the gaps', async () => {
    const { page, close } = await explorer.open('/status');
    const fact = (name: string): Promise<string> =>
      page.locator('dl > div', { hasText: name }).locator('dd').first().innerText();
    await settled(page);
    expect(await fact('Incomplete')).toBe('1');
    expect(await fact('Missing')).toBe('1');
    expect(await fact('Not analysed yet')).toBe('3');
    await close();
  });
});
