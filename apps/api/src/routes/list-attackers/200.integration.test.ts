import { extractBlockTrades, SOL_MINT } from '@tickscope/dex';
import { detectSandwiches, type Sandwich } from '@tickscope/sandwich';
import { compileValidators, type components } from '@tickscope/schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiUnderTest, startApiUnderTest } from '../../testing/api-under-test.js';
import { labelledChain, storeLabelledChain } from '../../testing/labelled-chain.js';
import { get } from '../../testing/request.js';
import { allSandwiches } from '../../testing/sandwich-pages.js';

type Ranking = components['schemas']['AttackerRanking'];
type Row = Ranking['attackers'][number];

const isDocumented = compileValidators().response('listAttackers', 200);
const chain = labelledChain('attackers', 60);
const detected = detectSandwiches(chain.blocks.map(extractBlockTrades));

let api: ApiUnderTest;
let counted: Sandwich[];
beforeAll(async () => {
  api = await startApiUnderTest();
  await storeLabelledChain(api.owner, chain);
  // Which of them count as of now; the money and the victims are the detector's own.
  const now = new Map((await allSandwiches(api.url, '')).map((it) => [it.id, it.confidence]));
  counted = detected.filter(({ id }) => now.has(id)).map((it) => ({ ...it, confidence: now.get(it.id)! }));
});
afterAll(() => api?.stop());

async function ask(query: string): Promise<Ranking> {
  const answer = await get(`${api.url}/api/mev/attackers?${query}`);
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
  expect(isDocumented(answer.body)).toEqual([]);
  return (answer.body as { data: Ranking }).data;
}

/** The rows of all pages. */
async function all(query: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Ranking = await ask(`${query}${cursor === '' ? '' : `&cursor=${cursor}`}`);
    rows.push(...page.attackers);
    cursor = page.next_cursor;
  }
  return rows;
}

interface Expected {
  sandwiches: Sandwich[];
  /** Lamports. */
  gain: bigint | null;
  victims: number;
}

/** By the trader of the first frontrun leg. */
function expectedAttackers(): Map<string, Expected> {
  const all = new Map<string, Expected>();
  for (const sandwich of counted) {
    const own = all.get(sandwich.attackers[0]!) ?? { sandwiches: [], gain: null, victims: 0 };
    own.sandwiches.push(sandwich);
    if (sandwich.gainMint === SOL_MINT && sandwich.net !== null) own.gain = (own.gain ?? 0n) + sandwich.net;
    own.victims += sandwich.victims.filter((it) => it.lossAmount === null || it.lossAmount > 0n).length;
    all.set(sandwich.attackers[0]!, own);
  }
  return all;
}

const lamports = (sol: string | null): bigint | null => {
  if (sol === null) return null;
  const [whole, fraction = ''] = sol.replace('-', '').split('.');
  const amount = BigInt(`${whole}${fraction.padEnd(9, '0')}`);
  return sol.startsWith('-') ? -amount : amount;
};

test('every attacker of a counted sandwich is listed, with the sums of the detector', async () => {
  const expected = expectedAttackers();
  const { attacker_count: count, coverage } = await ask('');
  const attackers = await all('limit=100');
  expect(expected.size).toBeGreaterThan(100);
  expect(count).toBe(expected.size);
  expect(attackers.map(({ address }) => address).toSorted()).toEqual([...expected.keys()].toSorted());
  for (const row of attackers) {
    const { sandwiches, gain, victims } = expected.get(row.address)!;
    expect([row.sandwich_count, row.victim_count, lamports(row.net_gain_sol)]).toEqual([
      ...[sandwiches.length, victims, gain],
    ]);
    expect(row).toMatchObject({
      exact_count: sandwiches.filter(({ confidence }) => confidence === 'exact').length,
      pool_count: new Set(sandwiches.map(({ pool }) => pool)).size,
      gain_unknown_count: sandwiches.filter((it) => it.gainMint !== SOL_MINT || it.net === null).length,
      first_slot: Math.min(...sandwiches.map(({ firstSlot }) => firstSlot)),
      last_slot: Math.max(...sandwiches.map(({ lastSlot }) => lastSlot)),
    });
    expect(lamports(row.cost_sol)).toBe(
      sandwiches.reduce((sum, { costLamports }) => sum + (costLamports ?? 0n), 0n),
    );
  }
  const [first, last] = [chain.blocks[0]!.slot, chain.blocks.at(-1)!.slot];
  expect(coverage).toMatchObject({ from_slot: first, to_slot: last, undetected_slot_count: 0 });
});

test('planted attackers are among them: at least 95 of 100', async () => {
  const listed = new Set((await all('limit=100')).map(({ address }) => address));
  const planted = new Set(chain.labels.filter((it) => it.counted).flatMap(({ fronts }) => fronts[0]!.trader));
  expect(planted.size).toBeGreaterThan(20);
  const found = [...planted].filter((trader) => listed.has(trader));
  expect(found.length / planted.size).toBeGreaterThan(0.95);
});

describe('the order', () => {
  const compare = (left: bigint | null, right: bigint | null): number => {
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return left === right ? 0 : left > right ? -1 : 1;
  };
  test.each<[string, (row: Row) => bigint | null]>([
    ['', (row) => lamports(row.net_gain_sol)],
    ['by=gain&', (row) => lamports(row.net_gain_sol)],
    ['by=sandwiches&', (row) => BigInt(row.sandwich_count)],
    ['by=victims&', (row) => BigInt(row.victim_count)],
  ])('%s most first, those without a value last', async (query, valueIn) => {
    const attackers = await all(`${query}limit=100`);
    const values = attackers.map(valueIn);
    expect(values).toEqual(values.toSorted(compare));
    expect(attackers.map(({ rank }) => rank)).toEqual(attackers.map((_, at) => at + 1));
  });

  test('is the same page by page', async () => {
    const whole = await all('by=victims&limit=100');
    expect(await all('by=victims&limit=7')).toEqual(whole);
    expect((await ask('by=victims')).attackers).toEqual(whole.slice(0, 20));
    expect((await ask('by=victims&cursor=1000')).attackers).toEqual([]);
  });
});

test('a period ends at the newest block, not now', async () => {
  const [hour, day] = [await ask('period=1h&limit=100'), await ask('period=24h&limit=100')];
  // The chain is seconds long.
  expect(hour.attackers).toEqual(day.attackers);
  expect([hour.period, day.period]).toEqual(['1h', '24h']);
  expect(hour.coverage!.to_time - hour.coverage!.from_time).toBe(3_600);
});
