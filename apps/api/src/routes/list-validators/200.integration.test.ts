import { extractBlockTrades } from '@tickscope/dex';
import { detectSandwiches } from '@tickscope/sandwich';
import { compileValidators, type components } from '@tickscope/schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiUnderTest, startApiUnderTest } from '../../testing/api-under-test.js';
import { chainLeaders, SCHEDULED } from '../../testing/chain-leaders.js';
import { labelledChain, storeLabelledChain } from '../../testing/labelled-chain.js';
import { get } from '../../testing/request.js';
import { allSandwiches } from '../../testing/sandwich-pages.js';

type Shares = components['schemas']['ValidatorShares'];
type Share = components['schemas']['VictimShare'];

const isDocumented = compileValidators().response('listValidators', 200);
const chain = labelledChain('validators', 60);
const { leaderOf, clientOf, store: storeLeaders } = chainLeaders(chain);
const slots = chain.blocks.map(({ slot }) => slot);

let api: ApiUnderTest;
/** Victims' swaps of sandwiches that count as of now, each once, by slot. */
let victims: Map<number, number>;
beforeAll(async () => {
  api = await startApiUnderTest();
  await storeLabelledChain(api.owner, chain);
  await storeLeaders(api.owner);
  const counted = new Set((await allSandwiches(api.url, '')).map(({ id }) => id));
  const swaps = detectSandwiches(chain.blocks.map(extractBlockTrades))
    .filter(({ id }) => counted.has(id))
    .flatMap((it) => it.victims)
    .filter(({ lossAmount }) => lossAmount === null || lossAmount > 0n)
    .map(({ swap }) => swap);
  const once = new Map(
    swaps.map((it) => [[it.slot, it.blockIndex, it.outerIndex, it.innerIndex, it.partIndex].join(), it.slot]),
  );
  victims = new Map();
  for (const slot of once.values()) victims.set(slot, (victims.get(slot) ?? 0) + 1);
});
afterAll(() => api?.stop());

async function ask(query = ''): Promise<Shares> {
  const answer = await get(`${api.url}/api/validators?${query}`);
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
  expect(isDocumented(answer.body)).toEqual([]);
  return (answer.body as { data: Shares }).data;
}

function expectShare(share: Share, own: readonly number[]): void {
  const hit = own.filter((slot) => victims.has(slot)).length;
  const count = (of: readonly number[]) => of.reduce((sum, slot) => sum + (victims.get(slot) ?? 0), 0);
  expect(share).toMatchObject({
    ...{ block_count: own.length, blocks_with_victims: hit, victim_count: count(own) },
    ...{ share: hit / own.length, share_of_blocks: own.length / slots.length },
    share_of_victims: count(own) / count(slots),
  });
  // The shares at which the observed one is four standard errors away.
  const { share: observed, share_low: low, share_high: high } = share;
  expect(low).toBeLessThanOrEqual(observed);
  expect(high).toBeGreaterThanOrEqual(observed);
  for (const end of [low, high])
    expect((observed - end) ** 2).toBeCloseTo((16 * end * (1 - end)) / own.length, 9);
}

test('leaders and clients have the blocks and victims that the chain has', async () => {
  const { leaders, clients, all, leader_count: count } = await ask('limit=100');
  const expected = new Set(slots.map(leaderOf));
  expect(expected.size).toBeGreaterThan(3);
  expect(victims.size).toBeGreaterThan(20);
  expect(new Set(leaders.map((it) => it.leader_pubkey))).toEqual(expected);
  expect([leaders.length, count]).toEqual([expected.size, expected.size]);
  for (const it of leaders) {
    const own = slots.filter((slot) => leaderOf(slot) === it.leader_pubkey);
    expectShare(it, own);
    expect([it.client_type, it.name]).toEqual([
      clientOf(own.at(-1)!),
      it.leader_pubkey === SCHEDULED ? 'The one' : null,
    ]);
  }
  expect(new Set(clients.map((it) => it.client_type))).toEqual(new Set(slots.map(clientOf)));
  for (const it of clients) {
    const own = slots.filter((slot) => clientOf(slot) === it.client_type);
    expectShare(it, own);
    expect(it.leader_count).toBe(new Set(own.map(leaderOf)).size);
  }
  expect(all).toEqual({
    block_count: slots.length,
    blocks_with_victims: victims.size,
    victim_count: [...victims.values()].reduce((sum, one) => sum + one, 0),
    share: victims.size / slots.length,
  });
});

test('planted victims of counted sandwiches traded in blocks with victims: at least 95 of 100', () => {
  const planted = chain.labels.filter(({ counted }) => counted).flatMap((it) => it.victims);
  expect(planted.length).toBeGreaterThan(80);
  const found = planted.filter(({ slot }) => victims.has(slot));
  expect(found.length / planted.length).toBeGreaterThan(0.95);
});

describe('leaders', () => {
  test('come in pages, highest lower bound first; clients are all in each', async () => {
    const { leaders: whole, clients } = await ask('limit=100');
    const bounds = whole.map((it) => it.share_low);
    expect(bounds).toEqual(bounds.toSorted((left, right) => right - left));
    const paged: Shares['leaders'] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Shares = await ask(`limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
      expect(page.clients).toEqual(clients);
      paged.push(...page.leaders);
      cursor = page.next_cursor;
    }
    expect(paged).toEqual(whole);
  });

  test('with few blocks are never above: that needs evidence', async () => {
    const { leaders, all, note } = await ask('limit=100');
    for (const it of leaders) expect(it.above).toBe(it.share_low > all.share!);
    expect(note).toContain('It is no proof');
  });
});

test('the coverage of the period is that of its slots', async () => {
  const { coverage, period } = await ask('period=1h');
  expect(period).toBe('1h');
  expect(coverage).toMatchObject({
    ...{ from_slot: slots[0], to_slot: slots.at(-1) },
    ...{ missing_slot_count: 0, undetected_slot_count: 0 },
  });
});

test('without a stored block there is no share', async () => {
  const empty = await startApiUnderTest();
  const { body } = await get(`${empty.url}/api/validators`);
  await empty.stop();
  expect((body as { data: Shares }).data).toMatchObject({
    all: { block_count: 0, blocks_with_victims: 0, victim_count: 0, share: null },
    ...{ clients: [], leaders: [], leader_count: 0, next_cursor: null, coverage: null },
  });
});
