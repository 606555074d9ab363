import { extractBlockTrades, SOL_MINT } from '@tickscope/dex';
import { detectSandwiches, recordAddresses, type Sandwich } from '@tickscope/sandwich';
import { compileValidators, type components } from '@tickscope/schemas';
import { BlockWriter } from '@tickscope/store';
import { address as addressOf, tradedBlock } from '@tickscope/testkit/traded-block';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiUnderTest, startApiUnderTest } from '../../testing/api-under-test.js';
import { chainLeaders } from '../../testing/chain-leaders.js';
import { labelledChain, storeLabelledChain } from '../../testing/labelled-chain.js';
import { get } from '../../testing/request.js';
import { allSandwiches } from '../../testing/sandwich-pages.js';

type Attacker = components['schemas']['Attacker'];

const isDocumented = compileValidators().response('getAttacker', 200);
const chain = labelledChain('attackers', 26);
const leaders = chainLeaders(chain);
const detected = detectSandwiches(chain.blocks.map(extractBlockTrades));
const wallets = [...new Set(detected.flatMap(({ attackers }) => attackers))];

interface Now {
  confidence: Sandwich['confidence'];
  intent: Sandwich['intent'];
  day: string;
  /** Also those that no decoder knows. */
  attempts: number;
}

let api: ApiUnderTest;
let now: Map<string, Now>;
beforeAll(async () => {
  api = await startApiUnderTest();
  await storeLabelledChain(api.owner, chain);
  await leaders.store(api.owner);
  const all = await allSandwiches(api.url, 'confidence=exact,loose,suspected');
  now = new Map(
    all.map(({ id, confidence, intent, block_time: time, legs }) => [
      id,
      {
        ...{ confidence, intent, day: new Date(time! * 1_000).toISOString().slice(0, 10) },
        attempts: legs.filter(({ success }) => !success).length,
      },
    ]),
  );
});
afterAll(() => api?.stop());

async function ask(wallet: string, query = ''): Promise<Attacker> {
  const answer = await get(`${api.url}/api/mev/attackers/${wallet}${query}`);
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
  expect(isDocumented(answer.body)).toEqual([]);
  return (answer.body as { data: Attacker }).data;
}

function counts(texts: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const text of texts) found.set(text, (found.get(text) ?? 0) + 1);
  return found;
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, one) => total + one, 0n);
const harmed = ({ victims }: Sandwich): number =>
  victims.filter(({ lossAmount }) => lossAmount === null || lossAmount > 0n).length;

test('of each wallet of an attacker: its sandwiches, earnings, places and links, as the detector has them', async () => {
  expect(wallets.length).toBeGreaterThan(60);
  for (const wallet of wallets) {
    const own = detected.filter(({ attackers }) => attackers.includes(wallet));
    const counted = own.filter(({ id }) => now.get(id)!.confidence !== 'suspected');
    const inSol = counted.filter(({ gainMint, net }) => gainMint === SOL_MINT && net !== null);
    const found = await ask(wallet);
    const { summary, earnings } = found;
    expect([found.address, found.seen_as_attacker, found.truncated]).toEqual([wallet, true, false]);
    expect(summary).toEqual({
      sandwich_count: counted.length,
      exact_count: counted.filter(({ id }) => now.get(id)!.confidence === 'exact').length,
      suspected_count: own.length - counted.length,
      victim_count: counted.reduce((total, it) => total + harmed(it), 0),
      attempt_count: counted.reduce((total, it) => total + now.get(it.id)!.attempts, 0),
      proven_count: counted.filter(({ id }) => now.get(id)!.intent === 'proven').length,
      likely_count: counted.filter(({ id }) => now.get(id)!.intent === 'likely').length,
    });
    expect(earnings.net_gain_sol === null ? null : Math.round(Number(earnings.net_gain_sol) * 1e9)).toBe(
      inSol.length === 0 ? null : Number(sum(inSol.map(({ net }) => net!))),
    );
    expect(earnings.gain_unknown_count).toBe(counted.length - inSol.length);
    expect(new Map(earnings.by_token.map(({ gain }) => [gain.mint, gain.amount]))).toEqual(
      new Map(
        [...new Set(counted.map(({ gainMint }) => gainMint))].map((mint) => [
          mint,
          String(sum(counted.filter((it) => it.gainMint === mint).map(({ gross }) => gross))),
        ]),
      ),
    );
    expect(new Map(found.by_pool.map((it) => [it.pool_address, it.count]))).toEqual(
      counts(counted.map(({ pool }) => pool)),
    );
    expect(new Map(found.by_dex.map((it) => [it.dex_name, it.count]))).toEqual(
      counts(counted.map(({ dexName }) => dexName)),
    );
    expect(
      new Map(found.by_validator.map((it) => [`${it.leader_pubkey}/${it.client_type}`, it.count])),
    ).toEqual(
      counts(counted.map(({ firstSlot: slot }) => `${leaders.leaderOf(slot)}/${leaders.clientOf(slot)}`)),
    );
    expect(new Map(found.by_day.map((it) => [it.date, it.sandwich_count]))).toEqual(
      counts(counted.map(({ id }) => now.get(id)!.day)),
    );
    expect(found.linked_wallets.toSorted()).toEqual(
      [...new Set(counted.flatMap(({ attackers }) => attackers))].filter((it) => it !== wallet).toSorted(),
    );
  }
});

test('the record has the round trips of the wallet, suspected ones too', async () => {
  let withTrips = 0;
  for (const wallet of wallets.slice(0, 60)) {
    const trips = detected.filter(
      (it) =>
        recordAddresses(it).includes(wallet) &&
        it.pool === it.backPool &&
        Math.abs(it.quantityRatio - 1) <= 0.01,
    );
    const { record } = await ask(wallet);
    expect(record).toMatchObject({
      trips: trips.length,
      gained: trips.filter(({ net, gross }) => (net ?? gross) > 0n).length,
      aimed: trips.filter(({ isAimed }) => isAimed).length,
      pools: new Set(trips.map(({ pool }) => pool)).size,
    });
    if (trips.length < 5) expect(record.standing).toBe(null);
    withTrips += Number(trips.length > 0);
  }
  expect(withTrips).toBeGreaterThan(20);
});

test('planted linked wallets know each other', async () => {
  const linked = chain.labels.filter(
    ({ counted, fronts, backs }) => counted && fronts[0]!.trader !== backs[0]!.trader,
  );
  expect(linked.length).toBeGreaterThan(5);
  let known = 0;
  for (const { fronts, backs } of linked)
    known += Number((await ask(fronts[0]!.trader)).linked_wallets.includes(backs[0]!.trader));
  expect(known / linked.length).toBeGreaterThan(0.9);
});

describe('a wallet that never attacked', () => {
  test.each(['', '?time_range_days=4'])('gets zeros, and false%s', async (query) => {
    const found = await ask(addressOf('stranger'), query);
    expect(found).toMatchObject({
      ...{ seen_as_attacker: false, label: null, truncated: false },
      record: { trips: 0, gained: 0, aimed: 0, pools: 0, standing: null },
      summary: { sandwich_count: 0, suspected_count: 0, victim_count: 0 },
      earnings: { net_gain_sol: null, gain_unknown_count: 0, cost_sol: '0', by_token: [] },
      ...{ by_pool: [], by_dex: [], by_validator: [], by_day: [], linked_wallets: [] },
    });
    expect(found.coverage).toMatchObject({ missing_slot_count: 0, undetected_slot_count: 0 });
  });

  test('a victim is no attacker either', async () => {
    const victims = detected.flatMap(({ victims: of }) => of.map(({ swap }) => swap.trader));
    const victim = victims.find((it) => !wallets.includes(it))!;
    expect((await ask(victim)).seen_as_attacker).toBe(false);
  });
});

test('an attacker of days ago is seen, with nothing in the days asked about', async () => {
  const last = chain.blocks.at(-1)!;
  const blockTime = last.blockTime! + 5 * 86_400;
  await new BlockWriter(api.owner).write([{ ...tradedBlock(last.slot + 900_000, []), blockTime }]);
  const attacker = detected.find(({ id }) => now.get(id)!.confidence === 'exact')!.attackers[0]!;
  // The answer before this block is kept for one of a day.
  const found = await ask(attacker, '?time_range_days=2');
  expect(found).toMatchObject({ seen_as_attacker: true, summary: { sandwich_count: 0, suspected_count: 0 } });
});
