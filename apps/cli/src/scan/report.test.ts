import {
  type Incident,
  incidentOf,
  POOL,
  SOL,
  signatureOf,
  TOKEN,
  walletOf,
} from '@tickscope/command-line/testing/answers';
import type { components } from '@tickscope/schemas';
import { describe, expect, it } from 'vitest';
import { describeScan } from './report.js';

type WalletScan = components['schemas']['WalletScan'];
type WalletTrade = components['schemas']['WalletTrade'];

const LABEL = 'TOK/SOL (Pump.fun)';
const legs = (id: string, loss: string | null, mint = TOKEN): Incident[] => [
  incidentOf(
    `${id}in`,
    'front',
    { slot: 6, index: 2, tick: -70 },
    { sandwich: { id, victim_loss: loss, mint_out: mint } },
  ),
  incidentOf(
    `${id}In`,
    'front',
    { slot: 7, index: 2, tick: -12 },
    { sandwich: { id, victim_loss: loss, mint_out: mint } },
  ),
  incidentOf(
    `${id}no`,
    'front',
    { slot: 7, index: 3, tick: -1 },
    { success: false, sandwich: { id, victim_loss: loss, mint_out: mint } },
  ),
  incidentOf(
    `${id}out`,
    'back',
    { slot: 8, index: 1, tick: 60 },
    { sandwich: { id, victim_loss: loss, mint_out: mint } },
  ),
];

function tradeOf(name: string, incidents: Incident[], more: Partial<WalletTrade> = {}): WalletTrade {
  return {
    signature: signatureOf(name),
    slot: 7,
    block_index: 4,
    blockTime: 1_788_220_804,
    success: true,
    pools: [{ pool_address: POOL, pool_label: LABEL, dex_name: 'Pump.fun' }],
    incidents: incidents.map((incident) => ({ ...incident, pool_label: LABEL })),
    sandwich_detected: incidents.some(({ success }) => success),
    verdict: incidents.some(({ success }) => success) ? 'sandwiched' : 'not_sandwiched',
    ...more,
  };
}

/** Each sandwich of the fixtures costs 0.0125 SOL, where its loss is known. */
function lossOf(trades: readonly WalletTrade[]): { total_loss_sol: string; loss_unknown_count: number } {
  const losses = trades.flatMap(({ incidents }) => {
    const own = new Map(incidents.map(({ sandwich }) => [sandwich.id, sandwich.victim_loss]));
    return [...own.values()];
  });
  const unknown = losses.filter((loss) => loss === null).length;
  const known = losses.length - unknown;
  return { total_loss_sol: String((known * 125) / 10_000), loss_unknown_count: unknown };
}

function scanOf(trades: WalletTrade[], more: Partial<WalletScan> = {}): WalletScan {
  return {
    wallet_address: walletOf('Wallet'),
    time_range_days: 1,
    slot_window: 4,
    trades,
    summary: {
      total_transactions: 1_200,
      total_transactions_exact: true,
      total_dex_trades: trades.length,
      total_sandwich_attacks: trades.filter(({ sandwich_detected: detected }) => detected).length,
      ...lossOf(trades),
    },
    truncated: false,
    covered: { from_slot: 0, to_slot: 20 },
    coverage: {
      from_slot: 0,
      to_slot: 20,
      from_time: 1_788_134_410,
      to_time: 1_788_220_810,
      is_start_stored: true,
      missing_slot_count: 0,
      incomplete_slot_count: 0,
      missing_ranges: [],
      incomplete_ranges: [],
      undetected_slot_count: 0,
      undetected_ranges: [],
      links_unknown_slot_count: 0,
      links_unknown_ranges: [],
      ranges_truncated: false,
    },
    ...more,
  };
}

describe('the output of tickscope scan', () => {
  it('the sandwiched trades with time, pool, attacker, ticks and loss', () => {
    const scan = scanOf([tradeOf('Robbed', legs('7.1', '48211')), tradeOf('Honest', [])]);
    // 1788220800 is 2026-09-01 00:00:00 UTC.
    expect(describeScan(scan, false, null)).toBe(`Wallet ${walletOf('Wallet')}
in the day up to 2026-09-01 00:00:10 UTC

time (UTC)           slot  pool                attacker   front  back                       lost  in SOL   share  signature
2026-09-01 00:00:04     7  TOK/SOL (Pump.fun)  Robb…bber    -12   +60  48,211 units of 2bFf…KvDa  0.0125  1.25 %  ${signatureOf('Robbed')}

1,200 transactions, 2 trades, 1 sandwiched within ±4 slots.
They cost 0.0125 SOL.
Looked at slots 0 to 20, all of them stored.`);
  });

  it('with --all every trade', () => {
    const failed = tradeOf('Failed', [], { success: false, blockTime: null });
    const text = describeScan(scanOf([tradeOf('Robbed', legs('7.1', '5', SOL)), failed]), true, null);
    expect(text).toMatch(
      new RegExp(`^unknown .* TOK/SOL \\(Pump.fun\\) \\(failed\\) +${signatureOf('Failed')}$`, 'm'),
    );
    expect(text).toContain('  0.000000005 SOL  ');
  });

  it('fits in 80 columns', () => {
    const text = describeScan(scanOf([tradeOf('Robbed', legs('7.1', '48211'))]), false, 80);
    const longest = Math.max(...text.split('\n').map((line) => line.length));
    expect(longest).toBeLessThanOrEqual(80);
    expect(text).toMatch(/^No room for: .*signature\.$/m);
  });

  it('a trade in two sandwiches has two rows, and a loss that is not known is not in the sum', () => {
    const twice = tradeOf('Robbed', [...legs('7.1', '5000000000', SOL), ...legs('7.2', '7000000000', SOL)]);
    const once = tradeOf('Again', legs('7.3', '1000000000', SOL));
    const blind = tradeOf('Blind', legs('7.4', null));
    const text = describeScan(scanOf([twice, once, blind]), false, null);
    expect(text.match(new RegExp(signatureOf('Robbed'), 'g'))).toHaveLength(2);
    expect(text).toContain('They cost at least 0.0375 SOL; of 1 sandwich the cost in SOL is not known.');
  });

  it('the slots that it does not cover', () => {
    const coverage = {
      ...scanOf([]).coverage!,
      is_start_stored: false,
      missing_slot_count: 1_200,
      missing_ranges: [{ from_slot: 3, to_slot: 5 }],
      incomplete_slot_count: 1,
      incomplete_ranges: [{ from_slot: 9, to_slot: 9 }],
      ranges_truncated: true,
    };
    const scan = scanOf([], {
      truncated: true,
      covered: { from_slot: 11, to_slot: 20 },
      coverage,
      slot_window: 0,
    });
    expect(describeScan(scan, false, null).split('\n\n')[0]).toBe(
      `Wallet ${walletOf('Wallet')}\nin what is stored of the day up to 2026-09-01 00:00:10 UTC, slots 0 to 20`,
    );
    expect(describeScan(scan, false, null).split('\n\n').at(-1)).toBe(
      [
        '1,200 transactions, 0 trades, 0 sandwiched within their slots.',
        'More trades than can be listed: only those of slots 11 to 20.',
        'Looked at slots 0 to 20.',
        'The oldest stored block is younger than that: what was before it is not known.',
        '1,200 slots not stored: 3 to 5 and more ranges.',
        '1 slot stored in part: 9 and more ranges.',
      ].join('\n'),
    );
  });

  it('trades of which it is not known, and the slots that were not analysed yet', () => {
    const scan = scanOf(
      [tradeOf('Robbed', legs('7.1', '5', SOL)), tradeOf('Open', [], { verdict: 'unknown' })],
      {
        coverage: {
          ...scanOf([]).coverage!,
          undetected_slot_count: 3,
          undetected_ranges: [
            { from_slot: 7, to_slot: 8 },
            { from_slot: 20, to_slot: 20 },
          ],
          links_unknown_slot_count: 1,
          links_unknown_ranges: [{ from_slot: 9, to_slot: 9 }],
        },
      },
    );
    const text = describeScan(scan, true, null);
    expect(text).toMatch(/^2026.* not known .*Open/m);
    expect(text.split('\n\n').at(-1)).toBe(
      [
        '1,200 transactions, 2 trades, 1 sandwiched within ±4 slots, 1 not known.',
        'Not known: around these trades not all slots are stored and analysed.',
        'They cost 0.0125 SOL.',
        'Looked at slots 0 to 20, all of them stored.',
        'Stored, but not analysed yet: slots 7 to 8, 20.',
        'That takes seconds while the ingester runs: ask again. It can also be done by hand: ' +
          '"tickscope redetect --from 7 --to 20".',
        'Stored by an earlier version, without all token links: slot 9. A sandwich by wallets that a transfer links may ' +
          'not have been found there, until these blocks are fetched or imported again.',
      ].join('\n'),
    );
  });

  it('trades of which nothing is known are never "0 sandwiched"', () => {
    const unknown = ['One', 'Two'].map((name) => tradeOf(name, [], { verdict: 'unknown' }));
    const text = describeScan(scanOf(unknown, { slot_window: 1 }), false, null);
    expect(text).toContain('2 trades, none known to be sandwiched within ±1 slot, 2 not known.\n');
    expect(text).not.toMatch(/\b0 sandwiched|not sandwiched/i);
  });

  it('a loss by the rate of the front is the least', () => {
    const incidents = legs('7.1', '5000000000', SOL).map((each) => ({
      ...each,
      sandwich: { ...each.sandwich, loss_method: 'front_rate' as const },
    }));
    const text = describeScan(scanOf([tradeOf('Robbed', incidents)]), false, null);
    expect(text).toContain('They cost at least 0.0125 SOL.');
    expect(text).toContain('  at least 5 SOL  at least 0.0125  at least 1.25 %  ');
  });

  it('an unknown wallet, and an empty database', () => {
    const summary = {
      total_transactions: 0,
      total_transactions_exact: true,
      total_dex_trades: 0,
      total_sandwich_attacks: 0,
      total_loss_sol: '0',
      loss_unknown_count: 0,
    };
    expect(describeScan(scanOf([], { summary }), false, null)).toContain(
      '\n\nNo transaction of this wallet is stored in these days.\n',
    );
    expect(describeScan(scanOf([], { summary, coverage: null, covered: null }), false, null)).toBe(
      `Wallet ${walletOf('Wallet')}\nin the day, of which nothing is stored\n\nNo transaction of this wallet is stored in these days.\nNo block is stored.`,
    );
  });
});
