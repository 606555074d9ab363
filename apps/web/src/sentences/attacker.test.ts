import type { Schemas } from '@tickscope/sdk';
import { expect, test } from 'vitest';
import { attackerSentence } from './attacker.js';
import { competitionFacts, competitionSentence } from './competition.js';
import { fetchedText } from './fetched.js';

const attacker = (
  net: string | null,
  { count = 41, unknown = 0, suspected = 0, standing = 'known_bot' } = {},
) =>
  attackerSentence(
    {
      summary: { sandwich_count: count, suspected_count: suspected },
      earnings: { net_gain_sol: net, gain_unknown_count: unknown },
      record: { standing },
      truncated: false,
    } as unknown as Schemas['Attacker'],
    'the 12 minutes stored',
  );

test('what an attacker earned is said of the sandwiches that it was earned with, and of the time that is stored', () => {
  expect(attacker('3.2')).toBe(
    'A sandwich bot: it earned 3.2000 SOL with 41 sandwiches in the 12 minutes stored.',
  );
  expect(attacker('-0.5', { standing: 'none' })).toBe(
    'An attacker: it lost 0.5000 SOL with 41 sandwiches in the 12 minutes stored.',
  );
  expect(attacker('3.2', { unknown: 11 })).toBe(
    'A sandwich bot: it earned 3.2000 SOL with 30 of 41 sandwiches in the 12 minutes stored; the others gained another token.',
  );
  expect(attacker(null, { unknown: 41 })).toContain('what it earned is not known in SOL');
  expect(attacker(null, { count: 0, suspected: 1 })).toBe('1 suspected sandwich in the 12 minutes stored.');
});

const competition = (summary: object) =>
  competitionSentence(
    {
      summary: {
        total_a_trades: 34,
        total_interactions: 0,
        sandwiches: 0,
        a_trades_affected_pct: 0,
        ...summary,
      },
    } as unknown as Schemas['Competition'],
    'the last day',
  );

test('that B sandwiched A comes before how often it is near', () => {
  expect(competition({ total_interactions: 2, sandwiches: 1, a_trades_affected_pct: 2.94 })).toBe(
    'B sandwiched A once in the last day; B is near 2.9 % of A’s successful trades.',
  );
  expect(competition({ total_interactions: 6, sandwiches: 3, a_trades_affected_pct: 10 })).toContain(
    '3 times',
  );
  expect(competition({ total_interactions: 1, a_trades_affected_pct: 2.94 })).toBe(
    'B is near 2.9 % of A’s successful trades in the last day.',
  );
  expect(competition({ total_interactions: 1 })).toBe(
    'Only failed attempts of B are near A’s trades in the last day.',
  );
  // A little is not nothing, and nearly all is not all.
  expect(competition({ total_interactions: 1, a_trades_affected_pct: 0.01 })).toContain('near <0.1 % of');
  expect(competition({ total_interactions: 1, a_trades_affected_pct: 99.99 })).toContain('near >99.9 % of');
  expect(competition({})).toBe('B was not seen near A’s trades in the last day.');
  expect(competition({ total_a_trades: 0 })).toBe('No trade of A was seen in the last day.');
});

test('the figures beside the sentence have a meeting wherever it says that B is near', () => {
  const figures = (summary: object) =>
    Object.fromEntries(competitionFacts({ summary } as unknown as Schemas['Competition']));
  const counts = { ...{ total_a_trades: 34, total_b_trades: 8, shared_pools: 2 }, sandwiches: 0 };
  // An attempt at a sandwich that failed is neither a sandwich nor outside of one.
  expect(figures({ ...counts, total_interactions: 1, frontruns: 0, backruns: 0 })).toEqual({
    ...{ 'Trades of A': 34, 'Trades of B': 8, 'Shared pools': 2 },
    ...{ Meetings: 1, 'Sandwiches of A by B': 0, 'Else before A': 0, 'Else after A': 0 },
  });
});

test('what was fetched, and why the rest was not', () => {
  expect(fetchedText({ fetched_slots: [1, 2], missing_slots: [] })).toBe('Fetched 2 slots.');
  expect(
    fetchedText({ fetched_slots: [], missing_slots: [{ slot: 3, reason: 'The node has no block.' }] }),
  ).toBe('No slot was fetched; 1 could not be fetched: The node has no block.');
});
