import { PLAIN } from '@tickscope/command-line';
import { coverageOf, POOL, SOL, walletOf } from '@tickscope/command-line/testing/answers';
import type { components } from '@tickscope/schemas';
import { describe, expect, it } from 'vitest';
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
  covered: { from_slot: 0, to_slot: 20 },
  coverage: coverageOf(0, 20, { to_time: 1_788_220_810 }),
};

const describeOne = (more: Partial<Attacker> = {}, all = false): string =>
  describeAttacker({ ...ATTACKER, ...more }, all, null, PLAIN);

describe('an attacker', () => {
  it('is one sentence, then the facts', () => {
    const text = describeOne();
    expect(text.split('\n')[0]).toBe(
      'It made 1,200 sandwiches around 1 trade: 1,234.5 SOL after 0.25 SOL of fees and tips, of 1 sandwich it is not known in SOL.',
    );
    expect(text).toContain('12 round trips, 11 gained, by its record a known bot\n');
    expect(text).toContain(`  linked wallet    ${walletOf('Helper')}`);
    expect(text).toContain('TOK/SOL (Pump.fun)[2J           7');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what is looked for
    expect(text).not.toMatch(/\u001b/);
  });

  it('of no stored sandwich is not called innocent: what is not stored or analysed is said', () => {
    const coverage = coverageOf(3, 20, {
      ...{ to_time: 1_788_220_810, is_start_stored: false },
      ...{ undetected_slot_count: 1, undetected_ranges: [{ from_slot: 20, to_slot: 20 }] },
    });
    const text = describeOne({ seen_as_attacker: false, coverage });
    expect(text).not.toMatch(/attacked no|last day/);
    expect(text).toBe(`It is the attacker of no stored sandwich.

Wallet ${walletOf('Robber')}
in what is stored of the day up to 2026-09-01 00:00:10 UTC, slots 3 to 20

Looked at slots 3 to 20.
The oldest stored block is younger than that: what was before it is not known.
Stored, but not analysed yet: slot 20.
That takes seconds while the ingester runs: ask again. It can also be done by hand: "tickscope redetect --from 20 --to 20".`);
    expect(describeOne({ seen_as_attacker: false, coverage: null })).toMatch(
      /\nin the day, of which nothing is stored\n\nNo block is stored\.$/,
    );
  });

  it('without a sandwich that counts earned nothing that is known, and 10,000 sandwiches are at least so many', () => {
    const summary = { ...ATTACKER.summary, sandwich_count: 0, victim_count: 0 };
    expect(describeOne({ summary })).toMatch(/^No stored sandwich of it counts in this time\.\n/);
    expect(describeOne({ truncated: true })).toMatch(/^It made at least 1,200 sandwiches /);
    const earnings = { ...ATTACKER.earnings, net_gain_sol: null };
    expect(describeOne({ earnings })).toMatch(/: what it earned is not known in SOL\./);
  });

  it('has five rows in each list and says how many more there are; --all lists them', () => {
    const days = [1, 2, 3, 4, 5, 6].map((day) => ({ ...ATTACKER.by_day[0]!, date: `2026-09-0${day}` }));
    const pools = Array.from({ length: 8 }, (_, at) => ({
      ...ATTACKER.by_pool[0]!,
      pool_label: `Pool ${at}`,
    }));
    const leaders = ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => ({
      ...{ leader_pubkey: walletOf(name), client_type: null, count: 1 },
    }));
    const tokens = Array.from({ length: 7 }, () => ATTACKER.earnings.by_token[0]!);
    const many: Partial<Attacker> = {
      ...{ by_day: days, by_pool: pools, by_validator: leaders },
      earnings: { ...ATTACKER.earnings, by_token: tokens },
    };
    const few = describeOne(many);
    expect(few).toMatch(/^Pool 4 +7\nand 3 more pools: --all lists them$/m);
    expect(few).toMatch(/\nand 1 more leader: --all lists them$/m);
    expect(few).toMatch(/^2026-09-05 +7\nand 1 more day: --all lists them$/m);
    expect(few).toMatch(/^ +and 2 more tokens: --all lists them$/m);
    const whole = describeOne(many, true);
    expect(whole).not.toContain('--all');
    expect(whole).toMatch(/^Pool 7 /m);
    expect(whole).toContain('2026-09-06');
    expect(whole.match(/^ {2}gain /gm)).toHaveLength(7);
  });

  it('has at most as many rows as the API lists, and says so', () => {
    const by_pool = Array.from({ length: 100 }, () => ATTACKER.by_pool[0]!);
    const linked_wallets = Array.from({ length: 100 }, () => walletOf('Helper'));
    const [few, whole] = [false, true].map((all) => describeOne({ by_pool, linked_wallets }, all));
    expect(few).toContain('\nand at least 95 more pools: --all lists them\n');
    expect(whole).toContain('\nand perhaps more: the API lists 100 pools at most\n');
    for (const text of [few, whole])
      expect(text).toMatch(/^ +and perhaps more: the API lists 100 wallets at most$/m);
  });

  it('in a list of five has no rest', () => {
    const by_day = [1, 2, 3, 4, 5].map((day) => ({ ...ATTACKER.by_day[0]!, date: `2026-09-0${day}` }));
    expect(describeOne({ by_day })).not.toContain('more day');
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
    ...{ attacker_count: 30, next_cursor: '1' },
    coverage: coverageOf(3, 20, { to_time: 1_788_220_810, is_start_stored: false }),
  };
  const text = describeRanking(ranking, null, PLAIN);
  expect(text).toMatch(new RegExp(`^ +1 +${walletOf('Robber')} +9 +10 +2 +-0\\.5 +1 +Bot$`, 'm'));
  expect(text).toContain(
    '\n1 of 30 attackers in what is stored of the hour up to 2026-09-01 00:00:10 UTC, slots 3 to 20.\n' +
      'As of 2026-09-01 00:00:00 UTC.\nLooked at slots 3 to 20.\n',
  );
  expect(describeRanking({ ...ranking, attackers: [] }, null, PLAIN)).toEqual(
    expect.stringMatching(/^No stored sandwich counts in what is stored of the hour up to [\s\S]+\n\nAs of /),
  );
});
