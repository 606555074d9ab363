import type { Schemas } from '@tickscope/sdk';
import { expect, test } from 'vitest';
import { evidenceText, intentText } from './evidence.js';

const victim = (slippage_use: number | null, limit_age: string | null = 'before') => ({
  slippage_use,
  limit_age,
});
const of = (facts: object) => ({ victim_count: 1, ...facts }) as unknown as Schemas['SandwichEvidence'];

test('what was taken of a limit is its number; only from 80 % on it is close to the worst', () => {
  const limit = (use: number, age = 'before') => evidenceText('limit_used', of(victim(use, age)));
  expect(limit(0.57).text).toBe('Took 57 % of a slippage limit');
  expect(limit(0.57).why).not.toContain('worst');
  expect(limit(0.93)).toEqual({
    text: 'Took 93 % of a slippage limit',
    why: expect.stringContaining('close to the worst'),
  });
  // Little was used of this trade, but not of another victim, or its limit says nothing of the attacker.
  expect(limit(0.2).text).toBe('Took half or more of a slippage limit');
  expect(limit(0.95, 'after').why).toContain('another victim');
  const all = {
    victims: [victim(0.2), victim(null, null), victim(0.6, 'unclear'), victim(0.9, 'after')],
    legs: [],
  };
  expect(evidenceText('limit_used', of(all)).text).toBe('Took 60 % of a slippage limit');
});

test('more transactions than five are not called a bundle', () => {
  const legs = [{ success: true }, { success: true }, { success: false }];
  const why = (victim_count: number) =>
    evidenceText('contiguous_with_tip', of({ victim_count, legs, victims: [] })).why;
  expect(why(3)).toContain('so does a bundle');
  expect(why(4)).toContain('too many for one bundle');
  expect(evidenceText('contiguous_with_tip', of({ victim_count: 67 })).why).toContain(
    'too many for one bundle',
  );
});

test('proven says by which sign of the rule', () => {
  const proven = (...evidence: Schemas['SandwichEvidence']['evidence']) =>
    intentText({ intent: 'proven', evidence });
  expect(proven('limit_used')).toBe(
    'Counts as proven, because 80 % or more of a victim’s slippage limit was used.',
  );
  expect(proven('known_bot', 'contiguous_with_tip', 'limit_used')).toBe(
    'Counts as proven, because the attacker is known as a sandwich bot, and the transactions follow one another with a tip.',
  );
  expect(intentText({ intent: 'likely', evidence: [] })).toContain('does not prove');
  expect(intentText({ intent: 'unknown', evidence: [] })).toContain('by chance');
});
