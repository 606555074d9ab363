import { extractBlockTrades } from '@tickscope/dex';
import { detectSandwiches } from '@tickscope/sandwich';
import { compileValidators, type components } from '@tickscope/schemas';
import { signatureAt as signatureIn } from '@tickscope/testkit/chain-of-trades';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiUnderTest, startApiUnderTest } from '../../testing/api-under-test.js';
import { labelledChain, storeLabelledChain } from '../../testing/labelled-chain.js';
import { get } from '../../testing/request.js';

type Stored = components['schemas']['SandwichRecord'];

const isDocumented = compileValidators().response('getSandwich', 200);
const chain = labelledChain('one', 40);
const detected = detectSandwiches(chain.blocks.map(extractBlockTrades));

let api: ApiUnderTest;
beforeAll(async () => {
  api = await startApiUnderTest();
  await storeLabelledChain(api.owner, chain);
});
afterAll(() => api?.stop());

async function ask(id: string): Promise<Stored> {
  const answer = await get(`${api.url}/api/mev/sandwiches/${id}`);
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
  expect(isDocumented(answer.body)).toEqual([]);
  return (answer.body as { data: Stored }).data;
}

test('a sandwich that a run of the detector finds is there by its id, with its legs and victims', async () => {
  for (const sandwich of detected.slice(0, 3)) {
    const { id, legs, victims, confidence_then: confidence, net } = await ask(sandwich.id);
    const signature = ({ slot, blockIndex }: { slot: number; blockIndex: number }) =>
      signatureIn(chain.blocks, slot, blockIndex);
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

test('failed attempts of a label are among its legs', async () => {
  const withAttempts = chain.labels.filter(({ counted, attempts }) => counted && attempts.length > 0);
  const byFront = new Map(
    detected.flatMap((it) =>
      it.fronts.map((front): [string, typeof it] => [
        signatureIn(chain.blocks, front.slot, front.blockIndex),
        it,
      ]),
    ),
  );
  let compared = 0;
  for (const label of withAttempts) {
    const sandwich = label.fronts.map(({ signature }) => byFront.get(signature)).find(Boolean);
    if (sandwich === undefined) continue;
    const { legs } = await ask(sandwich.id);
    const failed = legs.filter(({ success }) => !success).map(({ attacker_signature: own }) => own);
    expect(failed).toEqual(expect.arrayContaining(label.attempts.map(({ signature }) => signature)));
    compared += 1;
  }
  expect(compared).toBeGreaterThan(0);
});
