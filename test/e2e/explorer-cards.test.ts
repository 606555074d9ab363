import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Schemas, Tickscope } from '@tickscope/sdk';
import { openStore, type Store } from '@tickscope/store';
import type { Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM } from '../support/browser.js';
import { useExplorer } from '../support/explorer.js';
import { cellsOf, factsOf, readCards, type ShownCard, type ShownCards } from '../support/explorer-cards.js';
import {
  BLOCK_COUNT,
  BLOCKS,
  COUNTED,
  COUNTED_NOW,
  type CountedParams,
  fixed,
  HEAT,
  INTERVAL,
  isAbove,
  key,
  LEGS,
  LIST,
  LOST,
  lamports,
  listed,
  locksOf,
  lossPercent,
  nearestRank,
  newest,
  percent,
  plural,
  RANKS,
  RESULT,
  SOL,
  SUM_IS_LEAST,
  signed,
  solText,
  units,
  unlessNone,
  VICTIMS,
} from '../support/explorer-cards-sql.js';
import type { OpenOptions } from '../support/explorer-page.js';

/** Has a block, with this seed; so has the one of which the node lacks a half. */
const LAST_SLOT = 432_000_219;
const HALF_SLOT = 432_000_090;
const CHAIN = [
  '--seed cards --slot-ms 100 --slots 220 --history 0 --wait --no-replay',
  '--transactions 60 --votes 0.3 --dex 0.6 --sandwiches 3 --pools 60',
  `--half-slot ${HALF_SLOT} --rpc-missing ${HALF_SLOT}`,
].join(' ');

const TIMEOUT = { timeoutMs: 60_000 };
const sorted = (rows: readonly string[][]): string[][] =>
  rows.toSorted((left, right) => (left.join() < right.join() ? -1 : 1));

/** Each card of the explorer against tables of a store in which nothing changes any more. */
describe.skipIf(CHROMIUM === null)('every number of a card is that of plain SQL over what is stored', () => {
  let store: Store;
  let counted: CountedParams;
  const explorer = useExplorer({
    source: async () => ({ args: ['--source', 'simulator'], env: { SIMULATOR_ARGS: CHAIN } }),
    isReady: hasEnded,
  });
  beforeAll(async () => {
    const { clickhouse } = JSON.parse(readFileSync(join(explorer.dataDir, 'run.json'), 'utf8'));
    const { url, users } = clickhouse;
    store = openStore({ url, ...users.reader, database: 'tickscope', application: 'test' });
    const [found] = await store.read.queryRows<[string[], string[], string[]]>(COUNTED_NOW, TIMEOUT);
    const [ids, confidences, intents] = found!;
    counted = { ids, confidences, intents };
  });
  afterAll(() => store?.close());

  let endedAt: string | null = null;
  async function hasEnded(api: Tickscope): Promise<boolean> {
    const { head, detection, recent } = (await api.getStatus()).data;
    if (head?.slot !== LAST_SLOT || detection.lag_slots !== 0 || recent?.undetected_count !== 0) return false;
    endedAt ??= new Date().toISOString();
    // Shares are kept for minutes, and made before anyone asks: while blocks still came, where these were slow.
    return (await api.listValidators({ period: '24h' })).data.made_at >= endedAt;
  }

  async function cards(path: string, options: OpenOptions = {}): Promise<ShownCards['find']> {
    const { page, close } = await explorer.open(path, { width: 1_920, ...options });
    const { find } = await readCards(page);
    await close();
    return find;
  }

  async function sql(text: string): Promise<string[][]> {
    const rows = await store.read.queryRows<unknown[]>(text, { params: { ...counted }, ...TIMEOUT });
    return rows.map((row) => row.map(String));
  }
  const one = async (text: string): Promise<string[]> => (await sql(text))[0]!;
  /** Compares a table of a card with the rows of a query that has the same columns. */
  const rows = (card: ShownCard, names: string) => ({
    are: async (text: string) => expect(cellsOf(card, names)).toEqual(await sql(text)),
    areInAnyOrder: async (text: string) =>
      expect(sorted(cellsOf(card, names))).toEqual(sorted(await sql(text))),
  });
  const facts = (card: ShownCard, names: string) => ({
    are: async (text: string) => expect(factsOf(card, names)).toEqual(await one(text)),
  });
  const text = (shown: string) => ({
    has: async (wanted: string) => expect(` ${shown}`).toContain(` ${(await one(wanted)).join(' ')}`),
  });

  it('home: the newest slots, the newest sandwiches and losses by DEX', async () => {
    const card = await cards('/');
    const strip = card('The newest slots').links.map((label) =>
      [/Slot (\d+)/, /(\d+) transaction/, /(\d+) sandwich/].map((part) => part.exec(label)?.[1] ?? '0'),
    );
    const slots =
      await sql(`SELECT s.slot, ifNull(any(b.transaction_count), 0), uniqExactIf(bracket_id, bracket_id != '')
      FROM (SELECT toUInt64(assumeNotNull((SELECT max(slot) FROM slots)) - number) AS slot FROM numbers(32)) AS s
      LEFT JOIN slots AS b FINAL ON b.slot = s.slot LEFT JOIN ${COUNTED} AS c ON c.first_slot = s.slot
      GROUP BY s.slot ORDER BY s.slot DESC`);
    expect(strip).toEqual(slots);
    await rows(card('The newest sandwiches'), LIST).are(listed(newest(50)));

    const losses = card('Lost by DEX, in the newest 500 sandwiches');
    const byDex = await sql(`SELECT concat(dex_name, ' ', ${plural('count()', 'sandwich', 'sandwiches')}, ' ',
        if(max(least OR lost IS NULL), '≥ ', ''), ${solText('sum(lost)')})
      FROM ${newest(500)} GROUP BY dex_name ORDER BY sum(lost) DESC`);
    expect(losses.items).toEqual(byDex.flat());
    await text(losses.note).has(
      `SELECT concat(if(max(least OR lost IS NULL), 'at least ', ''), ${solText('sum(lost)')}), 'in', count(lost), 'sandwiches' FROM ${newest(500)}`,
    );
  });

  it('status: the chain, what is missing and the newest slots', async () => {
    const card = await cards('/status');
    await facts(card('The chain'), 'Newest slot | Stored from | Detection is at | Behind by').are(
      `SELECT max(slot) AS last, min(slot), (SELECT max(slot) FROM detected_slots FINAL) AS analysed,
        ${plural('(last - analysed)', 'slot')} FROM slots FINAL`,
    );
    const gaps = "gaps FINAL WHERE state != 'repaired'";
    const missing = card('What is missing');
    await facts(missing, 'Given up | Slots in them').are(
      `SELECT countIf(state = 'given_up'), sum(to_slot - from_slot + 1) FROM ${gaps}`,
    );
    // One may begin to be repaired at any time.
    const tried = Number(missing.facts['Open gaps']) + Number(missing.facts['Being repaired']);
    expect([String(tried)]).toEqual(await one(`SELECT countIf(state != 'given_up') FROM ${gaps}`));
    await rows(card('The newest gaps'), 'From | To | Cause').are(
      `SELECT from_slot, to_slot, cause FROM ${gaps}`,
    );
    const recent = card('The newest slots');
    await text(recent.note).has("SELECT min(slot), 'to', max(slot) FROM slots FINAL");
    await facts(recent, 'Stored | Skipped by their leader | Incomplete | Missing | Not analysed yet').are(
      `SELECT count(), sumIf(slot - parent_slot - 1, slot > (SELECT min(slot) FROM slots)),
        (SELECT countIf(cause = 'incomplete') FROM ${gaps}), (SELECT countIf(cause = 'missing') FROM ${gaps}),
        countIf(slot NOT IN (SELECT slot FROM detected_slots FINAL)) FROM slots FINAL`,
    );
  });

  it('a slot: its block, its transactions and the sandwiches that begin in it', async () => {
    const [slot] = await one(
      `SELECT first_slot FROM ${COUNTED} GROUP BY first_slot ORDER BY count() DESC, first_slot LIMIT 1`,
    );
    const card = await cards(`/slot/${slot}`);
    const stored = `transactions FINAL WHERE slot = ${slot}`;
    const entries = (which: string): string =>
      `(SELECT countIf(${which}) FROM entries FINAL WHERE slot = ${slot})`;
    await facts(card(''), 'Transactions | Votes | Failed | Entries | Ticks | Compute units').are(
      `SELECT count(), countIf(is_vote), countIf(NOT success), ${entries('NOT is_tick')}, ${entries('is_tick')},
        concat(toString(toFloat64(printf('%.3g', sum(compute_units) / 1e6))), 'M') FROM ${stored}`,
    );
    await text(card('The block as it was built').note).has(`SELECT count(), 'transactions' FROM ${stored}`);
    const shown = card('Its transactions');
    await text(shown.note).has(`SELECT countIf(NOT is_vote), 'of', count(), 'transactions' FROM ${stored}`);
    await rows(shown, '# | Tick | Transaction | Compute, CU | Price, µlamports/CU | Fee | Tip | Result').are(
      `SELECT block_index, poh_tick - slot * 64, base58Encode(signature), compute_units,
        ifNull(toString(compute_unit_price), '—'), ${lamports('fee')}, ${unlessNone('jito_tip')}, ${RESULT}
       FROM ${stored} AND NOT is_vote ORDER BY block_index LIMIT 40`,
    );
    await rows(card('Sandwiches that begin in it'), LIST).are(
      listed(newest(100, `first_slot = ${slot}`), 100),
    );
  });

  it('an account: its locks over time, who competes for it, what they paid, and the sandwiches of a pool', async () => {
    const [account] = await one(`SELECT base58Encode(account) FROM account_locks
      WHERE is_write AND account IN (SELECT pool FROM ${COUNTED}) GROUP BY account ORDER BY count() DESC, account LIMIT 1`);
    const card = await cards(`/account/${account}`);
    const locks = locksOf(account!);
    const slots = `(SELECT slot, countIf(is_write) AS writes, if(writes > 0, count() - 1, 0) AS conflicts,
      sumIf(compute_units, is_write) AS used FROM ${locks} GROUP BY slot)`;
    const time = card('Write locks over time');
    await facts(time, 'Write locks | Conflicts | Signers | Busiest slot | Writes per slot | Heat').are(
      `SELECT sum(writes), sum(conflicts), (SELECT uniqExact(signer) FROM transactions FINAL
          WHERE (slot, block_index) IN (SELECT slot, block_index FROM ${locks} WHERE is_write)),
        concat(toString(argMax(slot, (writes, -toInt64(slot)))), ' (', toString(max(writes)), ')'),
        ${fixed(`sum(writes) / ${BLOCK_COUNT}`, 2)}, concat(${fixed(HEAT, 1)}, ' of 10') FROM ${slots}`,
    );
    const points = await sql(`SELECT concat(toString(b.slot), ': ', toString(l.writes)) FROM slots AS b FINAL
      LEFT JOIN ${slots} AS l ON l.slot = b.slot ORDER BY b.slot`);
    expect(time.marks).toEqual(points.flat());
    await rows(card('Its busiest slots'), 'Slot | Write locks').are(
      `SELECT slot, writes FROM ${slots} WHERE writes > 0 ORDER BY writes DESC, slot LIMIT 10`,
    );
    /** The newest 100 in the newest 50 slots with a conflict. */
    const competing = `(SELECT *, priority_fee + ifNull(jito_tip, 0) AS paid FROM transactions FINAL
      WHERE (slot, block_index) IN (SELECT slot, block_index FROM ${locks} WHERE slot IN
          (SELECT slot FROM ${slots} WHERE conflicts > 0 ORDER BY slot DESC LIMIT 50)
        ORDER BY slot DESC, block_index DESC LIMIT 100))`;
    await rows(card('Who competes for it'), 'key | Of these | Last in slot').are(
      `SELECT base58Encode(signer), count(), max(slot) FROM ${competing} GROUP BY signer
       ORDER BY count() DESC, max((slot, block_index)) DESC LIMIT 10`,
    );
    /** All slots, which are fewer than the card asks about; each quarter of the ticks has some. */
    const gotIn = `(SELECT assumeNotNull(l.compute_unit_price) AS price,
        arrayJoin(['all', concat(toString(16 * quarter), ' – ', toString(16 * quarter + 15))]) AS ticks,
        toUInt8(intDiv(t.poh_tick - t.slot * 64, 16)) AS quarter
      FROM ${locks} AS l INNER JOIN (SELECT slot, block_index, poh_tick FROM transactions FINAL) AS t
        ON t.slot = l.slot AND t.block_index = l.block_index
      WHERE l.is_write AND l.is_failed = false AND l.compute_unit_price IS NOT NULL)`;
    const prices = [0.25, 0.5, 0.75, 0.9, 0.95].map((rank) => nearestRank('groupArray(price)', rank));
    await rows(card('Fee that gets in'), 'Ticks | Got in | p25 | p50 | p75 | p90 | p95 | max').are(
      `SELECT ticks, count(), ${prices.join()}, max(price) FROM ${gotIn} GROUP BY ticks
       ORDER BY ticks != 'all', min(quarter)`,
    );
    const paid = card('What competing transactions paid');
    await text(paid.note).has(`SELECT 'the newest', count(), 'transactions' FROM ${competing}`);
    const ranked = (rank: number): string => solText(nearestRank('groupArray(paid)', rank));
    await text(paid.text).has(
      `SELECT 'of the', count(paid), 'whose fee is known paid', ${ranked(0.75)} FROM ${competing}`,
    );
    await text(paid.text).has(
      `SELECT ${RANKS.map((rank) => `'${100 * rank} %', ${ranked(rank)}`).join()} FROM ${competing}`,
    );
    await rows(paid, 'key | Slot | Priority fee | Tip | Compute, CU | Result').are(
      `SELECT base58Encode(signature), slot, ${unlessNone('priority_fee')}, ${unlessNone('jito_tip')}, compute_units, ${RESULT}
       FROM ${competing} ORDER BY slot DESC, block_index DESC LIMIT 15`,
    );
    await rows(card('Sandwiches in this pool'), LIST).are(listed(newest(20, `pool = ${key(account!)}`)));
  });

  it('a mint: its sandwiches', async () => {
    const [mint] = await one(`SELECT base58Encode(mint_out) AS mint FROM ${COUNTED} WHERE mint_out != ${SOL}
      GROUP BY mint ORDER BY count() DESC, mint LIMIT 1`);
    const card = await cards(`/account/${mint}`);
    await rows(card('Sandwiches of'), LIST).are(listed(newest(20, `${key(mint!)} IN (mint_in, mint_out)`)));
  });

  it('accounts: the most contended ones, and the prices of the first', async () => {
    const card = (await cards('/account'))('Write locks');
    const fees = 'Median fee, µlamports/CU | 90 % fee, µlamports/CU | Heat, of 10';
    await rows(card, `key | Writes | Conflicts | Signers | Failed | ${fees}`).are(
      `SELECT base58Encode(account), sum(writes), sum(locks - 1), uniqExactArray(signers), sum(failed),
        ${nearestRank('groupArrayArray(prices)', 0.5)}, ${nearestRank('groupArrayArray(prices)', 0.9)}, ${fixed(HEAT, 1)}
       FROM (SELECT account, slot, countIf(is_write) AS writes, count() AS locks, countIf(is_write AND is_failed) AS failed,
          groupArrayIf(signer_prefix, is_write) AS signers, groupArrayIf(ifNull(compute_unit_price, 0), is_write) AS prices,
          sumIf(compute_units, is_write) AS used
        FROM account_locks GROUP BY account, slot HAVING writes > 0)
       GROUP BY account ORDER BY sum(used) DESC, sum(writes) DESC, account LIMIT 100`,
    );
    await text(card.text).has("SELECT 'slots', min(slot), 'to', max(slot) FROM slots FINAL");

    const account = card.rows[0]!['key']!;
    const price = (rank: number): string => nearestRank('groupArray(ifNull(compute_unit_price, 0))', rank);
    const prices = await one(`SELECT ${RANKS.map(price).join()} FROM ${locksOf(account)} WHERE is_write`);
    const { page, close } = await explorer.open(`/account/${account}`);
    const texts = RANKS.map(
      (rank, at) => `${100 * rank} % at most ${Number(prices[at]).toLocaleString('en')}`,
    );
    await page.getByText(texts.join(', ')).waitFor();
    await close();
  });

  it('validators: shares of all, by client and by leader, and the sandwiches in the blocks of one', async () => {
    const [leader] = await one(
      `SELECT leader FROM ${BLOCKS} GROUP BY leader ORDER BY sum(victims) DESC, leader LIMIT 1`,
    );
    const card = await cards(`/validators?leader=${leader}`);
    const all = (of: string): string => `(SELECT ${of} FROM ${BLOCKS})`;
    const sums = `count() AS blocks, countIf(victims > 0) AS hurt, sum(victims) AS hits, ${percent('hurt / blocks', 2)},
      ${INTERVAL}, concat(${percent(`hits / ${all('sum(victims)')}`, 2)}, ' of ', ${percent(`blocks / ${all('count()')}`, 2)}, ' blocks'),
      ${isAbove(all('countIf(victims > 0) / count()'))}`;
    const names = 'Blocks | With victims | Victims | Share | Interval | Of all | Standing';
    await facts(card(''), 'Blocks | Victims | Blocks with victims | Leaders').are(
      `SELECT count(), sum(victims), ${percent('countIf(victims > 0) / count()', 2)}, uniqExact(leader) FROM ${BLOCKS}`,
    );
    await rows(card('By client'), `key | ${names}`).areInAnyOrder(
      `SELECT client, ${sums} FROM ${BLOCKS} GROUP BY client`,
    );
    await rows(card('By leader'), `key | ${names}`).areInAnyOrder(
      `SELECT leader, ${sums} FROM ${BLOCKS} GROUP BY leader`,
    );
    const led = `first_slot IN (SELECT slot FROM leaders WHERE identity = ${key(leader!)})`;
    await rows(card('Newest sandwiches in blocks of'), LIST).are(listed(newest(20, led)));
  });

  it('a wallet: its trades with verdict and loss, who sandwiched it, and where', async () => {
    const [wallet] = await one(`SELECT base58Encode(trader) FROM ${VICTIMS}
      WHERE trader NOT IN (SELECT arrayJoin(attackers) FROM sandwiches FINAL)
        AND trader IN (SELECT trader FROM swaps_by_trader FINAL GROUP BY trader HAVING uniqExact(slot, block_index) <= 50)
      GROUP BY trader ORDER BY uniqExact(bracket_id) DESC, trader LIMIT 1`);
    const hits = `(SELECT slot, block_index, bracket_id, any(pool) AS pool, sumOrNull(sol) AS lost, any(f.who) AS who,
        sum(loss_amount) / (sum(loss_amount) + sum(trader_out)) AS part, max(is_least) AS least
      FROM ${VICTIMS} AS v INNER JOIN (SELECT bracket_id, argMin(signer, (slot, block_index)) AS who FROM ${LEGS}
        WHERE role = 'front' GROUP BY bracket_id) AS f USING (bracket_id)
      WHERE trader = ${key(wallet!)} AND slot - first_slot <= 10 AND last_slot - slot <= 10
      GROUP BY slot, block_index, bracket_id)`;
    const trades = `(SELECT slot, block_index, base58Encode(any(signature)) AS id, max(success) AS success
      FROM swaps_by_trader FINAL WHERE trader = ${key(wallet!)} GROUP BY slot, block_index)`;
    const card = await cards(`/wallet/${wallet}`);
    await facts(card(''), 'Total lost | Losses not known in SOL | Sandwiched | Trades | Transactions').are(
      `SELECT ${lamports('sum(lost)', 'max(least OR lost IS NULL)')}, countIf(lost IS NULL), uniqExact(slot, block_index), (SELECT count() FROM ${trades}),
        (SELECT count() FROM transactions FINAL WHERE signer = ${key(wallet!)}) FROM ${hits}`,
    );
    await text(card('Its trades').note).has(`SELECT count(), 'trades' FROM ${trades}`);
    await rows(card('Its trades'), 'key | Verdict | Lost | Result').are(
      `SELECT id, multiIf(h.sandwiches > 0, '◆ sandwiched', t.slot - 10 >= (SELECT min(slot) FROM slots)
            AND t.slot + 10 <= (SELECT max(slot) FROM slots) AND abs(toInt64(t.slot) - ${HALF_SLOT}) > 10,
          'not sandwiched', 'not known'),
        if(h.sandwiches > 0, ${lamports('h.lost', 'h.least')}, ''), ${RESULT}
       FROM ${trades} AS t LEFT JOIN (SELECT slot, block_index, count() AS sandwiches, argMax(lost, part) AS lost,
           argMax(least, part) AS least
         FROM ${hits} GROUP BY slot, block_index) AS h ON h.slot = t.slot AND h.block_index = t.block_index
       ORDER BY t.slot DESC, t.block_index DESC`,
    );
    const sums = (by: string): string =>
      `SELECT base58Encode(${by}) AS of, count(), ${lamports('sum(lost)', 'max(least OR lost IS NULL)')} FROM ${hits} GROUP BY of`;
    await rows(card('Who did it'), 'key | Sandwiches | Lost to it').areInAnyOrder(sums('who'));
    await rows(card('Where'), 'key | Sandwiches | Lost').areInAnyOrder(sums('pool'));
  });

  it('an attacker: what it earned, its record, where, in whose blocks, from whom, and with which sandwiches', async () => {
    const [attacker] = await one(`SELECT base58Encode(arrayJoin(attackers) AS one) FROM ${COUNTED}
      GROUP BY one ORDER BY uniqExact(pool) DESC, sum(attempt_count) DESC, one LIMIT 1`);
    const made = `has(attackers, ${key(attacker!)})`;
    const own = `(SELECT * FROM ${LOST} WHERE ${made})`;
    const legs = (what: string, of: string): string =>
      `(SELECT ${what} FROM ${of} WHERE bracket_id IN (SELECT bracket_id FROM sandwiches FINAL WHERE ${made}))`;
    const card = await cards(`/wallet/${attacker}`);
    const names =
      'Earned, after fees and tips | Fees and tips | Sandwiches | Intent proven | Victims | Failed attempts';
    await facts(card('As an attacker'), names).are(
      `SELECT ${lamports(`sumOrNullIf(net, gain_mint = ${SOL})`)}, ${lamports('sum(cost)')},
        concat(toString(count()), ', ', toString(countIf(confidence = 'exact')), ' exact'), countIf(intent = 'proven'),
        ${legs('count()', VICTIMS)}, ${legs('countIf(failed)', LEGS)} FROM ${own}`,
    );
    await facts(card(''), 'Earned | Sandwiches | Victims').are(
      `SELECT ${lamports(`sumOrNullIf(net, gain_mint = ${SOL})`)}, count(), ${legs('count()', VICTIMS)} FROM ${own}`,
    );
    const part = (count: string): string =>
      `concat(${fixed(`100 * ${count} / trips`, 0)}, ' % of ', ${plural('trips', 'round trip')})`;
    await facts(card('As an attacker'), 'Gained | Aimed at a victim | Pools | Only suspected').are(
      `SELECT ${part('countIf(trip AND ifNull(net, gross) > 0)')}, ${part('countIf(trip AND is_aimed)')},
        uniqExactIf(pool, trip), count() - (SELECT count() FROM ${own})
       FROM (SELECT *, pool = back_pool AND abs(quantity_ratio - 1) <= 0.01 AS trip, countIf(trip) OVER () AS trips
         FROM sandwiches FINAL WHERE ${made}) GROUP BY trips`,
    );
    await rows(card('Its pools'), 'key | Sandwiches').areInAnyOrder(
      `SELECT base58Encode(pool) AS of, count() FROM ${own} GROUP BY of`,
    );
    await rows(card('In whose blocks'), 'key | Client | Sandwiches').areInAnyOrder(
      `SELECT concat(b.leader, ' ', replace(b.client, 'not known', 'null')), b.client, count() FROM ${BLOCKS} AS b
       INNER JOIN ${own} AS s ON s.first_slot = b.slot GROUP BY b.leader, b.client`,
    );
    await text(
      card('Its victims').note,
    ).has(`SELECT ${plural(legs('uniqExact(trader)', VICTIMS), 'wallet')}, 'in',
      ${plural('count()', 'sandwich', 'sandwiches')} FROM ${own}`);
    await rows(card('Its victims'), 'key | Trades | Lost').areInAnyOrder(
      `SELECT base58Encode(trader) AS of, count(), ${lamports('sumOrNull(sol)', SUM_IS_LEAST)} FROM ${legs('*', VICTIMS)} GROUP BY of`,
    );
    await rows(card('Its sandwiches'), LIST).are(listed(own));
  });

  it('an attacker that gained several tokens: how much of each', async () => {
    const [attacker] = await one(`SELECT base58Encode(arrayJoin(attackers) AS one) FROM ${COUNTED}
      GROUP BY one ORDER BY count() DESC, one LIMIT 1`);
    // The chain's attackers gain one token each.
    const amount = { amount: '1234567', mint: attacker, symbol: 'OTHER', decimals: 6, ui_amount: '1.234567' };
    const addToken = async (route: Route): Promise<void> => {
      const response = await route.fetch();
      const body = (await response.json()) as { data: Schemas['Attacker'] };
      body.data.earnings.by_token.push({ count: 3, gain: amount as Schemas['TokenAmount'] });
      await route.fulfill({ response, json: body });
    };
    const card = await cards(`/wallet/${attacker}`, {
      prepare: (context) => context.route(/\/mev\/attackers\/\w+/, addToken),
    });
    const gains =
      await sql(`SELECT base58Encode(gain_mint) AS mint, ${units('sum(gross)')}, count() FROM ${COUNTED}
      WHERE has(attackers, ${key(attacker!)}) GROUP BY mint ORDER BY count() DESC`);
    expect(cellsOf(card('What it gained, by token'), 'key | Gained | Sandwiches')).toEqual([
      ...gains,
      [attacker, '1234567 units', '3'],
    ]);
  });

  /** A sandwich of which no part is in the last tick of a slot, which stands for a tick that is not known, too. */
  async function chosen(order: string, having = 'true'): Promise<{ id: string; parts: string }> {
    const [id] = await one(`SELECT bracket_id FROM ${LEGS} GROUP BY bracket_id
      HAVING countIf(poh_tick = slot * 64 + 63) = 0 AND ${having} ORDER BY ${order}, bracket_id LIMIT 1`);
    return { id: id!, parts: `(SELECT * FROM ${LEGS} WHERE bracket_id = '${id}')` };
  }

  it('a sandwich: what it took, its legs and victims, its price, and its revisions', async () => {
    const { id, parts } = await chosen("countIf(failed) > 0 DESC, countIf(role = 'victim') DESC");
    const card = await cards(`/sandwich/${id}`);
    await facts(
      card(''),
      'Victims lost | Attacker gained | After fees and tips | Kept by the attacker | Slots | Swaps in between',
    ).are(
      `SELECT ${lamports('lost', 'least')}, ${units('gross')}, ${units('net')}, ${units('kept')},
        arrayStringConcat(arrayDistinct([toString(first_slot), toString(last_slot)]), ' to '),
        concat(toString(swaps_before), ' before, ', toString(swaps_after), ' after') FROM ${LOST} WHERE bracket_id = '${id}'`,
    );
    await text(card('How sure is this?').text).has(
      `SELECT 'Sold what it had bought', ${percent('quantity_ratio', 2)} FROM ${COUNTED} WHERE bracket_id = '${id}'`,
    );
    await rows(
      card('The sandwich, in order'),
      'Transaction | Ticks | Paid | Received | Lost | Role',
    ).areInAnyOrder(
      `SELECT base58Encode(signature), ${signed(`(toInt64(poh_tick)
          - (SELECT argMin(toInt64(poh_tick), (slot, block_index)) FROM ${parts} WHERE role = 'victim'))`)},
        if(failed, 'not known', ${units('trader_in')}), if(failed, 'not known', ${units('trader_out')}),
        if(role = 'victim', ${lamports('sol', 'is_least')}, ''),
        transform(toString(role), ['front', 'victim', 'back', 'front_attempt', 'back_attempt'],
          ['◆ frontrun', '● victim', '◆ backrun', '◇ failed frontrun', '◇ failed backrun'], '') FROM ${parts}`,
    );
    const losses = await sql(
      `SELECT ${lossPercent("(loss_amount / (if(loss_side = 'paid', 0, loss_amount) + trader_out))")} FROM ${parts} WHERE role = 'victim'`,
    );
    const drawn = card('What happened to the price').marks;
    const less = drawn.flatMap((mark) => /[\d.]+ %(?= less)/.exec(mark) ?? []);
    expect(less.toSorted()).toEqual(losses.flat().toSorted());
    expect([String(drawn.length)]).toEqual(await one(`SELECT countIf(NOT failed) FROM ${parts}`));
    await rows(card('Revisions'), 'key | Confidence | State').areInAnyOrder(
      `SELECT DISTINCT revision, confidence, multiIf(is_deleted = 1, 'withdrawn', is_final, 'final', 'preliminary')
       FROM sandwich_feed WHERE bracket_id = '${id}'`,
    );
  });

  it('a transaction: what it lost, when frontrun and backrun were, and its neighbours by tick', async () => {
    const isPlain = "countIf(role = 'front') = 1 AND countIf(role = 'back') = 1 AND countIf(sol > 0) = 1";
    const { id, parts } = await chosen("countIf(role = 'victim')", isPlain);
    const [signature, pool, slot, tick] = await one(
      `SELECT base58Encode(signature), base58Encode(pool), slot, poh_tick FROM ${parts} WHERE role = 'victim'`,
    );
    const card = await cards(`/tx/${signature}?account=${pool}`);
    const from = (role: string, when: string): string => {
      const ticks = `abs(toInt64(anyIf(poh_tick, role = '${role}')) - ${tick})`;
      return `if(${ticks} = 0, 'in the same tick', concat(${plural(ticks, 'tick')}, ' ${when}'))`;
    };
    await facts(card(''), 'Lost | In SOL | Frontrun | Backrun | Attacker earned').are(
      `SELECT ${units("anyIf(loss_amount, role = 'victim')", 'max(is_least)')},
        ${lamports("anyIf(sol, role = 'victim')", 'max(is_least)')},
        ${from('front', 'before')}, ${from('back', 'after')},
        (SELECT ${units('ifNull(net, gross)')} FROM ${COUNTED} WHERE bracket_id = '${id}') FROM ${parts}`,
    );
    const near = card('Who touched this account');
    const [first, last] = /slots (\d+) to (\d+)/.exec(near.note)!.slice(1).map(Number);
    expect(first! < Number(slot) && Number(slot) < last!).toBe(true);
    const locks = `(SELECT * FROM ${locksOf(pool!)} WHERE slot BETWEEN ${first} AND ${last})`;
    await text(near.note).has(`SELECT ${plural('count()', 'transaction')} FROM ${locks}`);
    const shown = near.rows.map((row) => `'${row['key']}'`).join();
    expect(near.rows.length).toBe(Math.min(40, Number(near.note.split(' ')[0])));
    await rows(near, 'key | Ticks | Slot | Access | Result').are(
      `SELECT base58Encode(signature) AS key, ${signed(`(toInt64(poh_tick) - ${tick})`)},
        concat(toString(slot), ' #', toString(block_index)), if(is_write, 'writes', 'reads'), ${RESULT}
       FROM transactions FINAL INNER JOIN ${locks} AS l USING (slot, block_index) WHERE key IN (${shown})
       ORDER BY slot, block_index`,
    );
  });

  it('two wallets: their trades, and how far those of B are from those of A', async () => {
    const [a, b] =
      await one(`SELECT base58Encode(v.trader) AS a, base58Encode(f.trader) AS b FROM ${VICTIMS} AS v
      INNER JOIN (SELECT bracket_id, trader FROM ${LEGS} WHERE role = 'front') AS f USING (bracket_id)
      WHERE v.last_slot - v.first_slot <= 4 GROUP BY a, b ORDER BY count() DESC, a, b LIMIT 1`);
    const card = await cards(`/compare?a=${a}&b=${b}`);
    const swaps = (wallet: string): string =>
      `(SELECT *, (slot, block_index) AS at FROM swaps_by_trader FINAL WHERE trader = ${key(wallet)})`;
    const [ofA, ofB] = [swaps(a!), swaps(b!)];
    const nearest = (best: 'Max' | 'Min', mint: string, order: string): string =>
      `SELECT a.pool, a.at, arg${best}(b.at, b.at) AS at_b, ${best === 'Max'},
        arg${best}(toInt64(b.poh_tick), b.at) - toInt64(any(a.poh_tick)), ''
       FROM ${ofA} AS a INNER JOIN ${ofB} AS b ON b.pool = a.pool AND b.mint_in = a.${mint}
       WHERE a.success AND b.success AND b.at ${order} a.at GROUP BY a.pool, a.at
       HAVING abs(toInt64(a.at.1) - toInt64(at_b.1)) <= 4`;
    /** Trades of A with those of B: legs of a sandwich of A, and the nearest one before and after it. */
    const pairs = `(SELECT pool, at_a, at_b, is_front, max(ticks) AS ticks, max(id) AS id FROM (
      SELECT v.pool AS pool, (v.slot, v.block_index) AS at_a, (l.slot, l.block_index) AS at_b,
        l.role = 'front' OR (l.role != 'back' AND at_b < at_a) AS is_front,
        toInt64(l.poh_tick) - toInt64(v.poh_tick) AS ticks, v.bracket_id AS id
      FROM ${VICTIMS} AS v INNER JOIN ${LEGS} AS l ON l.bracket_id = v.bracket_id
      WHERE v.trader = ${key(a!)} AND l.role != 'victim' AND v.slot - v.first_slot <= 4 AND v.last_slot - v.slot <= 4
        AND v.bracket_id IN (SELECT bracket_id FROM ${LEGS} WHERE ${key(b!)} IN (trader, signer) AND role IN ('front', 'back'))
      UNION ALL ${nearest('Max', 'mint_in', '<')} UNION ALL ${nearest('Min', 'mint_out', '>')}
      ) GROUP BY pool, at_a, at_b, is_front)`;
    const names =
      'Trades of A | Trades of B | Shared pools | Meetings | Sandwiches of A by B | Else before A | Else after A';
    await facts(card(''), names).are(
      `SELECT (SELECT uniqExact(at) FROM ${ofA}), (SELECT uniqExact(at) FROM ${ofB}),
        (SELECT uniqExact(pool) FROM ${ofA} WHERE pool IN (SELECT pool FROM ${ofB})), uniqExact(at_a, at_b),
        uniqExactIf(id, id != ''), countIf(id = '' AND is_front), countIf(id = '' AND NOT is_front) FROM ${pairs}`,
    );
    const drawn = card('When B trades');
    expect([String(drawn.circles)]).toEqual(await one(`SELECT count() FROM ${pairs}`));
    await text(drawn.note).has(
      `SELECT 'A is at 0;', ${plural('count()', 'leg or trade', 'legs and trades')} FROM ${pairs}`,
    );
    await rows(card('Where they meet'), 'Ticks | How').are(
      `SELECT ${signed('ticks')}, concat(if(id = '', '', 'sandwich '), if(is_front, 'frontrun', 'backrun'))
       FROM ${pairs} ORDER BY at_a, at_b, pool, is_front`,
    );
  });
});
