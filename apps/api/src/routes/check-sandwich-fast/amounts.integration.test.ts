import { SOL_MINT } from '@tickscope/dex';
import type { components } from '@tickscope/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiUnderTest, startApiUnderTest } from '../../testing/api-under-test.js';
import {
  balanceChange,
  decimalsIn,
  labelledChain,
  storeLabelledChain,
} from '../../testing/labelled-chain.js';
import { post } from '../../testing/request.js';

type Check = components['schemas']['SandwichCheck'];
type Evidence = components['schemas']['SandwichEvidence'];

const chain = labelledChain('amounts', 90);
const decimals = decimalsIn(chain.blocks);
const counted = chain.labels.filter(({ counted: isCounted }) => isCounted);
const planted = counted.flatMap((label) =>
  label.victims.filter((victim) => victim.planted).map((victim) => ({ label, victim })),
);

let api: ApiUnderTest;
beforeAll(async () => {
  api = await startApiUnderTest();
  await storeLabelledChain(api.owner, chain);
});
afterAll(() => api?.stop());

interface Answer {
  results: Check[];
  summary: components['schemas']['SandwichCheckSummary'];
}

async function ask(signatures: readonly string[]): Promise<Answer> {
  const { status, body } = await post(`${api.url}/api/mev/check-sandwich-fast`, {
    signatures,
    slot_range: 10,
  });
  expect(status).toBe(200);
  return (body as { data: Answer }).data;
}

async function askAll(signatures: readonly string[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let at = 0; at < signatures.length; at += 10) answers.push(await ask(signatures.slice(at, at + 10)));
  return answers;
}

/** The sandwich of a label around a checked transaction: the one that has the label's first frontrun. */
function sandwichOf(
  check: Check | undefined,
  fronts: readonly { signature: string }[],
): Evidence | undefined {
  const own = new Set(fronts.map(({ signature }) => signature));
  return check?.incidents.find(({ attacker_signature: leg, success }) => success && own.has(leg))?.sandwich;
}

/** Decimal text of an amount, by moving the point: not how the API does it. */
function moved(amount: string, places: number): string {
  const [, sign, digits] = /^(-?)(\d+)$/.exec(amount)!;
  const padded = digits!.padStart(places + 1, '0');
  const text = places === 0 ? padded : `${padded.slice(0, -places)}.${padded.slice(-places)}`;
  return sign + (text.includes('.') ? text.replace(/\.?0+$/, '') : text);
}

test('losses of planted victims are valued by what their own balances changed', async () => {
  const answers = await askAll([...new Set(planted.map(({ victim }) => victim.signature))]);
  const checks = new Map(answers.flatMap(({ results }) => results).map((check) => [check.signature, check]));
  let fromBalances = 0;
  let valued = 0;
  for (const { label, victim } of planted) {
    const evidence = sandwichOf(checks.get(victim.signature), label.fronts);
    const isOneSwap = label.victims.filter(({ signature }) => signature === victim.signature).length === 1;
    if (evidence === undefined || evidence.loss === null || !isOneSwap) continue;
    const { loss } = evidence;
    const isPaid = evidence.loss_side === 'paid';
    expect([loss.mint, loss.amount]).toEqual([
      ...[isPaid ? label.mint_in : label.mint_out, evidence.victim_loss],
    ]);
    expect(loss.decimals).toBe(loss.mint === SOL_MINT ? 9 : decimals.get(loss.mint));
    expect(loss.ui_amount).toBe(moved(loss.amount, loss.decimals!));
    const change = balanceChange(chain.blocks, victim, victim.trader, label.mint_out);
    if (change === BigInt(victim.trader_out)) fromBalances += 1;
    const [paid, received, lost] = [victim.trader_in, victim.trader_out, loss.amount].map(Number) as [
      number,
      number,
      number,
    ];
    expect(loss.bps).toBeCloseTo((1e4 * lost) / (isPaid ? paid : received + lost), 1);
    if (loss.mint === SOL_MINT) expect(loss.sol).toBe(moved(loss.amount, 9));
    else if (label.mint_in === SOL_MINT) {
      const lamports = (lost * paid) / received;
      expect(Math.abs(Number(loss.sol) * 1e9 - lamports)).toBeLessThanOrEqual(1 + lamports * 1e-9);
      valued += 1;
    } else expect(loss.sol).toBeNull();
  }
  // Not by chance: most of them, and the generator's own account of them agrees with the balances.
  expect(valued).toBeGreaterThan(100);
  expect(fromBalances).toBeGreaterThan(100);
});

test('gains are those of the label, as a person writes them', async () => {
  const answers = await askAll([...new Set(planted.map(({ victim }) => victim.signature))].slice(0, 60));
  let compared = 0;
  for (const check of answers.flatMap(({ results }) => results))
    for (const label of counted) {
      const evidence = sandwichOf(check, label.fronts);
      if (evidence === undefined || evidence.gross !== label.gross) continue;
      const { gain, net_gain: net } = evidence;
      expect(gain.ui_amount).toBe(moved(label.gross, gain.decimals!));
      if (net !== null) expect(net.ui_amount).toBe(moved(evidence.net!, net.decimals!));
      compared += 1;
    }
  expect(compared).toBeGreaterThan(30);
});

test('a summary adds up the losses of its transactions, and counts those that have no value', async () => {
  const answers = await askAll([...new Set(planted.map(({ victim }) => victim.signature))].slice(0, 100));
  for (const { results, summary } of answers) {
    let lamports = 0n;
    let unknown = 0;
    for (const { incidents } of results)
      for (const id of new Set(incidents.filter((it) => it.success).map((it) => it.sandwich.id))) {
        const { loss } = incidents.find(({ sandwich }) => sandwich.id === id)!.sandwich;
        if (loss === null || loss.sol === null) unknown += 1;
        else lamports += BigInt(Math.round(Number(loss.sol) * 1e9));
      }
    expect([summary.total_loss_sol, summary.loss_unknown_count]).toEqual([
      moved(String(lamports), 9),
      unknown,
    ]);
  }
  expect(answers.some(({ summary }) => summary.total_loss_sol !== '0')).toBe(true);
});

test('every leg of a label that was found says that it is the attacker’s', async () => {
  const legs = counted.flatMap((label) => [
    ...label.fronts.map(({ signature }) => ({ label, signature, role: 'frontrun' })),
    ...label.backs.map(({ signature }) => ({ label, signature, role: 'backrun' })),
  ]);
  const asked = legs.slice(0, 300);
  const answers = await askAll([...new Set(asked.map(({ signature }) => signature))]);
  const checks = new Map(answers.flatMap(({ results }) => results).map((check) => [check.signature, check]));
  const said = asked.filter(({ signature, role }) =>
    checks.get(signature)!.roles.some((own) => own.role === role),
  );
  // As many as detection finds of the generator's labels (test/detection): 95 of 100.
  expect(said.length / asked.length).toBeGreaterThan(0.95);
});
