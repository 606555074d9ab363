import { PLAIN, paintFor } from '@tickscope/command-line';
import { coverageOf, POOL, sandwichOf, signatureOf, walletOf } from '@tickscope/command-line/testing/answers';
import { describe, expect, it } from 'vitest';
import { sandwichesCsv } from './csv.js';
import { describeSandwich } from './detail.js';
import { describeSandwiches } from './report.js';

const COVERAGE = coverageOf(3, 9, { from_time: 1, to_time: 3 });
const short = (name: string): string => `${walletOf(name).slice(0, 4)}…${walletOf(name).slice(-4)}`;

describe('the list of sandwiches', () => {
  it('has a row for each, with the loss in SOL and its share', () => {
    const list = { sandwiches: [sandwichOf()], hasMore: false, coverage: COVERAGE };
    expect(describeSandwiches(list, null, PLAIN)).toBe(`\
time (UTC)           slot  pool                attacker      victims                 lost         gain  confidence  intent  id
2026-09-01 00:00:04   7+1  TOK/SOL (Pump.fun)  ${short('Robber')} +1        1  0.0125 SOL (1.25 %)  0.00074 SOL  exact       likely  7.2.0.-1.0

1 sandwich. One in detail: tickscope sandwich ID

Looked at slots 3 to 9, all of them stored.`);
  });

  it('calls a loss by the rate of the frontrun the least, in the list and in one in detail', () => {
    const [victim] = sandwichOf().victims;
    const sandwich = sandwichOf({ victims: [{ ...victim!, loss_method: 'front_rate' }] });
    const list = { sandwiches: [sandwich], hasMore: false, coverage: COVERAGE };
    expect(describeSandwiches(list, null, PLAIN)).toContain('  at least 0.0125 SOL (1.25 %)  ');
    const record = { ...sandwich, leader: null, client: null, revisions: [] };
    const rows = describeSandwich(record, null, PLAIN).split('\n');
    expect(rows.find((row) => row.includes(' victim '))).toContain('  at least 0.0125 SOL (1.25 %)  ');
  });

  it('fits in 80 columns, with or without colours, and names what it leaves out', () => {
    for (const paint of [PLAIN, paintFor({ isTTY: true }, {})]) {
      const list = { sandwiches: [sandwichOf()], hasMore: true, coverage: COVERAGE };
      const lines = describeSandwiches(list, 80, paint).split('\n').slice(0, -2);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: colours
      const widths = lines.map((line) => line.replace(/\u001b\[\d+m/g, '').length);
      expect(Math.max(...widths.slice(0, 2))).toBeLessThanOrEqual(80);
      expect(lines.at(-2)).toBe('No room for: time (UTC), victims, gain, confidence, intent.');
      expect(lines.at(-1)).toMatch(/^1 sandwich, and there are more: --limit shows them\./);
    }
  });

  it('may be empty, and may hold what is not known', () => {
    const nothing = { sandwiches: [], hasMore: false, coverage: null };
    expect(describeSandwiches(nothing, null, PLAIN)).toBe(
      'No stored sandwich matches.\n\nNo block is stored.',
    );
    const unknown = sandwichOf({ loss: null, victim_loss: null, block_time: null, net_gain: null });
    const list = { sandwiches: [unknown], hasMore: false, coverage: COVERAGE };
    expect(describeSandwiches(list, null, PLAIN)).toMatch(/^unknown .* unknown {2}0\.00125 SOL before fees/m);
  });

  it('says which slots of the range are missing, and where detection has not run', () => {
    const coverage = {
      ...COVERAGE,
      ...{ is_start_stored: false, missing_slot_count: 2, missing_ranges: [{ from_slot: 4, to_slot: 5 }] },
      ...{ undetected_slot_count: 1, undetected_ranges: [{ from_slot: 8, to_slot: 8 }] },
    };
    expect(
      describeSandwiches({ sandwiches: [sandwichOf()], hasMore: false, coverage }, null, PLAIN),
    ).toContain(`
Looked at slots 3 to 9.
The oldest stored block is younger than that: what was before it is not known.
2 slots not stored: 4 to 5.
Stored, but not analysed yet: slot 8.
`);
  });
});

describe('one sandwich', () => {
  it('has its legs and victims in the chain’s order', () => {
    const text = describeSandwich(
      { ...sandwichOf(), leader: null, client: null, revisions: [] },
      null,
      PLAIN,
    );
    expect(text.split('\n')[0]).toBe(
      `${short('Robber')} sandwiched 1 trade in TOK/SOL (Pump.fun): lost 0.0125 SOL (1.25 %), gained 0.00074 SOL.`,
    );
    expect(text).toContain(`pool ${POOL}\nattacker ${walletOf('Robber')}, ${walletOf('Helper')}\n`);
    const rows = text.split('\n').filter((line) => /^ *7 /.test(line));
    expect(rows.map((row) => row.trim().split(/ {2,}/)[2])).toEqual(['frontrun', 'victim', 'backrun']);
    expect(rows[1]).toMatch(new RegExp(`0\\.0125 SOL \\(1\\.25 %\\) +${signatureOf('Victim')}$`));
  });

  const headline = (more: Parameters<typeof sandwichOf>[0]): string =>
    describeSandwich({ ...sandwichOf(more), leader: null, client: null, revisions: [] }, null, PLAIN).split(
      '\n',
    )[0]!;

  it('that is retracted or suspected is not said to have happened', () => {
    expect(headline({ retracted: true })).toBe(
      `No sandwich: ${short('Robber')} around 1 trade in TOK/SOL (Pump.fun) is no longer considered one.`,
    );
    expect(headline({ confidence: 'suspected' })).toMatch(/ is suspected to have sandwiched 1 trade in /);
  });

  it('lost at least what is known, and gained before fees where these are not known', () => {
    const [victim] = sandwichOf().victims;
    const two = { victim_count: 2, victims: [victim!, { ...victim!, loss: null, victim_loss: null }] };
    expect(headline(two)).toMatch(/ 2 trades in .*: lost at least 0\.0125 SOL \(1\.25 %\), /);
    expect(headline({ victims: [{ ...victim!, loss_method: 'front_rate' }] })).toMatch(/: lost at least 0/);
    expect(headline({ net: null, net_gain: null })).toMatch(/, gained 0\.00125 SOL before fees\.$/);
  });

  it('names failed attempts and retractions', () => {
    const sandwich = sandwichOf({ retracted: true });
    sandwich.legs[0] = { ...sandwich.legs[0]!, success: false, paid: null, received: null };
    const text = describeSandwich({ ...sandwich, leader: null, client: null, revisions: [] }, null, PLAIN);
    expect(text).toContain('no longer considered a sandwich, revision 1');
    expect(text).toMatch(/^ *7 +2 +failed frontrun/m);
  });
});

describe('CSV', () => {
  const cellsOf = (csv: string): Record<string, string> => {
    const [heading, row] = csv.split('\n').map((line) => line.split(','));
    return Object.fromEntries(heading!.map((name, at) => [name, row![at]!]));
  };

  it('has exact amounts, and nothing for what is not known', () => {
    expect(cellsOf(sandwichesCsv([sandwichOf()]))).toMatchObject({
      ...{ id: '7.2.0.-1.0', block_time: '2026-09-01T00:00:04.000Z', from_slot: '7', to_slot: '8' },
      ...{ loss: '', loss_raw: '48211', loss_sol: '0.0125', loss_bps: '125', gain: '0.00125' },
      loss_is_least: 'false',
      ...{ net_gain_raw: '740000', cost_sol: '0.00051', confidence: 'exact', is_final: 'true' },
      attackers: `${walletOf('Robber')} ${walletOf('Helper')}`,
    });
    const unknown = sandwichOf({
      loss: null,
      victim_loss: null,
      net: null,
      net_gain: null,
      block_time: null,
    });
    expect(cellsOf(sandwichesCsv([unknown]))).toMatchObject({ block_time: '', loss_sol: '', net_gain: '' });
    const [victim] = sandwichOf().victims;
    const least = sandwichOf({ victims: [{ ...victim!, loss_method: 'front_rate' }] });
    expect(cellsOf(sandwichesCsv([least]))['loss_is_least']).toBe('true');
    expect(cellsOf(sandwichesCsv([unknown]))['loss_is_least']).toBe('');
  });

  it('quotes names with commas and quotes, and no name is a formula', () => {
    const pool = { pool_address: POOL, pool_label: '=HYPERLINK("x",1)\n', dex_name: '-2+3,4' };
    const csv = sandwichesCsv([sandwichOf({ pool })]);
    expect(csv).toContain(`,"'=HYPERLINK(""x"",1)","'-2+3,4",`);
    expect(csv.split('\n')).toHaveLength(2);
  });
});
