import type { Address, Signature } from '@tickscope/chain';
import type { SandwichEvent } from '@tickscope/queries/feed';
import type { FoundTransaction } from '@tickscope/queries/transactions';
import { describe, expect, it } from 'vitest';
import { type JudgeDeps, judgeLabel } from './judge-label.js';
import type { Label } from './label.js';
import type { StoredFacts } from './stored-facts.js';

const signature = (name: string): Signature => name as Signature;

/** A counted sandwich of one front and one back. */
function sandwich(id: string, victims: readonly string[]): SandwichEvent {
  const leg = (name: string, type: string) => ({
    ...{ success: true, attacker_signature: name, interaction_type: type },
    ...{ attacker_wallet: 'mallory', attacker_signer: ['mallory'] },
  });
  return {
    ...{ id, confidence: 'exact', attackers: ['mallory'], slot_range: { from: 10, to: 11 } },
    legs: [leg('front', 'sandwich_frontrun'), leg('back', 'sandwich_backrun')],
    victims: victims.map((name) => ({ signature: name })),
  } as unknown as SandwichEvent;
}

/** One transaction that fronts in two pools, and one that sells in both: two sandwiches. */
const STORED = [sandwich('first', ['alice']), sandwich('second', ['bob', 'carol'])];

const facts: StoredFacts = {
  transactions: new Map(
    ['front', 'back', 'alice', 'bob', 'carol'].map((name) => [
      signature(name),
      { signature: name, slot: 10, success: true } as unknown as FoundTransaction,
    ]),
  ),
  sandwichesOf: (one) =>
    STORED.filter(
      ({ victims }) => ['front', 'back'].includes(one) || victims.some((victim) => victim.signature === one),
    ),
};
/** A stranger's transaction, stored, in no sandwich and outside of their slots. */
const withStranger: StoredFacts = {
  ...facts,
  transactions: new Map([
    ...facts.transactions,
    [signature('stranger'), { slot: 40, success: true } as unknown as FoundTransaction],
  ]),
};

function judge(victims: readonly string[], of = facts, attackers: readonly string[] = []) {
  const label: Label = {
    ...{ line: 1, name: null, slots: null, attackers: attackers as Address[] },
    ...{ fronts: [signature('front')], backs: [signature('back')] },
    victims: victims.map(signature),
  };
  return judgeLabel(label, of, {} as JudgeDeps);
}

describe('legs that trade in two pools', () => {
  it.each([
    ['the first pool', ['alice'], ['first']],
    ['the second pool', ['carol'], ['second']],
    ['both', ['alice', 'bob', 'carol'], ['second', 'first']],
    ['none, where the label names no victim', [], ['first', 'second']],
  ])('agree with a label whose victims are of %s', async (_, victims, ids) => {
    const { outcome, sandwichIds } = await judge(victims);
    expect(outcome).toMatchObject({ outcome: 'agrees', cause: null, sandwichId: ids[0] });
    expect(sandwichIds).toEqual(ids);
  });

  it('differ by a victim that is one in neither, and by another attacker', async () => {
    expect((await judge(['bob', 'stranger'], withStranger)).outcome).toMatchObject({
      ...{ outcome: 'differs', cause: 'other_victims', rule: 4, sandwichId: 'second' },
      detail: 'stranger lies outside of the legs',
    });
    expect((await judge(['alice'], facts, ['eve'])).outcome.cause).toBe('different_attacker');
  });
});
