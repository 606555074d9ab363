import type { components } from '@tickscope/schemas';
import { describe, expect, it } from 'vitest';
import { PLAIN } from '../paint.js';
import { POOL, SOL, walletOf } from '../testing/answers.js';
import { describeAttacker, describeRanking } from './report.js';

type Attacker = components['schemas']['Attacker'];

const ATTACKER: Attacker = {
  address: walletOf('Robber'),
  label: null,
  time_range_days: 1,
  seen_as_attacker: true,
  record: { trips: 12, gained: 11, aimed: 9, pools: 4, standing: 'known_bot' },
  summary: {
    ...{ sandwich_count: 1_200, exact_count: 1_100, suspected_count: 3, victim_count: 1, attempt_count: 2 },
    ...{ proven_count: 700, likely_count: 400 },
  },
  earnings: {
    ...{ net_gain_sol: '1234.5', gain_unknown_count: 1, cost_sol: '0.25' },
    by_token: [
      { count: 2, gain: { amount: '5', mint: SOL, symbol: 'SOL', decimals: 9, ui_amount: '0.000000005' } },
    ],
  },
  by_pool: [{ pool_address: POOL, pool_label: 'TOK/SOL (Pump.fun)\u001b[2J', count: 7 }],
  by_dex: [],
  by_validator: [{ leader_pubkey: null, client_type: null, count: 7 }],
  by_day: [{ date: '2026-09-01', sandwich_count: 7, victim_count: 9, net_gain_sol: null }],
  linked_wallets: [walletOf('Helper')],
  private_programs: [],
  truncated: false,
  covered: null,
  coverage: null,
};

describe('an attacker', () => {
  it('is one sentence, then the facts', () => {
    const text = describeAttacker(ATTACKER, null, PLAIN);
    expect(text.split('\n')[0]).toBe(
      'It made 1,200 sandwiches around 1 trade: 1,234.5 SOL after 0.25 SOL of fees and tips, of 1 sandwich it is not known in SOL.',
    );
    expect(text).toContain('12 round trips, 11 gained, by its record a known bot\n');
    expect(text).toContain(`  linked wallet    ${walletOf('Helper')}`);
    expect(text).toContain('TOK/SOL (Pump.fun)[2J           7');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what is looked for
    expect(text).not.toMatch(/\u001b/);
  });

  it('may have attacked no one, and what it earned may not be known', () => {
    expect(describeAttacker({ ...ATTACKER, seen_as_attacker: false }, null, PLAIN)).toBe(
      `It attacked no trade.\n\nWallet ${walletOf('Robber')}\nin the last day stored`,
    );
    const earnings = { ...ATTACKER.earnings, net_gain_sol: null };
    expect(describeAttacker({ ...ATTACKER, earnings }, null, PLAIN)).toMatch(
      /: what it earned is not known in SOL\./,
    );
  });
});

it('the ranking has a row for each, with whole addresses to ask about', () => {
  const attackers = [
    {
      ...{
        rank: 1,
        address: walletOf('Robber'),
        label: 'Bot',
        sandwich_count: 9,
        exact_count: 8,
        victim_count: 10,
      },
      ...{
        pool_count: 2,
        net_gain_sol: '-0.5',
        gain_unknown_count: 0,
        cost_sol: '1',
        first_slot: 1,
        last_slot: 9,
      },
    },
  ];
  const ranking = {
    ...{ period: '1h' as const, by: 'gain' as const, made_at: '2026-09-01T00:00:00.000Z', attackers },
    ...{ attacker_count: 30, next_cursor: '1', coverage: null },
  };
  const text = describeRanking(ranking, null, PLAIN);
  expect(text).toMatch(new RegExp(`^ +1 +${walletOf('Robber')} +9 +10 +2 +-0\\.5 +1 +Bot$`, 'm'));
  expect(text).toContain('1 of 30 attackers of the last 1h.');
  expect(describeRanking({ ...ranking, attackers: [] }, null, PLAIN)).toBe(
    'No stored sandwich of the last 1h counts.',
  );
});
