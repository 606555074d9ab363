import { readFileSync } from 'node:fs';
import { SOL_MINT } from '@tickscope/dex';
import { redetect } from '@tickscope/pipeline';
import {
  type BlockTruth,
  type SandwichLabel,
  startSimulator,
  type TransactionTruth,
} from '@tickscope/simulator';
import { connectTo, type TestConnection } from '@tickscope/testkit/store/test-connection';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../support/paths.js';
import { hasSlots, ingest, liveStore } from './support.js';

/** The worked queries of docs/analysts.md, by their number. */
const QUERIES = new Map(
  [
    ...readFileSync(`${ROOT}docs/analysts.md`, 'utf8').matchAll(/^### (\d+)\. .*\n+```sql\n([\s\S]*?)```/gm),
  ].map(([, number, sql]) => [Number(number), sql!]),
);
const SLOTS = 120;

type Row = Record<string, unknown>;

function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

interface Placed extends TransactionTruth {
  slot: number;
}

/** Each answer is held against the generator's own account of the chain, which the ingester never sees. */
/** Trades on the chain's invented programs, which are inferred from what moved. */
function unlistedTrades({ labels }: TransactionTruth): number {
  const trades = labels?.['trades'];
  return typeof trades === 'number' ? trades : 0;
}

describe('the ten worked queries of docs/analysts.md, as the analyst, over a generated chain', () => {
  const store = liveStore();
  const blocks: BlockTruth[] = [];
  const labels: SandwichLabel[] = [];
  let placed: Placed[] = [];
  let signers = new Map<string, string>();
  let analyst: TestConnection;
  let range = { from: 0, to: 0 };

  beforeAll(async () => {
    let slots = 0;
    const simulator = await startSimulator({
      generate: {
        seed: 'analysts',
        slots: SLOTS,
        voteShare: 0.3,
        transactionsPerSlot: 60,
        dexShare: 0.6,
        sandwichesPerSlot: 2,
        onTruth: (truth) => {
          slots += 1;
          if (truth.status === 'block') blocks.push(truth);
        },
        onLabel: (label) => labels.push(label),
      },
      pace: { slotMs: 0, pregenerateSlots: SLOTS, retentionSlots: SLOTS },
      startOn: 'first-subscriber',
    });
    const { server, client } = await store.fresh();
    try {
      await ingest(
        client,
        simulator.endpoint,
        async () => slots === SLOTS && hasSlots(client, blocks.length)(),
      );
    } finally {
      await simulator.stop();
    }
    range = { from: blocks[0]!.slot, to: blocks.at(-1)!.slot };
    await redetect(client, { fromSlot: range.from, toSlot: range.to, headSlot: range.to });
    placed = blocks.flatMap(({ slot, transactions }) => transactions.map((tx) => ({ ...tx, slot })));
    signers = new Map(placed.map((tx) => [tx.signatures[0]!, tx.signers[0]!]));
    analyst = connectTo(server, 'analyst');
  }, 300_000);
  afterAll(async () => {
    await analyst?.close();
    await store.stop();
  });

  async function ask(number: number, params: Record<string, unknown> = {}): Promise<Row[]> {
    const answer = await analyst.query({
      query: QUERIES.get(number)!,
      query_params: { ...range, ...params },
      format: 'JSONEachRow',
      clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
    });
    return answer.json<Row>();
  }
  const signerOf = (signature: string): string => signers.get(signature) ?? '';
  const rivals = (): Placed[] => placed.filter((tx) => !tx.is_vote);

  /** The account that most transactions write. */
  function hottest(): { account: string; writers: Placed[] } {
    const writers = new Map<string, Placed[]>();
    for (const tx of rivals())
      for (const account of tx.written) writers.set(account, [...(writers.get(account) ?? []), tx]);
    const [account, all] = [...writers].sort(
      ([a, left], [b, right]) => right.length - left.length || (a < b ? -1 : 1),
    )[0]!;
    return { account, writers: all };
  }

  it('are ten', () => expect([...QUERIES.keys()]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]));

  it('1: blocks, and which come after skipped slots', async () => {
    expect(await ask(1)).toEqual([
      {
        blocks: blocks.length,
        with_entries: blocks.length,
        first: range.from,
        last: range.to,
        blocks_after_skipped_slots: blocks.filter(({ slot, parent }) => parent < slot - 1).length,
        open_gaps: 0,
      },
    ]);
  });

  it('2: who touched an account around a transaction, by ticks', async () => {
    const { account, writers } = hottest();
    const chosen = writers[writers.length >> 1]!;
    const around = placed.filter(
      (tx) =>
        Math.abs(tx.slot - chosen.slot) <= 1 && (tx.written.includes(account) || tx.read.includes(account)),
    );
    expect(await ask(2, { account, signature: chosen.signatures[0] })).toEqual(
      around.map((tx) => ({
        slot: tx.slot,
        block_index: tx.block_index,
        ticks_apart: tx.poh_tick - chosen.poh_tick,
        is_write: tx.written.includes(account),
        success: tx.success,
        signer: tx.signers[0],
        signature: tx.signatures[0],
      })),
    );
  });

  it('3: transactions, failures and the median price by tick in the slot', async () => {
    const byTick = groupBy(rivals(), (tx) => tx.poh_tick - tx.slot * 64);
    expect(await ask(3)).toEqual(
      [...byTick]
        .sort(([left], [right]) => left - right)
        .map(([tick, all]) => {
          const prices = all
            .flatMap((tx) => (tx.compute_unit_price === null ? [] : [Number(tx.compute_unit_price)]))
            .sort((left, right) => left - right);
          return {
            tick_in_slot: tick,
            transactions: all.length,
            failed: all.filter((tx) => !tx.success).length / all.length,
            median_price: prices.length === 0 ? null : prices[Math.floor(prices.length / 2)],
          };
        }),
    );
  });

  it('4: exact percentiles of what the writers of an account pay', async () => {
    const { account, writers } = hottest();
    const prices = writers
      .flatMap((tx) => (tx.compute_unit_price === null ? [] : [Number(tx.compute_unit_price)]))
      .sort((left, right) => left - right);
    expect(await ask(4, { account })).toEqual([
      {
        writers: writers.length,
        micro_lamports: [0.5, 0.75, 0.9, 0.95].map((share) => prices[Math.floor(share * prices.length)]),
        compute_units: writers.reduce((sum, tx) => sum + tx.compute_units, 0),
      },
    ]);
  });

  it('5: the accounts that most transactions write', async () => {
    const { account, writers } = hottest();
    const inSlot = groupBy(writers, (tx) => tx.slot);
    const rows = await ask(5);
    expect(rows).toHaveLength(20);
    expect(rows[0]).toEqual({
      account,
      writes: writers.length,
      slots: inSlot.size,
      most_in_a_slot: Math.max(...[...inSlot.values()].map((all) => all.length)),
    });
  });

  it('6: the attackers are those who were planted', async () => {
    const planted = new Set(labels.flatMap(({ fronts }) => fronts.map((leg) => signerOf(leg.signature))));
    const rows = await ask(6);
    expect(rows.length).toBeGreaterThan(5);
    expect(
      rows.filter(({ attacker }) => planted.has(attacker as string)).length / rows.length,
    ).toBeGreaterThan(0.9);
  });

  it('7: every leader with its blocks and swaps', async () => {
    const rows = await ask(7);
    const byLeader = groupBy(blocks, ({ leader }) => leader);
    expect(new Map(rows.map((row) => [row['leader'], [row['blocks_produced'], row['swaps']]]))).toEqual(
      new Map(
        [...byLeader].map(([leader, its]) => [
          leader,
          [
            its.length,
            its
              .flatMap(({ transactions }) => transactions)
              .reduce((sum, tx) => sum + (tx.success ? (tx.swaps?.length ?? 0) + unlistedTrades(tx) : 0), 0),
          ],
        ]),
      ),
    );
  });

  /** In SOL, at the rate at which the victim itself traded; null where neither side is SOL. */
  function lossOf({ mint_in, mint_out }: SandwichLabel, victim: SandwichLabel['victims'][number]) {
    if (mint_out === SOL_MINT) return Number(victim.loss) / 1e9;
    if (mint_in !== SOL_MINT) return null;
    return (Number(victim.loss) * Number(victim.trader_in)) / Number(victim.trader_out) / 1e9;
  }

  it('8: whom it costs most comes first, with what the generator took from that wallet', async () => {
    const lost = new Map<string, number>();
    for (const label of labels.filter(({ counted }) => counted))
      for (const victim of label.victims)
        lost.set(victim.trader, (lost.get(victim.trader) ?? 0) + (lossOf(label, victim) ?? 0));
    const rows = await ask(8);
    expect(rows).toHaveLength(20);
    const listedLosses = rows.map((row) => row['sol_lost'] as number);
    expect(listedLosses).toEqual([...listedLosses].sort((left, right) => right - left));
    const most = [...lost].sort(([, left], [, right]) => right - left).map(([wallet]) => wallet);
    expect(rows[0]!['wallet']).toBe(most[0]);
    const listed = new Set(rows.map(({ wallet }) => wallet as string));
    expect(most.slice(0, 20).filter((wallet) => listed.has(wallet)).length).toBeGreaterThan(16);
    const right = rows.filter(({ wallet, sol_lost: sol }) => {
      const planned = lost.get(wallet as string) ?? 0;
      return Math.abs((sol as number) - planned) < planned / 100;
    });
    expect(right.length).toBeGreaterThan(16);
  });

  it('9: all swaps of a pool in order, with the legs of its sandwiches', async () => {
    const label =
      labels.find(({ counted, kind }) => counted && kind === 'same_slot') ??
      labels.find(({ counted }) => counted)!;
    const rows = await ask(9, { pool: label.pool });
    const swaps = placed.flatMap((tx) =>
      tx.success
        ? (tx.swaps ?? []).filter(({ pool }) => pool === label.pool).map((swap) => ({ tx, swap }))
        : [],
    );
    const positions = new Set(rows.map((row) => `${row['slot']}.${row['block_index']}`));
    expect(positions).toEqual(new Set(swaps.map(({ tx }) => `${tx.slot}.${tx.block_index}`)));
    for (const front of label.fronts)
      expect(rows).toContainEqual(
        expect.objectContaining({ slot: front.slot, block_index: front.block_index, role: 'front' }),
      );
  });

  it('10: what window functions alone find, miss and accuse', async () => {
    const count = async (query: string): Promise<number> => {
      const answer = await analyst.query({ query, query_params: range, format: 'JSONEachRow' });
      return Number((await answer.json<{ n: string }>())[0]!.n);
    };
    const verdicts = new Map((await ask(10)).map(({ verdict, ...row }) => [verdict as string, row]));
    expect([...verdicts.keys()]).toEqual(['counted', 'no sandwich', 'suspected']);
    const of = (verdict: string) => verdicts.get(verdict) as Record<string, number>;
    const stored = `FROM sandwiches_now(from_slot = {from:UInt64}, to_slot = {to:UInt64})
      WHERE first_slot >= {from:UInt64} AND last_slot <= {to:UInt64}`;
    expect([of('counted')['sandwiches'], of('suspected')['sandwiches']]).toEqual([
      await count(`SELECT count() AS n ${stored} AND is_counted`),
      await count(`SELECT count() AS n ${stored} AND NOT is_counted`),
    ]);
    // The generator's own count: it plants more kinds than one wallet with one leg on each side.
    const planted = labels.filter(({ counted }) => counted);
    const simple = planted.filter(
      ({ link, fronts, backs }) => link === 'same_signer' && fronts.length === 1 && backs.length === 1,
    );
    const { sandwiches, one_wallet_two_legs: oneWallet, found } = of('counted');
    expect(Math.abs(sandwiches! - planted.length) / planted.length).toBeLessThan(0.1);
    expect(Math.abs(oneWallet! - simple.length) / simple.length).toBeLessThan(0.1);
    const beyond = await count(
      `SELECT count() AS n ${stored} AND is_counted AND link = 'same_signer' AND front_count = 1 AND back_count = 1
       AND last_slot - first_slot > 4`,
    );
    expect(found).toBe(oneWallet! - beyond);
    expect(of('no sandwich')).toMatchObject({ sandwiches: 0, found: 0 });
    const candidates = [...verdicts.keys()].reduce((sum, each) => sum + of(each)['candidates']!, 0);
    expect(candidates).toBe(
      await count(`SELECT uniqExact(pool, front_slot, front_block_index, back_slot, back_block_index) AS n
        FROM signer_brackets(from_slot = {from:UInt64}, to_slot = {to:UInt64}, span = 4)`),
    );
  });
});
