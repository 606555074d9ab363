import { compileValidators } from '@tickscope/schemas';
import {
  briefly,
  final,
  found,
  plant,
  retracted,
  signatureAt,
  storeBlocks,
  write,
} from '@tickscope/testkit/store/planted-sandwiches';
import { address } from '@tickscope/testkit/traded-block';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ApiUnderTest, startApiUnderTest } from '../../testing/api-under-test.js';
import { streamSandwiches } from './handler.js';
import { openStream, type StreamClient } from './testing/stream-client.js';

const isEvent = compileValidators().schema('SandwichEvent');

const plants = Array.from({ length: 40 }, (_, at) => plant(800 + at));
let used = 0;
/** The next plant that no other test has written. */
const next = () => plants[used++]!;

let api: ApiUnderTest;
beforeAll(async () => {
  api = await startApiUnderTest({}, { operations: [streamSandwiches], liveFeed: { pollMs: 50 } });
  await storeBlocks(api, plants);
});
afterAll(() => api?.stop());

const open: StreamClient[] = [];
afterEach(() => {
  for (const client of open.splice(0)) client.close();
});
async function listen(query = '', lastEventId?: string): Promise<StreamClient> {
  const client = await openStream(`${api.url}/api/mev/stream${query}`, lastEventId);
  open.push(client);
  expect(client.status).toBe(200);
  await client.until(({ comments }) => comments.length > 0);
  return client;
}

/** An amount of a token whose name and decimals are not known. */
function inUnits(amount: string, name: string) {
  const mint = address(name);
  const symbol = `${mint.slice(0, 4)}…${mint.slice(-4)}`;
  return { amount, mint, symbol, decimals: null, ui_amount: null };
}

describe('a sandwich', () => {
  test('is sent when it is found, with its position, amounts, legs and victims', async () => {
    const it = next();
    const client = await listen();
    await write(api, found(it));
    const [message] = await client.first(1);
    expect(isEvent(message!.sandwich)).toEqual([]);
    const tick = String(it.slot * 64);
    const leg = {
      attacker_wallet: address('mallory'),
      attacker_signer: address('mallory'),
      slot: it.slot,
      poh_tick: tick,
      pool_address: address('pool'),
      success: true,
    };
    // 70 of the 970 that it would have received; neither token is SOL.
    const loss = { ...inUnits('70', 'B'), bps: 721.65, sol: null };
    expect(message!.sandwich).toEqual({
      id: `${it.slot}.0.0.-1.0`,
      revision: 1,
      retracted: false,
      is_final: false,
      cause: 'detection',
      confidence: 'exact',
      confidence_then: 'exact',
      reason: null,
      basis: 'same_slot',
      link: 'same_signer',
      link_address: address('mallory'),
      slot_range: { from: it.slot, to: it.slot },
      block_time: 1_700_000_000 + it.slot,
      pool: {
        pool_address: address('pool'),
        pool_label: expect.stringMatching(/^\S+\/\S+ \(Raydium CPMM\)$/),
        dex_name: 'Raydium CPMM',
      },
      back_pool_address: address('pool'),
      attackers: [address('mallory')],
      private_program: null,
      mint_in: address('A'),
      mint_out: address('B'),
      quantity_ratio: 1,
      gain_mint: address('A'),
      gross: '60',
      net: null,
      kept: '60',
      gain: inUnits('60', 'A'),
      net_gain: null,
      kept_gain: inUnits('60', 'A'),
      cost: '10000',
      cost_sol: '0.00001',
      victim_count: 1,
      attempt_count: 0,
      victim_loss: '70',
      loss,
      intent: 'likely',
      evidence: ['limit_used', 'next_to_victim', 'one_leader'],
      swaps_before: 0,
      swaps_after: 0,
      transactions_before: 0,
      transactions_after: null,
      victims: [
        {
          wallet: address('alice'),
          signer: address('alice'),
          signature: signatureAt(it, 1),
          slot: it.slot,
          block_index: 1,
          poh_tick: tick,
          amount_in: '500',
          amount_out: '900',
          paid: inUnits('500', 'A'),
          received: inUnits('900', 'B'),
          victim_loss: '70',
          loss,
          loss_method: 'replay',
          loss_side: 'received',
          slippage_use: 0.62,
          limit_age: 'before',
        },
      ],
      legs: [
        {
          ...leg,
          attacker_signature: signatureAt(it, 0),
          block_index: 0,
          interaction_type: 'sandwich_frontrun',
          amount_in: '1000',
          amount_out: '2000',
          paid: inUnits('1000', 'A'),
          received: inUnits('2000', 'B'),
        },
        {
          ...leg,
          attacker_signature: signatureAt(it, 2),
          block_index: 2,
          interaction_type: 'sandwich_backrun',
          amount_in: '2000',
          amount_out: '1060',
          paid: inUnits('2000', 'B'),
          received: inUnits('1060', 'A'),
        },
      ],
      detected_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
  });

  test('is sent again with each revision, when it is final, and with its last content when it is retracted', async () => {
    const it = next();
    const client = await listen();
    await write(api, found(it), found(it, { gross: 61n }), final(it, { gross: 61n }), retracted(it));
    const events = await client.first(4);
    // Final revisions and retractions have even numbers, provisional ones odd.
    expect(
      events.map(({ sandwich }) => [
        sandwich.revision,
        sandwich.retracted,
        sandwich['is_final'],
        sandwich['gross'],
      ]),
    ).toEqual([
      [1, false, false, '60'],
      [3, false, false, '61'],
      [4, false, true, '61'],
      [6, true, true, '61'],
    ]);
    const [, , last, retraction] = events;
    expect(isEvent(retraction!.sandwich)).toEqual([]);
    expect(retraction!.sandwich).toEqual({
      ...last!.sandwich,
      revision: 6,
      retracted: true,
      detected_at: expect.any(String),
    });
  });

  test('an unchanged write, or a revision written twice, sends no event', async () => {
    const [it, after] = [next(), next()];
    const client = await listen();
    await write(api, found(it), found(it));
    // A writer's retry after its first insert succeeded without an answer.
    await api.owner.command({
      query: 'INSERT INTO sandwiches SELECT * FROM sandwiches WHERE bracket_id = {id:String}',
      query_params: { id: it.sandwich.id },
    });
    await write(api, found(after));
    expect(briefly(await client.first(2))).toEqual([`${it.sandwich.id}#1`, `${after.sandwich.id}#1`]);
  });

  test('that is only suspected is sent to those who ask for it, with the reason', async () => {
    const it = next();
    const client = await openStream(`${api.url}/api/mev/stream?confidence=suspected`);
    open.push(client);
    await client.until(({ comments }) => comments.length > 0);
    await write(api, found(it, { confidence: 'suspected', reason: 'round_trip', basis: null }));
    const [message] = await client.first(1);
    expect(message!.sandwich).toMatchObject({ confidence: 'suspected', reason: 'round_trip', basis: null });
    expect(isEvent(message!.sandwich)).toEqual([]);
  });
});

describe('a stream', () => {
  test('forbids caching, buffering and compression, and has a retry time', async () => {
    const client = await listen();
    expect(client.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-request-id': expect.any(String),
    });
    expect(client.headers['content-encoding']).toBeUndefined();
    expect(client.retryMs).toBe(3_000);
    expect(client.lastEventId).not.toBe('');
  });

  test('begins with new events', async () => {
    const [before, after] = [next(), next()];
    const earlier = await listen();
    await write(api, found(before));
    await earlier.first(1);
    const client = await openStream(`${api.url}/api/mev/stream`);
    open.push(client);
    await client.until(({ comments }) => comments.length > 0);
    await write(api, found(after));
    expect(briefly(await client.first(1))).toEqual([`${after.sandwich.id}#1`]);
  });

  test('HEAD has the headers and no listener', async () => {
    const response = await fetch(`${api.url}/api/mev/stream`, { method: 'HEAD' });
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      '',
    ]);
  });
});
