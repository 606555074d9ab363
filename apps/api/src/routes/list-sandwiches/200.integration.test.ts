import { extractBlockTrades } from '@tickscope/dex';
import { detectSandwiches, type Sandwich } from '@tickscope/sandwich';
import { compileValidators, type components } from '@tickscope/schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiUnderTest, startApiUnderTest } from '../../testing/api-under-test.js';
import { labelledChain, storeLabelledChain } from '../../testing/labelled-chain.js';
import { get } from '../../testing/request.js';

type Event = components['schemas']['SandwichEvent'];

const isDocumented = compileValidators().response('listSandwiches', 200);
const ALL = 'confidence=exact,loose,suspected';

const chain = labelledChain('list', 60);
/** What a run of the detector over the whole chain finds, newest first. */
const detected = detectSandwiches(chain.blocks.map(extractBlockTrades)).toSorted(
  (left, right) => right.firstSlot - left.firstSlot || (right.id < left.id ? -1 : 1),
);

let api: ApiUnderTest;
beforeAll(async () => {
  api = await startApiUnderTest();
  await storeLabelledChain(api.owner, chain);
});
afterAll(() => api?.stop());

async function page(query: string): Promise<{ sandwiches: Event[]; next_cursor: string | null }> {
  const answer = await get(`${api.url}/api/mev/sandwiches?${query}`);
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
  expect(isDocumented(answer.body)).toEqual([]);
  return (answer.body as { data: { sandwiches: Event[]; next_cursor: string | null } }).data;
}

async function all(query: string): Promise<Event[]> {
  const found: Event[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const next: Awaited<ReturnType<typeof page>> = await page(
      `${query}&limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`,
    );
    found.push(...next.sandwiches);
    cursor = next.next_cursor;
  }
  return found;
}

const idsOf = (events: readonly Event[]) => events.map(({ id }) => id);
const expectedIds = (isWanted: (sandwich: Sandwich) => boolean) =>
  detected.filter(isWanted).map(({ id }) => id);

test('all sandwiches that a run of the detector finds are listed once, newest first, with what they are', async () => {
  expect(detected.length).toBeGreaterThan(120);
  const found = await all(ALL);
  expect(
    found.map((it) => [
      ...[it.id, it.confidence_then, it.gross, it.mint_in, it.mint_out, it.pool.pool_address],
      it.victims.map(({ wallet, victim_loss: loss }) => [wallet, loss]),
      it.legs.filter(({ success }) => success).map(({ block_index: index }) => index),
    ]),
  ).toEqual(
    detected.map((it) => [
      ...[it.id, it.confidence, String(it.gross), it.mintIn, it.mintOut, it.pool],
      it.victims.map(({ swap, lossAmount }) => [
        swap.trader,
        lossAmount === null ? null : String(lossAmount),
      ]),
      [...it.fronts, ...it.backs].map(({ blockIndex }) => blockIndex),
    ]),
  );
});

test('planted sandwiches are listed without a filter: by their labels, at least 95 of 100', async () => {
  const found = await all('');
  const legs = new Set(found.flatMap((it) => it.legs.map((leg) => leg.attacker_signature)));
  const labels = chain.labels.filter(({ counted }) => counted);
  const listed = labels.filter(({ fronts, backs }) =>
    [fronts, backs].every((side) => side.some(({ signature }) => legs.has(signature))),
  );
  expect(labels.length).toBeGreaterThan(80);
  expect(listed.length / labels.length).toBeGreaterThan(0.95);
  expect(found.every(({ confidence }) => confidence !== 'suspected')).toBe(true);
});

describe('a filter leaves exactly the sandwiches that it names', () => {
  const some = detected.find(({ victims, confidence }) => victims.length > 0 && confidence !== 'suspected')!;
  const wallet = some.victims[0]!.swap.trader;
  const slot = detected[Math.floor(detected.length / 2)]!.firstSlot;
  test.each<[string, string, (sandwich: Sandwich) => boolean]>([
    ['pool', `pool=${some.pool}`, (it) => it.pool === some.pool || it.backPool === some.pool],
    ['mint', `mint=${some.mintOut}`, (it) => [it.mintIn, it.mintOut].includes(some.mintOut)],
    ['attacker', `attacker=${some.attackers[0]}`, (it) => it.attackers.includes(some.attackers[0]!)],
    ['victim', `victim=${wallet}`, (it) => it.victims.some(({ swap }) => swap.trader === wallet)],
    ['dex', `dex=${some.dexName.toUpperCase()}`, (it) => it.dexName === some.dexName],
    ['from', `from=${slot}`, (it) => it.firstSlot >= slot],
    ['to', `to=${slot}`, (it) => it.firstSlot <= slot],
    [
      'several',
      `dex=${some.dexName}&from=${slot}&to=${slot + 5}`,
      (it) => it.dexName === some.dexName && it.firstSlot >= slot && it.firstSlot <= slot + 5,
    ],
  ])('%s', async (_, query, isWanted) => {
    const wanted = expectedIds(isWanted);
    expect(wanted.length).toBeGreaterThan(0);
    expect(wanted.length).toBeLessThan(detected.length);
    expect(idsOf(await all(`${ALL}&${query}`))).toEqual(wanted);
  });

  test('intent and confidence, as the sandwiches themselves state them', async () => {
    const found = await all(ALL);
    for (const [query, isWanted] of [
      ['intent=proven', (it: Event) => it.intent === 'proven'],
      ['intent=likely,unknown', (it: Event) => it.intent !== 'proven'],
    ] as const)
      expect(idsOf(await all(`${ALL}&${query}`))).toEqual(idsOf(found.filter(isWanted)));
    expect(idsOf(await all('confidence=suspected'))).toEqual(
      idsOf(found.filter(({ confidence }) => confidence === 'suspected')),
    );
  });

  test('the least loss: of the sandwiches whose loss has a value in SOL', async () => {
    const found = await all(ALL);
    const isWanted = ({ loss }: Event) => loss !== null && loss.sol !== null && Number(loss.sol) >= 0.01;
    const wanted = idsOf(found.filter(isWanted));
    expect(wanted.length).toBeGreaterThan(0);
    expect(wanted.length).toBeLessThan(found.length);
    expect(idsOf(await all(`${ALL}&min_loss_sol=0.01`))).toEqual(wanted);
  });
});

test('pages of any size add up to the whole, and the last one has no cursor', async () => {
  const whole = idsOf(await all(''));
  const paged: string[] = [];
  let query = 'limit=7';
  for (;;) {
    const { sandwiches, next_cursor: next } = await page(query);
    paged.push(...idsOf(sandwiches));
    if (next === null) break;
    query = `limit=7&cursor=${next}`;
  }
  expect(paged).toEqual(whole);
  expect(idsOf((await page('')).sandwiches)).toEqual(whole.slice(0, 20));
});
