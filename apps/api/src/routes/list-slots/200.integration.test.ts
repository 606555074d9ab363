import { toBase58 } from '@tickscope/chain';
import { compileValidators, type components } from '@tickscope/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiUnderTest, startApiUnderTest } from '../../testing/api-under-test.js';
import { labelledChain, storeLabelledChain } from '../../testing/labelled-chain.js';
import { get } from '../../testing/request.js';

type Strip = components['schemas']['SlotStrip'];

const isDocumented = compileValidators().response('listSlots', 200);
const chain = labelledChain('strip', 60);
/** One block is never stored: the next one names it as its parent. */
const lost = chain.blocks[30]!;
const stored = chain.blocks.filter((block) => block !== lost);
const [first, last] = [chain.blocks[0]!.slot, chain.blocks.at(-1)!.slot];

let api: ApiUnderTest;
beforeAll(async () => {
  api = await startApiUnderTest();
});
afterAll(() => api?.stop());

async function ask(query = ''): Promise<Strip> {
  const answer = await get(`${api.url}/api/slots${query}`);
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
  expect(isDocumented(answer.body)).toEqual([]);
  return (answer.body as { data: Strip }).data;
}

async function all(limit: number): Promise<Strip['slots']> {
  const slots: Strip['slots'] = [];
  for (let query = `?limit=${limit}`; ; ) {
    const page = await ask(query);
    slots.push(...page.slots);
    if (page.next_before_slot === null) return slots;
    query = `?limit=${limit}&before_slot=${page.next_before_slot}`;
  }
}

test('nothing is listed where nothing is stored', async () => {
  expect(await ask()).toEqual({ head_slot: null, slots: [], next_before_slot: null });
});

test('every slot is listed once, newest first, with what its block has', async () => {
  await storeLabelledChain(api.owner, { ...chain, blocks: stored });
  const slots = await all(100);
  expect(slots.map(({ slot }) => slot)).toEqual(
    Array.from({ length: last - first + 1 }, (_, at) => last - at),
  );
  const bySlot = new Map(stored.map((block) => [block.slot, block]));
  for (const found of slots) {
    const block = bySlot.get(found.slot);
    if (block === undefined) {
      expect(found).toMatchObject({
        state: found.slot === lost.slot ? 'missing' : 'skipped',
        reason: expect.stringMatching(
          /^(Its block is not stored|The chain has no block in it: the block of)/,
        ),
        ...{ block_time: null, transaction_count: null, is_detected: null, sandwich_count: null },
      });
    } else
      expect(found).toMatchObject({
        ...{ state: 'stored', reason: null, is_detected: true },
        leader: toBase58(block.leader!),
        block_time: block.blockTime,
        transaction_count: block.transactions.length,
        vote_count: block.transactions.filter(({ isVote }) => isVote).length,
      });
  }
  expect(slots.filter(({ state }) => state === 'skipped').length).toBeGreaterThan(0);
});

test('pages of any size add up to the whole', async () => {
  expect(await all(7)).toEqual(await all(100));
});

test('before the oldest stored slot there is nothing', async () => {
  expect(await ask(`?before_slot=${first}`)).toMatchObject({ slots: [], next_before_slot: null });
  expect((await ask('?before_slot=0')).slots).toEqual([]);
});
