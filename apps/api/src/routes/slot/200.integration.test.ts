import { toBase58 } from '@tickscope/chain';
import { compileValidators, type components } from '@tickscope/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiUnderTest, startApiUnderTest } from '../../testing/api-under-test.js';
import { labelledChain, storeLabelledChain } from '../../testing/labelled-chain.js';
import { get } from '../../testing/request.js';

type SlotRecord = components['schemas']['SlotRecord'];

const isDocumented = compileValidators().response('getSlot', 200);
const chain = labelledChain('slots', 8);
const last = chain.blocks.at(-1)!.slot;

let api: ApiUnderTest;
beforeAll(async () => {
  api = await startApiUnderTest();
  await storeLabelledChain(api.owner, chain);
});
afterAll(() => api?.stop());

async function ask(slot: number, query = ''): Promise<SlotRecord> {
  const answer = await get(`${api.url}/api/slots/${slot}${query}`);
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
  expect(isDocumented(answer.body)).toEqual([]);
  return (answer.body as { data: SlotRecord }).data;
}

test('a block is there with its entries and its transactions', async () => {
  const block = chain.blocks[3]!;
  const found = await ask(block.slot);
  expect(found).toMatchObject({
    ...{ slot: block.slot, head_slot: last, state: 'stored', reason: null, is_detected: true },
    next_index: null,
    block: { blockhash: toBase58(block.blockhash), transaction_count: block.transactions.length },
  });
  expect(found.entries.map(({ hash }) => hash)).toEqual(block.entries.map(({ hash }) => toBase58(hash)));
  expect(found.transactions.map(({ signature }) => signature)).toEqual(
    block.transactions.map(({ signatures }) => toBase58(signatures[0]!)),
  );
});

test('pages of any size add up to the block, without votes too', async () => {
  const { slot, transactions } = chain.blocks[3]!;
  for (const votes of ['true', 'false']) {
    const paged: string[] = [];
    for (let from: number | null = 0; from !== null; ) {
      const page: SlotRecord = await ask(slot, `?limit=7&from_index=${from}&votes=${votes}`);
      expect(page.transactions.length).toBeLessThanOrEqual(7);
      paged.push(...page.transactions.map(({ signature }) => signature));
      from = page.next_index;
    }
    const wanted = transactions.filter(({ isVote }) => votes === 'true' || !isVote);
    expect(paged).toEqual(wanted.map(({ signatures }) => toBase58(signatures[0]!)));
  }
});

test('a slot after the newest says why it has no block', async () => {
  expect(await ask(last + 1)).toMatchObject({
    ...{ slot: last + 1, state: 'not_stored', is_detected: null, block: null, entries: [], transactions: [] },
    reason: expect.stringContaining(`newer than the newest stored slot, ${last}.`),
  });
});

test('an empty store says that nothing is stored yet', async () => {
  await api.owner.command({ query: 'TRUNCATE TABLE slots' });
  expect(await ask(last)).toMatchObject({
    state: 'not_stored',
    reason: 'Nothing is stored yet.',
    head_slot: null,
  });
});
