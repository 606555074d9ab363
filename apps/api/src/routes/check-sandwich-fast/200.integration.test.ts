import { compileValidators } from '@tickscope/schemas';
import { signatureAt } from '@tickscope/testkit/chain-of-trades';
import { signature } from '@tickscope/testkit/store/chain-rows';
import { storeDetected } from '@tickscope/testkit/store/store-detected';
import { address, tradedBlock } from '@tickscope/testkit/traded-block';
import { got, TradingPool } from '@tickscope/testkit/trading-pool';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiUnderTest, startApiUnderTest } from '../../testing/api-under-test.js';
import { post } from '../../testing/request.js';

const isDocumented = compileValidators().response('checkSandwichFast', 200);

/** A sandwich in one slot, with failed attempts. */
function chain() {
  const near = new TradingPool('near');
  const untouched = new TradingPool('near').swap('alice', 'A', 50_000_000n);
  const front = near.swap('mallory', 'A', 100_000_000n);
  const alice = near.swap('alice', 'A', 50_000_000n);
  const back = near.swap('mallory', 'B', got(front));
  return {
    aliceLost: got(untouched) - got(alice),
    blocks: [
      tradedBlock(900, [
        { does: 'abort', trader: 'mallory', pool: 'near' },
        front,
        alice,
        { does: 'attempt', trader: 'mallory', pool: 'near' },
        back,
      ]),
    ],
  };
}

const { aliceLost, blocks } = chain();
const at = (slot: number, index: number): string => signatureAt(blocks, slot, index);

/** Checked in their own test. */
const LOSSES = { total_loss_sol: expect.any(String), loss_unknown_count: expect.any(Number) };

let api: ApiUnderTest;
beforeAll(async () => {
  api = await startApiUnderTest();
  await storeDetected(api.owner, blocks);
});
afterAll(() => api?.stop());

interface Answer {
  results: Record<string, unknown>[];
  summary: unknown;
}

async function ask(body: object): Promise<Answer> {
  const answer = await post(`${api.url}/api/mev/check-sandwich-fast`, body);
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
  expect(isDocumented(answer.body)).toEqual([]);
  return (answer.body as { data: Answer }).data;
}

describe('a transaction that was sandwiched in its own slot', () => {
  test('is returned with all legs and failed attempts, its loss and its pools', async () => {
    const { results, summary } = await ask({ signature: at(900, 2), slot_range: 0 });
    const leg = (index: number, type: string, success: boolean) => ({
      attacker_signer: address('mallory'),
      attacker_signature: at(900, index),
      slot: 900,
      block_index: index,
      poh_tick: String(900 * 64),
      poh_tick_offset: '0',
      interaction_type: type,
      pool_address: address('near'),
      success,
      sandwich: expect.objectContaining({
        confidence: 'exact',
        basis: 'same_slot',
        link: 'same_signer',
        link_address: address('mallory'),
        quantity_ratio: 1,
        mint_in: address('A'),
        mint_out: address('B'),
        victim_count: 1,
        loss_method: 'replay',
        loss_side: 'received',
        slippage_use: null,
        limit_age: null,
        is_final: false,
      }),
    });
    expect(results).toEqual([
      {
        signature: at(900, 2),
        found: true,
        slot: 900,
        poh_tick: String(900 * 64),
        signer: address('alice'),
        pools: [
          {
            pool_address: address('near'),
            pool_label: expect.stringMatching(/^\S+\/\S+ \(Raydium CPMM\)$/),
            dex_name: 'Raydium CPMM',
          },
        ],
        incidents: [
          leg(0, 'sandwich_frontrun', false),
          leg(1, 'sandwich_frontrun', true),
          leg(3, 'sandwich_backrun', false),
          leg(4, 'sandwich_backrun', true),
        ],
        roles: [expect.objectContaining({ role: 'victim', confidence: 'exact' })],
        sandwich_detected: true,
        verdict: 'sandwiched',
        wider_match: null,
        success: true,
        coverage: {
          missing_slots: [],
          incomplete_slots: [],
          undetected_slots: [],
          links_unknown_slots: expect.any(Array),
        },
      },
    ]);
    expect(summary).toEqual({
      total_checked: 1,
      total_found: 1,
      total_sandwich_attacks: 1,
      slot_range_used: 0,
      ...LOSSES,
    });
    const [incident] = results[0]!['incidents'] as { sandwich: { victim_loss: string; gross: string } }[];
    // Reserves are computed from the swaps themselves, up to the rounding of their integers.
    expect(Math.abs(Number(incident!.sandwich.victim_loss) - Number(aliceLost))).toBeLessThan(
      Number(aliceLost) / 1_000,
    );
  });
});

test('an unknown signature among known ones is not found; the same one twice counts once', async () => {
  const unknown = signature('unknown').base58;
  const { results, summary } = await ask({ signatures: [unknown, at(900, 2), unknown] });
  expect(results.map(({ signature: asked, found }) => [asked, found])).toEqual([
    [unknown, false],
    [at(900, 2), true],
  ]);
  expect(results[0]).toEqual({
    signature: unknown,
    found: false,
    slot: null,
    poh_tick: null,
    signer: null,
    pools: [],
    incidents: [],
    roles: [],
    sandwich_detected: false,
    verdict: 'unknown',
    wider_match: null,
    success: null,
    coverage: null,
  });
  expect(summary).toEqual({
    total_checked: 2,
    total_found: 1,
    total_sandwich_attacks: 1,
    slot_range_used: 1,
    ...LOSSES,
  });
});
