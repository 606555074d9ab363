import {
  checkOf,
  incidentOf,
  NOTHING_MISSING,
  OTHER_POOL,
  POOL,
  pageOf,
  type Row,
  signatureOf,
  TOKEN,
  walletOf,
} from '@tickscope/command-line/testing/answers';
import type { components } from '@tickscope/schemas';
import { describe, expect, it } from 'vitest';
import { describeHeadline } from './headline.js';
import { describeCheck } from './report.js';
import { describeVerdict } from './verdict.js';

type SandwichCheck = components['schemas']['SandwichCheck'];

const rows: Row[] = [
  { slot: 7, index: 2, tick: -12, name: 'Front' },
  { slot: 7, index: 3, tick: -1, name: 'Reader', lock: 'read' },
  { slot: 7, index: 4, tick: 0, name: 'Trade', isOriginal: true },
  { slot: 8, index: 1, tick: 60, name: 'Back' },
];
const incidents = [
  incidentOf('Front', 'front', { slot: 7, index: 2, tick: -12 }),
  incidentOf('Back', 'back', { slot: 8, index: 1, tick: 60 }),
];

describe('the output of tickscope check', () => {
  const report = (maxWidth: number | null, check = checkOf(incidents)): string =>
    describeCheck(
      { check, neighbours: [{ account: POOL, pages: [pageOf(rows)] }], window: 10, near: 5, notes: [] },
      maxWidth,
    );

  it('the trade, the legs before and after it, their ticks, and the loss', () => {
    expect(
      report(null),
    ).toBe(`This trade was sandwiched by ${walletOf('Robber').slice(0, 4)}…${walletOf('Robber').slice(-4)} in TOK/SOL (Pump.fun): it lost 0.0125 SOL, 1.25 % of what it would have received.

Transaction ${signatureOf('Trade')}
slot 7, tick 10000, 2026-09-01 00:00:04 UTC, succeeded
signer ${walletOf('Trade')}

TOK/SOL (Pump.fun) ${POOL}
4 transactions touch it in slots 0 to 20

ticks  slot  index  signer     signature  lock   what it is
  -12     7      2  Fron…ront  Fron…ront  write  frontrun
   -1     7      3  Read…ader  Read…ader  read   other
    0     7      4  Trad…rade  Trad…rade  write  victim <- this one
  +60     8      1  Back…Back  Back…Back  write  backrun

Sandwiched within ±10 slots.

  pool             TOK/SOL (Pump.fun)
  attacker         ${walletOf('Robber')}
  front            ${signatureOf('Front')} (12 ticks before, slot 7)
  back             ${signatureOf('Back')} (60 ticks after, slot 8)
  confidence       exact (same slot)
  linked by        same signer
  q                1.0000 (sold over bought; 1 is all of it)
  gross gain       0.00125 SOL
  net gain         0.00074 SOL, after fees and tips
  kept             0.00074 SOL, whoever else was paid
  this trade lost  48,211 units of 2bFf…KvDa (1.25 %, 0.0125 SOL), by replay of the pool without the attacker
  of its limit     62 % used (made before the front)
  intent           likely: took at least half of what a victim’s limit left; no other swap of the pool between its own and the victims’; all within the slots of one leader
  victims          1`);
  });

  it('in a narrow terminal the omitted columns are named', () => {
    const lines = report(40).split('\n');
    expect(lines).toContain('  -12  Fron…ront  frontrun');
    expect(lines).toContain('No room for: slot, index, signature, lock.');
  });

  it('labels from the chain cannot control the terminal', () => {
    const pools = [{ pool_address: POOL, pool_label: '\u001b[2J\u202eEVIL/SOL\n(x)', dex_name: '' }];
    const text = report(null, checkOf(incidents, { pools }));
    expect(text).toContain(`[2JEVIL/SOL (x) ${POOL}`);
    expect(text).not.toMatch(/[^\n\P{Cc}]|\p{Cf}/u);
  });

  it('only in the attacked pool is the trade a victim', () => {
    const check = checkOf(incidents);
    const text = describeCheck(
      {
        check,
        neighbours: [{ account: OTHER_POOL, pages: [pageOf(rows.slice(2, 3))] }],
        window: 10,
        near: 5,
        notes: [],
      },
      null,
    );
    expect(text).toContain(`Account ${OTHER_POOL}\n1 transaction touches it`);
    expect(text).toMatch(/write {2}<- this one$/m);
  });

  it('slots that are not stored are said beside the table', () => {
    const page = pageOf(rows);
    page.data.coverage = {
      missing_slots: [5, 6],
      incomplete_slots: [9],
      undetected_slots: [8],
      links_unknown_slots: [],
    };
    const text = describeCheck(
      {
        check: checkOf([]),
        neighbours: [{ account: POOL, pages: [page] }],
        window: 10,
        near: 5,
        notes: ['And this.'],
      },
      null,
    );
    expect(text).toContain('Not stored, so nothing is known of this account there: slots 5 to 6.');
    expect(text).toContain('Stored in part only, so something of this account may be missing there: slot 9.');
    expect(text.endsWith('\n\nAnd this.')).toBe(true);
  });

  it('ticks of a block without entries are marked', () => {
    const page = pageOf(rows.map((row) => ({ ...row, isExact: false })));
    const check = checkOf(incidents);
    const text = describeCheck(
      { check, neighbours: [{ account: POOL, pages: [page] }], window: 10, near: 5, notes: [] },
      null,
    );
    expect(text).toContain('slot 7, tick unknown, ');
    expect(text).toContain('\n ~-12 ');
    expect(text).toContain(`front            ${signatureOf('Front')} (ticks unknown, slot 7)`);
    expect(text).toContain('~: blocks without entries have no exact ticks');
  });
});

describe('the verdict', () => {
  const line = (text: string, name: string): string =>
    text.split('\n').find((each) => each.trimStart().startsWith(name)) ?? '';

  it('not sandwiched, where all slots were looked at', () => {
    expect(describeVerdict(checkOf([]), 0)).toBe('Not sandwiched within its slot.');
    expect(describeVerdict(checkOf([]), 1)).toBe('Not sandwiched within ±1 slot.');
  });

  const unknown = (coverage: Partial<SandwichCheck['coverage']>, more: Partial<SandwichCheck> = {}) => ({
    ...more,
    verdict: 'unknown' as const,
    coverage: { ...NOTHING_MISSING, ...coverage },
  });

  it('not known, where slots are not stored: never "not sandwiched"', () => {
    expect(describeVerdict(checkOf([], unknown({ missing_slots: [9] })), 1_000)).toBe(
      'It is not known whether it was sandwiched within ±1,000 slots: not all of these slots are stored.\n' +
        'Not stored, so nothing is known of an attacker there: slot 9.',
    );
  });

  it('not analysed yet, with the slots and instructions', () => {
    const check = checkOf([], unknown({ missing_slots: [12], undetected_slots: [7, 8, 10] }));
    expect(describeVerdict(check, 10)).toBe(
      'Not analysed yet: it is not known whether it was sandwiched within ±10 slots.\n' +
        'Not stored, so nothing is known of an attacker there: slot 12.\n' +
        'Stored, but not analysed yet: slots 7 to 8, 10.\n' +
        'That takes seconds while the ingester runs: ask again. It can also be done by hand: ' +
        '"tickscope redetect --from 7 --to 10".',
    );
    const one = describeVerdict(checkOf([], unknown({ undetected_slots: [7] })), 0);
    expect(one).toContain('Stored, but not analysed yet: slot 7.');
    expect(one).toContain('"tickscope redetect --from 7 --to 7"');
  });

  it('not known, where the block came without metadata', () => {
    expect(describeVerdict(checkOf([], unknown({}, { success: null, pools: [] })), 0)).toBe(
      'It is not known whether it was sandwiched within its slot: its block came without metadata.',
    );
  });

  it('a found sandwich is reported, together with slots that are not analysed yet', () => {
    const coverage = { ...NOTHING_MISSING, undetected_slots: [9] };
    const text = describeVerdict(checkOf(incidents, { coverage }), 10);
    expect(text).toMatch(/^Sandwiched within ±10 slots\.\n/);
    expect(text).toContain('Stored, but not analysed yet: slot 9.');
  });

  it('blocks whose token links are not known are listed as well', () => {
    const coverage = { ...NOTHING_MISSING, links_unknown_slots: [8, 9] };
    expect(describeVerdict(checkOf([], { coverage }), 10)).toBe(
      'Not sandwiched within ±10 slots.\n' +
        'Stored by an earlier version, without all token links: slots 8 to 9. A sandwich by wallets that a transfer links ' +
        'may not have been found there, until these blocks are fetched or imported again.',
    );
  });

  it('an unknown verdict is never reported as "not sandwiched", whatever the other fields are', () => {
    for (const success of [true, false, null])
      for (const undetected_slots of [[], [7]])
        for (const missing_slots of [[], [8]]) {
          const check = checkOf([], unknown({ missing_slots, undetected_slots }, { success }));
          expect(describeVerdict(check, 10)).not.toMatch(/not sandwiched/i);
        }
  });

  it('a failed transaction, and one without swaps, have a reason', () => {
    expect(describeVerdict(checkOf([], { success: false }), 10)).toMatch(
      /It failed, so it could not be sandwiched\.$/,
    );
    expect(describeVerdict(checkOf([], { pools: [] }), 10)).toMatch(
      /No swap of a known exchange is in it\.$/,
    );
  });

  it('a sandwich that counts only since more of its attacker is known says so', () => {
    const sandwich = { basis: 'known_bot', confidence_then: 'suspected' } as const;
    const text = describeVerdict(
      checkOf(incidents.map((each) => ({ ...each, sandwich: { ...each.sandwich, ...sandwich } }))),
      10,
    );
    expect(text).toMatch(/^ {2}confidence +exact \(known bot\), suspected by what was known before it$/m);
  });

  it('an attacker’s own transaction is said to be its leg, not just "not sandwiched"', () => {
    const role = { sandwich_id: '7.2.0.0.0', confidence: 'exact', intent: 'likely' } as const;
    const check = checkOf([], { roles: [{ ...role, role: 'frontrun' }] });
    expect(describeHeadline(check)).toBe(
      'This transaction is the attacker’s frontrun in the sandwich 7.2.0.0.0.',
    );
    expect(describeVerdict(check, 10)).toBe('It was not sandwiched itself within ±10 slots.');
    const failed = checkOf([], { roles: [{ ...role, role: 'backrun_attempt' }] });
    expect(describeHeadline(failed)).toMatch(/is a failed backrun of the attacker in the sandwich/);
    expect(describeHeadline(checkOf([]))).toBeNull();
  });

  it('a sandwich beyond the window is named with the window that has it', () => {
    expect(describeVerdict(checkOf([], { wider_match: { slot_range: 7 } }), 4)).toBe(
      'Not sandwiched within ±4 slots. A sandwich lies further out: "--window 7" has it.',
    );
  });

  it('the first sentence adds up the losses of several sandwiches, and says what it does not know', () => {
    const other = (loss: typeof lossOfFirst) =>
      incidentOf('In', 'front', { slot: 7, index: 3, tick: 0 }, { sandwich: { id: 'second', loss } });
    const lossOfFirst = incidents[0]!.sandwich.loss;
    expect(describeHeadline(checkOf([...incidents, other(lossOfFirst)]))).toMatch(
      / and 1 more in .*: it lost 0\.025 SOL\.$/,
    );
    expect(describeHeadline(checkOf([...incidents, other(null)]))).toMatch(
      /: it lost at least 0\.0125 SOL\.$/,
    );
    expect(describeHeadline(checkOf([other(null)]))).toMatch(/: what it lost is not known\.$/);
  });

  it('the first sentence says "at least" of a loss by the rate of the front', () => {
    const least = incidents.map((each) => ({
      ...each,
      sandwich: { ...each.sandwich, loss_method: 'front_rate' },
    })) as typeof incidents;
    expect(describeHeadline(checkOf(least))).toMatch(/: it lost at least 0\.0125 SOL, 1\.25 % of /);
  });

  it('a trade that named what it gets is said to have paid too much', () => {
    const paid = incidents.map((each) => ({
      ...each,
      sandwich: { ...each.sandwich, loss_side: 'paid' },
    })) as typeof incidents;
    expect(describeHeadline(checkOf(paid))).toMatch(
      /: it paid 0\.0125 SOL too much, 1\.25 % of what it paid\.$/,
    );
    expect(line(describeVerdict(checkOf(paid), 10), 'paid too much')).toContain('1.25 %');
  });

  it('failed attempts alone are not a sandwich', () => {
    const [front] = incidents;
    expect(describeVerdict(checkOf([{ ...front!, success: false }]), 10)).toBe(
      'Not sandwiched within ±10 slots.',
    );
  });

  it('unknown values are shown as unknown', () => {
    const unknownAmounts = { net: null, net_gain: null, victim_loss: null, loss: null };
    const sandwich = { ...unknownAmounts, loss_method: null, basis: null, is_final: false };
    const text = describeVerdict(
      checkOf(incidents.map((each) => ({ ...each, sandwich: { ...each.sandwich, ...sandwich } }))),
      10,
    );
    expect(line(text, 'net gain')).toBe('  net gain         unknown');
    expect(line(text, 'this trade lost')).toBe('  this trade lost  unknown');
    expect(line(text, 'confidence')).toBe('  confidence       exact');
    expect(line(text, 'state')).toBe(
      '  state            provisional: its slots are new, it may still change',
    );
  });

  it('a loss by the rate of the front is the least', () => {
    const sandwich = { loss_method: 'front_rate', mint_out: TOKEN };
    const text = describeVerdict(
      checkOf(incidents.map((each) => ({ ...each, sandwich: { ...each.sandwich, ...sandwich } }))),
      10,
    );
    expect(line(text, 'this trade lost')).toMatch(
      /units of 2bFf…KvDa \(1\.25 %, 0\.0125 SOL\), at least, by the rate that the attacker's first leg got$/,
    );
  });

  it('the use of the trade’s own limit says whether the limit is older than the attack', () => {
    const said = (sandwich: Partial<(typeof incidents)[number]['sandwich']>): string =>
      describeVerdict(
        checkOf(incidents.map((each) => ({ ...each, sandwich: { ...each.sandwich, ...sandwich } }))),
        10,
      );
    expect(line(said({ slippage_use: 0.623, limit_age: 'before' }), 'of its limit')).toMatch(
      /62 % used \(made before the front\)$/,
    );
    expect(line(said({ slippage_use: 1, limit_age: 'unclear' }), 'of its limit')).toMatch(
      /100 % used \(perhaps made after the front\)$/,
    );
    expect(said({ slippage_use: null, limit_age: null })).not.toContain('of its limit');
  });

  it('two attackers, linked wallets and failed attempts', () => {
    const second = { sandwich: { id: 'second', net: '-5' } };
    const text = describeVerdict(
      checkOf([
        incidentOf('Try', 'front', { slot: 7, index: 1, tick: -13 }, { success: false }),
        ...incidents,
        incidentOf(
          'In',
          'front',
          { slot: 7, index: 3, tick: 0 },
          { attacker_signer: walletOf('Second'), ...second },
        ),
        incidentOf(
          'Out',
          'back',
          { slot: 7, index: 5, tick: 1 },
          { attacker_signer: walletOf('Friend'), ...second },
        ),
      ]),
      10,
    );
    expect(text).toMatch(/^Sandwiched within ±10 slots, 2 times\.\n/);
    const [, first, other] = text.split('\n\n');
    expect(line(first!, 'failed')).toBe('  failed           1 attempt');
    expect(line(first!, 'attacker')).toBe(`  attacker         ${walletOf('Robber')}`);
    expect(line(other!, 'attacker')).toBe(`  attacker         ${walletOf('Second')}, ${walletOf('Friend')}`);
    expect(line(other!, 'front')).toContain('(in the same tick, slot 7)');
    expect(line(other!, 'back')).toContain('(1 tick after, slot 7)');
    expect(line(other!, 'net gain')).toBe('  net gain         -0.000000005 SOL, after fees and tips');
  });
});
