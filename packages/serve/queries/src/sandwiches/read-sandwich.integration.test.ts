import { extractBlockTrades } from '@tickscope/dex';
import { detectSandwiches } from '@tickscope/sandwich';
import { makeBusyChain } from '@tickscope/testkit/busy-chain';
import { signatureAt as signatureIn } from '@tickscope/testkit/chain-of-trades';
import {
  final,
  found,
  plant,
  signatureAt,
  storeBlocks,
  write,
} from '@tickscope/testkit/store/planted-sandwiches';
import { storeDetected } from '@tickscope/testkit/store/store-detected';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../database.js';
import { openTestDatabase } from '../testing/test-database.js';
import { readSandwich } from './read-sandwich.js';
import { parseSandwichId } from './sandwich-id.js';

const context = { id: 'test', signal: new AbortController().signal };
const blocks = makeBusyChain().slice(-80);
const detected = detectSandwiches(blocks.map(extractBlockTrades));
const planted = plant(900);

let store: TestStore;
let owner: TestConnection;
let database: Database;
beforeAll(async () => {
  store = await startTestStore();
  owner = await store.fresh();
  await storeDetected(owner, blocks);
  await storeBlocks({ owner }, [planted]);
  database = openTestDatabase(store);
});
afterAll(() => store?.stop());

async function ask(id: string) {
  const read = await readSandwich(database, parseSandwichId(id)!, context);
  if (read === null) throw new Error(`${id} is not stored`);
  return read;
}

test('every sandwich that a run of the detector finds is there by its id, with its legs and victims', async () => {
  expect(detected.length).toBeGreaterThan(20);
  for (const sandwich of detected) {
    const { id, legs, victims, confidence_then: confidence, net } = await ask(sandwich.id);
    const signature = ({ slot, blockIndex }: { slot: number; blockIndex: number }) =>
      signatureIn(blocks, slot, blockIndex);
    expect([id, confidence, net]).toEqual([
      ...[sandwich.id, sandwich.confidence, sandwich.net === null ? null : String(sandwich.net)],
    ]);
    const legsOf = (type: string) =>
      legs
        .filter(({ success, interaction_type: of }) => success && of === type)
        .map(({ attacker_signature: own }) => own);
    expect(legsOf('sandwich_frontrun')).toEqual(sandwich.fronts.map(signature));
    expect(legsOf('sandwich_backrun')).toEqual(sandwich.backs.map(signature));
    expect(victims.map((victim) => [victim.signature, victim.amount_in, victim.amount_out])).toEqual(
      sandwich.victims.map(({ swap }) => [signature(swap), String(swap.traderIn), String(swap.traderOut)]),
    );
  }
});

describe('revisions', () => {
  test('are listed in their order; the content is that of the newest', async () => {
    const { id } = planted.sandwich;
    await write({ owner }, found(planted), found(planted, { gross: 61n }), final(planted, { gross: 61n }));
    const { revisions, gross, revision, is_final: isFinal, victims } = await ask(id);
    expect([gross, revision, isFinal]).toEqual(['61', 4, true]);
    expect(revisions.map((it) => [it.revision, it.retracted, it.is_final, it.victim_loss])).toEqual([
      [1, false, false, '70'],
      [3, false, false, '70'],
      [4, false, true, '70'],
    ]);
    expect(victims.map(({ signature }) => signature)).toEqual([signatureAt(planted, 1)]);
  });
});

test('a sandwich that is not stored is null', async () => {
  expect(await readSandwich(database, parseSandwichId('901.0.0.-1.0')!, context)).toBeNull();
});
