import type { Schemas } from '@tickscope/sdk';
import { expect, test } from 'vitest';
import type { Progress } from './unknown.js';
import { legsAround, verdictOf } from './verdict.js';

const check = {
  found: true,
  slot: 1_000,
  poh_tick: '64020',
  success: true,
  pools: [{ pool_address: 'P', pool_label: 'A/B', dex_name: 'D' }],
  incidents: [],
  roles: [],
  verdict: 'not_sandwiched',
  wider_match: null,
  coverage: { missing_slots: [], incomplete_slots: [], undetected_slots: [], links_unknown_slots: [] },
} as unknown as Schemas['SandwichCheck'];

const incident = (loss: object | null) =>
  ({ sandwich: { id: '1', loss } }) as unknown as Schemas['SandwichIncident'];

/** Slots 900 to 1,004 are stored, and blocks still come. */
const progress: Progress = {
  head: { slot: 1_004, block_time: 1_788_264_000, age_seconds: 2, stored_at: '', lag_seconds: 1 },
  stored: { from_slot: 900, to_slot: 1_004, from_time: 1_788_263_958, to_time: 1_788_264_000 },
  gaps: { open: 1, repairing: 0, given_up: 0, slot_count: 1, newest: [] },
  detection: { to_slot: 999, lag_slots: 5 },
};
const gap = (slot: number, state: Schemas['UnrepairedGap']['state']) =>
  ({ from_slot: slot, to_slot: slot, cause: 'test', state, tries: 1 }) as Schemas['UnrepairedGap'];

test('a loss is given in per cent and in SOL, else in the token', () => {
  const loss = { symbol: 'FINUK', amount: '5', ui_amount: '218875.464852', bps: 550.38, sol: '0.048294276' };
  const of = (changed: object | null) =>
    verdictOf({ ...check, verdict: 'sandwiched', incidents: [incident(changed)] }, 10, null).sentence;
  expect(of(loss)).toBe('Sandwiched. This trade got 5.5 % less: 0.0483 SOL.');
  expect(of({ ...loss, sol: null })).toBe('Sandwiched. This trade got 5.5 % less: 218,875.5 FINUK.');
  expect(of(null)).toBe('Sandwiched. What it cost cannot be computed for this pool.');
  const byRate = {
    sandwich: { id: '1', loss, loss_method: 'front_rate' },
  } as unknown as Schemas['SandwichIncident'];
  expect(verdictOf({ ...check, verdict: 'sandwiched', incidents: [byRate] }, 10, null).sentence).toBe(
    'Sandwiched. This trade got 5.5 % less: at least 0.0483 SOL.',
  );
});

test('a trade that named what it gets paid too much', () => {
  const loss = { symbol: 'SOL', amount: '5', ui_amount: '16.67', bps: 4_000, sol: '16.67' };
  const sandwich = { id: '1', loss, loss_method: 'replay', loss_side: 'paid' };
  const incidents = [{ sandwich }] as unknown as Schemas['SandwichIncident'][];
  expect(verdictOf({ ...check, verdict: 'sandwiched', incidents }, 10, null).sentence).toBe(
    'Sandwiched. This trade paid 16.6700 SOL too much, 40.0 % of what it paid.',
  );
});

const unknown = (coverage: object, { known = progress as Progress | null } = {}) => {
  const all = { ...check.coverage!, ...coverage };
  return verdictOf({ ...check, verdict: 'unknown', coverage: all }, 10, known);
};

test('what is still analysed, still to come or fetched again is not known yet', () => {
  expect(unknown({ undetected_slots: [1_000], missing_slots: [1_005, 1_006] })).toEqual({
    tone: 'unknown',
    sentence: 'Not known yet.',
    detail:
      'No sandwich was found around it within ±10 slots, but 1 slot around it is still being analysed, and 2 slots after it are still to come.',
    isFetchable: false,
  });
  const open = { ...progress, gaps: { ...progress.gaps, newest: [gap(998, 'open')] } };
  const { sentence, detail } = unknown({ missing_slots: [998] }, { known: open });
  expect(sentence).toBe('Not known yet.');
  expect(detail).toContain('1 slot around it is being fetched again');
});

test.each([
  [
    'older than what is stored',
    { missing_slots: [898, 899] },
    '2 slots before it are older than what is stored',
  ],
  ['in no gap', { incomplete_slots: [998] }, '1 slot around it is not wholly stored'],
  ['of a block without metadata', {}, 'its block does not say what its transactions did'],
])('what is never fetched, %s, is not known, without "yet"', (_, coverage, reason) => {
  const { sentence, detail, isFetchable } = unknown(coverage);
  expect(sentence).toBe('Not known.');
  expect(detail).toContain(reason);
  expect(isFetchable).toBe(reason.includes('slot'));
});

test('a gap that was given up, and the slots after the last one where no block comes any more, are not known', () => {
  const given = { ...progress, gaps: { ...progress.gaps, newest: [gap(998, 'given_up')] } };
  expect(unknown({ missing_slots: [998] }, { known: given }).sentence).toBe('Not known.');
  const ended = { ...progress, head: { ...progress.head!, age_seconds: 9_000 } };
  expect(unknown({ missing_slots: [1_005] }, { known: ended }).sentence).toBe('Not known.');
  expect(unknown({ missing_slots: [998] }, { known: null }).sentence).toBe('Not known.');
});

test('a victim of a sandwich with legs further out is not called clean', () => {
  const { sentence, tone } = verdictOf({ ...check, wider_match: { slot_range: 14 } }, 10, progress);
  expect([sentence, tone]).toEqual(['Sandwiched, by legs further out.', 'attack']);
});

test('a clean trade, an attacker, a transfer and an unknown transaction each have their sentence', () => {
  const role = { sandwich_id: '1', role: 'backrun', confidence: 'exact', intent: 'proven' } as const;
  const of = (changed: object) => verdictOf({ ...check, ...changed }, 10, progress);
  expect(of({}).sentence).toBe('Not sandwiched.');
  expect(of({ roles: [role] }).sentence).toBe('This is the backrun of a sandwich.');
  expect(of({ pools: [] }).sentence).toBe('Not a trade.');
  expect(of({ found: false })).toMatchObject({
    sentence: 'This transaction is not stored.',
    detail: expect.stringMatching(
      /^Stored are slots 900 to 1,004, of 2026-09-01 11:59:18 UTC to 2026-09-01 12:00:00 UTC\. /,
    ),
    isFetchable: true,
  });
});

test.each([
  ['a trade', {}, 'It paid only its fee. Not sandwiched. No sandwich was found around it'],
  ['a transfer', { pools: [] }, 'It paid only its fee. Not a trade. The transaction swaps'],
  [
    'one beside a missing slot',
    { verdict: 'unknown', coverage: { missing_slots: [998], incomplete_slots: [], undetected_slots: [] } },
    'It paid only its fee. Whether it was sandwiched is not known. No sandwich was found',
  ],
] as const)('of %s that failed it is said first that it failed', (_, changed, detail) => {
  const failed = verdictOf({ ...check, success: false, ...changed } as typeof check, 10, progress);
  expect(failed).toMatchObject({
    sentence: 'This transaction failed.',
    detail: expect.stringContaining(detail),
  });
});

test('the frontrun and the backrun are legs that succeeded, next to the trade; not the attempts around them', () => {
  const leg = (type: 'frontrun' | 'backrun', offset: number, success: boolean, id = '1') =>
    ({
      ...{ interaction_type: `sandwich_${type}`, slot: 1_000, poh_tick: String(64_020 + offset) },
      ...{ poh_tick_offset: String(offset), success, sandwich: { id } },
    }) as unknown as Schemas['SandwichIncident'];
  const incidents = [
    leg('frontrun', -4, false),
    leg('frontrun', -1, true, 'another'),
    leg('frontrun', -9, true),
    leg('frontrun', -2, true),
    leg('backrun', 1, false),
    leg('backrun', 24, true),
  ];
  expect(legsAround({ ...check, incidents }, '1')).toEqual({
    frontrun: '2 ticks before',
    backrun: '24 ticks after',
  });
  expect(legsAround({ ...check, incidents: incidents.slice(0, 1) }, '1').frontrun).toBeNull();
});
