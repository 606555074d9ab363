import type { Block } from '@tickscope/chain';
import { extractBlockTrades, type Swap } from '@tickscope/dex';
import type { Sandwich } from '@tickscope/sandwich';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { address, CPMM, tradedBlock } from '@tickscope/testkit/traded-block';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { WriteConnection } from '../connection/write-connection.js';
import { BlockWriter } from '../writer/block-writer.js';
import { addMissingFeedRows } from './add-missing-feed-rows.js';
import { compareSandwiches, type SandwichWrite } from './compare-sandwiches.js';
import { storedSandwichIds } from './detection-state.js';
import { writeSandwiches } from './sandwich-writer.js';

/** Front by mallory, victims alice and bob, an abort and an attempt of mallory, two backs, one in the next slot. */
const BLOCKS: Block[] = [
  tradedBlock(800, [
    { does: 'abort', trader: 'mallory' },
    { does: 'attempt', trader: 'mallory' },
    { does: 'swap', trader: 'mallory', from: 'A', paid: 1_000n, got: 2_000n },
    { does: 'swap', trader: 'alice', from: 'A', paid: 500n, got: 900n },
    { does: 'abort', trader: 'stranger' },
    { does: 'swap', trader: 'bob', from: 'A', paid: 50n, got: 80n },
    { does: 'swap', trader: 'mallory', from: 'B', paid: 1_500n, got: 800n },
  ]),
  tradedBlock(801, [{ does: 'swap', trader: 'mallory', from: 'B', paid: 500n, got: 260n }]),
];
const [FRONT, ALICE, BOB, BACK, LATE_BACK] = BLOCKS.flatMap((block) => extractBlockTrades(block).swaps) as [
  Swap,
  Swap,
  Swap,
  Swap,
  Swap,
];
const [ATTEMPT] = extractBlockTrades(BLOCKS[0]!).attempts;

function sandwich(changes: Partial<Sandwich> = {}): Sandwich {
  const made: Omit<Sandwich, 'verdicts'> = {
    id: '800.2.0.-1.0',
    pool: address('pool'),
    backPool: address('pool'),
    programId: CPMM,
    dexName: FRONT.dexName,
    mintIn: address('A'),
    mintOut: address('B'),
    fronts: [FRONT],
    backs: [BACK],
    victims: [
      {
        swap: ALICE,
        lossAmount: 70n,
        lossMethod: 'replay',
        lossSide: 'paid',
        slippageUse: 0.62,
        limitAge: 'before',
      },
      { swap: BOB, lossAmount: null, lossMethod: null, lossSide: null, slippageUse: null, limitAge: null },
    ],
    attempts: [{ attempt: ATTEMPT!, side: 'front' }],
    confidence: 'exact',
    reason: null,
    link: 'same_signer',
    linkAddress: address('mallory'),
    basis: 'same_slot',
    attackers: [address('mallory')],
    quantityRatio: 0.75,
    gainMint: address('B'),
    isPassing: false,
    isAimed: true,
    gross: -200n,
    net: null,
    costLamports: 10_200n,
    tips: [],
    intent: 'likely',
    evidence: {
      signs: ['limit_used', 'one_leader'],
      swapsBefore: 0,
      swapsAfter: 3,
      transactionsBefore: 1,
      transactionsAfter: null,
    },
    replayResidual: null,
    firstSlot: 800,
    lastSlot: 800,
    ...changes,
  };
  const { confidence, reason, basis, intent } = made;
  return {
    verdicts: { unknown: { confidence, reason, basis, intent }, knownBot: null, scalper: null },
    ...made,
  };
}

const stored = (changes: Partial<Sandwich> = {}, isFinal = false): SandwichWrite => ({
  kind: 'store',
  sandwich: sandwich(changes),
  isFinal,
});

let store: TestStore;
let client: TestConnection;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(async () => store?.stop());
beforeEach(async () => {
  client = await store.fresh();
  await new BlockWriter(client).write(BLOCKS);
});

const byAddress = (left: { address: string }, right: { address: string }): number =>
  left.address < right.address ? -1 : 1;

async function ask<Row>(query: string): Promise<Row[]> {
  return (await client.query({ query, format: 'JSONEachRow' })).json<Row>();
}

const LEGS =
  'SELECT role, toString(slot) AS slot, block_index, trader, toString(poh_tick) AS tick, toString(loss_amount) AS loss, loss_side, slippage_use, limit_age ' +
  'FROM sandwich_legs_text ORDER BY sandwich_legs_text.slot, block_index';
const SANDWICHES =
  'SELECT bracket_id, confidence, is_final, revision, toString(victim_loss) AS loss, toString(gross) AS gross, attempt_count, toString(toUnixTimestamp(block_time)) AS time FROM sandwiches_text';
const NO_LIMIT = { loss_side: null, slippage_use: null, limit_age: null };
const tick = (slot: number): string => String(slot * 64);

describe('a sandwich', () => {
  test('is stored with its intent and evidence, in the view and in the feed', async () => {
    await writeSandwiches(client, [stored()]);
    const columns = 'intent, evidence, swaps_before, swaps_after, transactions_before, transactions_after';
    for (const table of ['sandwiches_text', 'sandwich_feed'])
      expect(await ask(`SELECT ${columns} FROM ${table}`), table).toEqual([
        {
          intent: 'likely',
          evidence: ['limit_used', 'one_leader'],
          swaps_before: 0,
          swaps_after: 3,
          transactions_before: 1,
          transactions_after: null,
        },
      ]);
  });

  test('is stored with its legs, and with the failed transactions that never came to a swap', async () => {
    expect(await writeSandwiches(client, [stored()])).toBe(1);
    expect(await ask(LEGS)).toEqual([
      {
        role: 'front_attempt',
        slot: '800',
        block_index: 0,
        trader: address('mallory'),
        tick: tick(800),
        loss: null,
        ...NO_LIMIT,
      },
      {
        role: 'front_attempt',
        slot: '800',
        block_index: 1,
        trader: address('mallory'),
        tick: tick(800),
        loss: null,
        ...NO_LIMIT,
      },
      {
        role: 'front',
        slot: '800',
        block_index: 2,
        trader: address('mallory'),
        tick: tick(800),
        loss: null,
        ...NO_LIMIT,
      },
      {
        role: 'victim',
        slot: '800',
        block_index: 3,
        trader: address('alice'),
        tick: tick(800),
        loss: '70',
        loss_side: 'paid',
        slippage_use: 0.62,
        limit_age: 'before',
      },
      {
        role: 'victim',
        slot: '800',
        block_index: 5,
        trader: address('bob'),
        tick: tick(800),
        loss: null,
        ...NO_LIMIT,
      },
      {
        role: 'back',
        slot: '800',
        block_index: 6,
        trader: address('mallory'),
        tick: tick(800),
        loss: null,
        ...NO_LIMIT,
      },
    ]);
    expect(await ask(SANDWICHES)).toEqual([
      {
        bracket_id: '800.2.0.-1.0',
        confidence: 'exact',
        is_final: false,
        revision: 1,
        loss: '70',
        gross: '-200',
        attempt_count: 2,
        time: '1700000800',
      },
    ]);
  });

  test('with more victims than a request can name at once is stored whole', async () => {
    const slots = Array.from({ length: 60 }, (_, index) => 399_000_000 + index);
    const victims = slots.flatMap((slot) =>
      Array.from({ length: 1_000 }, (_, blockIndex): Swap => ({ ...ALICE, slot, blockIndex })),
    );
    await client.command({
      query:
        'INSERT INTO swaps_by_trader SELECT s.* REPLACE (399000000 + intDiv(number, 1000) AS slot, number % 1000 AS block_index) ' +
        `FROM swaps_by_trader AS s CROSS JOIN numbers(60000) AS n WHERE s.slot = 800 AND s.block_index = ${ALICE.blockIndex}`,
    });
    const huge = sandwich({
      victims: victims.map((swap) => ({
        swap,
        lossAmount: 1n,
        lossMethod: 'replay' as const,
        lossSide: 'received' as const,
        slippageUse: null,
        limitAge: null,
      })),
      lastSlot: slots.at(-1)!,
    });
    expect(await writeSandwiches(client, [{ kind: 'store', sandwich: huge, isFinal: true }])).toBe(1);
    expect(
      await ask("SELECT uniqExact(slot, block_index) AS n FROM sandwich_legs WHERE role = 'victim'"),
    ).toEqual([{ n: '60000' }]);
  });

  test('that is only suspected causes no search for failed transactions', async () => {
    await writeSandwiches(client, [stored({ confidence: 'suspected', reason: 'quantity', attempts: [] })]);
    expect(await ask("SELECT count() AS n FROM sandwich_legs_text WHERE role >= 'front_attempt'")).toEqual([
      { n: '0' },
    ]);
  });

  test('written again unchanged has no effect; becoming final is a revision', async () => {
    await writeSandwiches(client, [stored()]);
    expect(await writeSandwiches(client, [stored()])).toBe(0);
    expect(await writeSandwiches(client, [stored({}, true)])).toBe(1);
    expect(await ask('SELECT revision, is_final FROM sandwiches FINAL')).toEqual([
      { revision: 2, is_final: true },
    ]);
    expect(await ask('SELECT DISTINCT is_final FROM sandwich_legs FINAL')).toEqual([{ is_final: true }]);
  });

  test('that grew and lost a victim: the newest revision is all that is seen, in every table', async () => {
    await writeSandwiches(client, [stored()]);
    const victims = sandwich().victims.slice(0, 1);
    await writeSandwiches(client, [stored({ victims, backs: [BACK, LATE_BACK], lastSlot: 801 })]);
    expect((await ask<{ role: string }>(LEGS)).map(({ role }) => role)).toEqual([
      'front_attempt',
      'front_attempt',
      'front',
      'victim',
      'back',
      'back',
    ]);
    expect(
      await ask('SELECT role, count() AS n FROM sandwich_legs_by_trader FINAL GROUP BY role ORDER BY role'),
    ).toEqual([
      { role: 'front', n: '1' },
      { role: 'victim', n: '1' },
      { role: 'back', n: '2' },
      { role: 'front_attempt', n: '2' },
    ]);
  });

  test('that two writers know otherwise is one or the other, never legs of both', async () => {
    const short = stored({ victims: sandwich().victims.slice(0, 1), backs: [LATE_BACK], lastSlot: 801 });
    for (let round = 0; round < 4; round += 1) {
      client = await store.fresh();
      await new BlockWriter(client).write(BLOCKS);
      // At once, and one a little behind the other.
      await Promise.all([
        writeSandwiches(client, [stored()]),
        ask(`SELECT ${'1 + '.repeat(round)}1 AS n`).then(() => writeSandwiches(client, [short])),
      ]);
      const [row] = await ask<{ last_slot: string }>('SELECT last_slot FROM sandwiches FINAL');
      const roles = (await ask<{ role: string }>(LEGS)).map(({ role }) => role);
      const victims = row?.last_slot === '801' ? ['victim'] : ['victim', 'victim'];
      expect(roles).toEqual(['front_attempt', 'front_attempt', 'front', ...victims, 'back']);
    }
  });

  test('retracted is no longer visible, retracted again has no effect, and may come back', async () => {
    await writeSandwiches(client, [stored()]);
    const retract: SandwichWrite = { kind: 'retract', id: '800.2.0.-1.0', firstSlot: 800 };
    expect(await writeSandwiches(client, [retract])).toBe(1);
    expect(await writeSandwiches(client, [retract])).toBe(0);
    for (const table of ['sandwiches', 'sandwich_legs', 'sandwich_legs_by_trader'])
      expect(await ask(`SELECT count() AS n FROM ${table} FINAL`), table).toEqual([{ n: '0' }]);
    expect(await ask('SELECT count() AS n FROM sandwiches WHERE is_deleted = 1 AND revision = 2')).toEqual([
      { n: '1' },
    ]);
    expect(await writeSandwiches(client, [stored()])).toBe(1);
    expect(await ask('SELECT revision FROM sandwiches FINAL')).toEqual([{ revision: 3 }]);
    expect(await ask(LEGS)).toHaveLength(6);
  });

  test('missing in the feed, because ClickHouse died in between, is written to it later, once', async () => {
    await writeSandwiches(client, [stored()]);
    await writeSandwiches(client, [stored({}, true)]);
    const feedRows = 'SELECT revision, toString(gross) AS gross FROM sandwich_feed ORDER BY revision';
    const both = [
      { revision: 1, gross: '-200' },
      { revision: 2, gross: '-200' },
    ];
    expect(await ask(feedRows)).toEqual(both);
    await client.command({ query: 'DELETE FROM sandwich_feed WHERE revision = 2' });
    expect(await ask(feedRows)).toEqual(both.slice(0, 1));
    await addMissingFeedRows(client.write);
    await addMissingFeedRows(client.write);
    expect(await ask(feedRows)).toEqual(both);
  });

  describe('whose writer was killed before it stored the sandwich', () => {
    const LEG_TABLES = ['sandwich_legs', 'sandwich_legs_by_trader'];
    const dieBeforeSandwich = async (write: SandwichWrite): Promise<void> => {
      const { read, write: whole } = client;
      const dying: WriteConnection = {
        ...whole,
        async insertRows(table, ...rows) {
          if (table === 'sandwiches') throw new Error('killed');
          await whole.insertRows(table, ...rows);
        },
      };
      await expect(writeSandwiches({ read, write: dying }, [write])).rejects.toThrow('killed');
    };

    test('leaves legs, and a pass that does not find the sandwich again takes them back', async () => {
      await dieBeforeSandwich(stored({}, true));
      expect(await ask(LEGS)).toHaveLength(6);
      const retract: SandwichWrite = { kind: 'retract', id: '800.2.0.-1.0', firstSlot: 800 };
      expect(await compareSandwiches(client.read, [retract])).toMatchObject([{ kind: 'unexpected' }]);
      expect(await storedSandwichIds(client.read, 790, 820)).toEqual([
        { id: '800.2.0.-1.0', firstSlot: 800 },
      ]);
      expect(await writeSandwiches(client, [retract], { checkLegs: true })).toBe(1);
      for (const table of LEG_TABLES)
        expect(await ask(`SELECT count() AS n FROM ${table} FINAL`), table).toEqual([{ n: '0' }]);
      expect(await storedSandwichIds(client.read, 790, 820)).toEqual([]);
      expect(await writeSandwiches(client, [retract], { checkLegs: true })).toBe(0);
    });

    test('leaves extra legs next to a correct sandwich, and a pass retracts these', async () => {
      const { sandwich } = stored() as SandwichWrite & { kind: 'store' };
      await writeSandwiches(client, [stored()]);
      const before = await ask(LEGS);
      await dieBeforeSandwich({
        kind: 'store',
        isFinal: true,
        sandwich: { ...sandwich, victims: sandwich.victims.slice(1) },
      });
      expect(await ask(LEGS)).not.toEqual(before);
      expect(await compareSandwiches(client.read, [stored()])).toMatchObject([{ kind: 'legs' }]);
      expect(await writeSandwiches(client, [stored()], { checkLegs: true })).toBe(1);
      expect(await ask(LEGS)).toEqual(before);
      expect(await compareSandwiches(client.read, [stored()])).toEqual([]);
    });
  });

  describe('that sold what it bought', () => {
    const TRIPS =
      'SELECT base58Encode(address) AS address, toString(last_slot) AS slot, base58Encode(pool) AS pool, gained, aimed FROM actor_trips FINAL ORDER BY address';
    const trip = (wallet: string, change: object = {}) => ({
      ...{ address: address(wallet), slot: '800', pool: address('pool'), gained: false, aimed: true },
      ...change,
    });
    const whole = (changes: Partial<Sandwich> = {}, isFinal = false) =>
      stored({ quantityRatio: 1, ...changes }, isFinal);

    test('is in the records of its wallets and its link as its newest revision says', async () => {
      const byBoth = { attackers: [address('mallory'), address('mike')] };
      await writeSandwiches(client, [whole()]);
      expect(await ask(TRIPS)).toEqual([trip('mallory')]);
      await writeSandwiches(client, [whole({ ...byBoth, gross: 5n, isAimed: false })]);
      const facts = { gained: true, aimed: false };
      expect(await ask(TRIPS)).toEqual([trip('mallory', facts), trip('mike', facts)].sort(byAddress));
      await writeSandwiches(client, [whole({}, true)]);
      expect(await ask(TRIPS)).toEqual([trip('mallory')]);
      await writeSandwiches(client, [whole({ quantityRatio: 0.98 }, true)]);
      expect(await ask(TRIPS)).toEqual([]);
      await writeSandwiches(client, [whole({}, true)]);
      await writeSandwiches(client, [{ kind: 'retract', id: '800.2.0.-1.0', firstSlot: 800 }]);
      expect(await ask(TRIPS)).toEqual([]);
    });

    test('and was changed by a writer that was killed: a pass takes that from the records', async () => {
      await writeSandwiches(client, [whole()]);
      const { read, write } = client;
      const dying: WriteConnection = {
        ...write,
        async insertRows(table, ...rows) {
          if (table === 'sandwiches') throw new Error('killed');
          await write.insertRows(table, ...rows);
        },
      };
      const others = { attackers: [address('mike')], linkAddress: address('mike') };
      await expect(writeSandwiches({ read, write: dying }, [whole(others)])).rejects.toThrow('killed');
      expect(await ask(TRIPS)).toEqual([trip('mike')]);
      expect(await compareSandwiches(client.read, [whole()])).toMatchObject([{ kind: 'legs' }]);
      expect(await writeSandwiches(client, [whole()], { checkLegs: true })).toBe(1);
      expect(await ask(TRIPS)).toEqual([trip('mallory')]);
      expect(await compareSandwiches(client.read, [whole()])).toEqual([]);
    });
  });

  test('that was never stored is retracted without a trace', async () => {
    expect(await writeSandwiches(client, [{ kind: 'retract', id: '1.2.3.4.5', firstSlot: 1 }])).toBe(0);
  });
});
