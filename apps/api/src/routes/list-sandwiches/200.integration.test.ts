import { extractBlockTrades, type Swap } from '@tickscope/dex';
import { detectSandwiches, type LossSide, type Sandwich } from '@tickscope/sandwich';
import { BlockWriter } from '@tickscope/store';
import { tradedBlock } from '@tickscope/testkit/traded-block';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiUnderTest, startApiUnderTest } from '../../testing/api-under-test.js';
import { chainLeaders, SCHEDULED } from '../../testing/chain-leaders.js';
import { labelledChain, storeLabelledChain } from '../../testing/labelled-chain.js';
import { allSandwiches, type ListedSandwich, sandwichPage } from '../../testing/sandwich-pages.js';

const ALL = 'confidence=exact,loose,suspected';

const chain = labelledChain('list', 60);
const { leaderOf, clientOf, store: storeLeaders } = chainLeaders(chain);
/** Result of one run of the detector over the whole chain, newest first. */
const detected = detectSandwiches(chain.blocks.map(extractBlockTrades)).toSorted(
  (left, right) => right.firstSlot - left.firstSlot || (right.id < left.id ? -1 : 1),
);

let api: ApiUnderTest;
beforeAll(async () => {
  api = await startApiUnderTest();
  await storeLabelledChain(api.owner, chain);
  await storeLeaders(api.owner);
});
afterAll(() => api?.stop());

const page = (query: string) => sandwichPage(api.url, query);
const all = (query: string) => allSandwiches(api.url, query);

const idsOf = (events: readonly ListedSandwich[]) => events.map(({ id }) => id);
const expectedIds = (isWanted: (sandwich: Sandwich) => boolean) =>
  detected.filter(isWanted).map(({ id }) => id);

/** The loss as answers tell it: of a trade that named what it gets, what it paid too much, at its own rate. */
function toldLoss({ traderIn, traderOut }: Swap, loss: bigint, side: LossSide | null): bigint {
  return side === 'paid' ? (loss * traderIn) / traderOut : loss;
}

test('all sandwiches that a run of the detector finds are listed once, newest first, with what they are', async () => {
  expect(detected.length).toBeGreaterThan(120);
  const found = await all(ALL);
  expect(
    found.map((it) => [
      ...[it.id, it.confidence_then, it.gross, it.mint_in, it.mint_out, it.pool.pool_address],
      it.victims.map(({ wallet, victim_loss: loss, loss_side: side }) => [wallet, loss, side]),
      it.legs.filter(({ success }) => success).map(({ block_index: index }) => index),
    ]),
  ).toEqual(
    detected.map((it) => [
      ...[it.id, it.confidence, String(it.gross), it.mintIn, it.mintOut, it.pool],
      it.victims.map(({ swap, lossAmount, lossSide }) => [
        ...[swap.trader, lossAmount === null ? null : String(toldLoss(swap, lossAmount, lossSide)), lossSide],
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
  const rewarded = detected.map(({ firstSlot }) => leaderOf(firstSlot)).find((it) => it !== SCHEDULED)!;
  const slot = detected[Math.floor(detected.length / 2)]!.firstSlot;
  test.each<[string, string, (sandwich: Sandwich) => boolean]>([
    ['pool', `pool=${some.pool}`, (it) => it.pool === some.pool || it.backPool === some.pool],
    ['mint', `mint=${some.mintOut}`, (it) => [it.mintIn, it.mintOut].includes(some.mintOut)],
    ['attacker', `attacker=${some.attackers[0]}`, (it) => it.attackers.includes(some.attackers[0]!)],
    ['victim', `victim=${wallet}`, (it) => it.victims.some(({ swap }) => swap.trader === wallet)],
    ['dex', `dex=${some.dexName.toUpperCase()}`, (it) => it.dexName === some.dexName],
    ['leader, by the schedule', `leader=${SCHEDULED}`, (it) => leaderOf(it.firstSlot) === SCHEDULED],
    ['leader, by the reward', `leader=${rewarded}`, (it) => leaderOf(it.firstSlot) === rewarded],
    ['client', 'client=jitolabs', (it) => clientOf(it.firstSlot) === 'JitoLabs'],
    [
      'client of a leader',
      `client=Agave&leader=${SCHEDULED}`,
      (it) => clientOf(it.firstSlot) === 'Agave' && leaderOf(it.firstSlot) === SCHEDULED,
    ],
    ['from', `from=${slot}`, (it) => it.firstSlot >= slot],
    ['to', `to=${slot}`, (it) => it.firstSlot <= slot],
    [
      'two addresses',
      `victim=${wallet}&pool=${some.pool}`,
      (it) =>
        it.victims.some(({ swap }) => swap.trader === wallet) && [it.pool, it.backPool].includes(some.pool),
    ],
    [
      'address and DEX',
      `mint=${some.mintOut}&dex=${some.dexName}`,
      (it) => [it.mintIn, it.mintOut].includes(some.mintOut) && it.dexName === some.dexName,
    ],
    [
      'address and leader',
      `attacker=${some.attackers[0]}&leader=${leaderOf(some.firstSlot)}`,
      (it) =>
        it.attackers.includes(some.attackers[0]!) && leaderOf(it.firstSlot) === leaderOf(some.firstSlot),
    ],
    [
      'address and slots',
      `pool=${some.pool}&from=${some.firstSlot}&to=${some.firstSlot}`,
      (it) => it.pool === some.pool && it.firstSlot === some.firstSlot,
    ],
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
      ['intent=proven', (it: ListedSandwich) => it.intent === 'proven'],
      ['intent=likely,unknown', (it: ListedSandwich) => it.intent !== 'proven'],
    ] as const)
      expect(idsOf(await all(`${ALL}&${query}`))).toEqual(idsOf(found.filter(isWanted)));
    expect(idsOf(await all('confidence=suspected'))).toEqual(
      idsOf(found.filter(({ confidence }) => confidence === 'suspected')),
    );
  });

  test('the least loss: of the sandwiches whose loss has a value in SOL', async () => {
    const found = await all(ALL);
    const isWanted = ({ loss }: ListedSandwich) =>
      loss !== null && loss.sol !== null && Number(loss.sol) >= 0.01;
    const wanted = idsOf(found.filter(isWanted));
    expect(wanted.length).toBeGreaterThan(0);
    expect(wanted.length).toBeLessThan(found.length);
    expect(idsOf(await all(`${ALL}&min_loss_sol=0.01`))).toEqual(wanted);
  });
});

test('each says who led its first slot and what that leader ran', async () => {
  for (const { slot_range: range, leader, client } of await all(ALL))
    expect([range.from, leader, client]).toEqual([range.from, leaderOf(range.from), clientOf(range.from)]);
});

test('a client that no one runs has none', async () => {
  expect(await page('client=Sig')).toMatchObject({ sandwiches: [], next_cursor: null });
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

describe('coverage', () => {
  const [first, last] = [chain.blocks[0]!.slot, chain.blocks.at(-1)!.slot];
  const NONE = { missing_slot_count: 0, incomplete_slot_count: 0, undetected_slot_count: 0 };

  test('of a whole answer is the asked range, as far as it is stored', async () => {
    const { coverage } = await page('limit=100&confidence=suspected&dex=Orca%20Whirlpool');
    expect(coverage).toMatchObject({ from_slot: first, to_slot: last, is_start_stored: false, ...NONE });
    const within = await page(`from=${first + 5}&to=${first + 9}&limit=100`);
    expect(within.coverage).toMatchObject({ from_slot: first + 5, to_slot: first + 9, ...NONE });
    expect(within.coverage!.is_start_stored).toBe(true);
  });

  test('of the pages together is all of it', async () => {
    let upTo = last;
    let next: string | null = '';
    for (let pages = 0; next !== null; pages += 1) {
      const found = await page(`limit=20${next === '' ? '' : `&cursor=${next}`}`);
      expect(found.coverage!.to_slot).toBe(upTo);
      upTo = found.coverage!.from_slot;
      next = found.next_cursor;
      expect(pages).toBeLessThan(100);
    }
    expect(upTo).toBe(first);
  });

  test('is null where nothing is stored', async () => {
    expect(await page('from=1&to=2')).toEqual({ sandwiches: [], next_cursor: null, coverage: null });
  });

  test('names what is missing and what is not analysed', async () => {
    const late = tradedBlock(last + 4, [], last);
    await new BlockWriter(api.owner).write([{ ...late, blockTime: chain.blocks.at(-1)!.blockTime! + 2 }]);
    const { coverage } = await page(`from=${last}`);
    expect(coverage).toMatchObject({
      ...{ from_slot: last, to_slot: last + 4 },
      undetected_ranges: [{ from_slot: last + 4, to_slot: last + 4 }],
    });
  });
});
