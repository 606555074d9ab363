import type { Schemas } from '@tickscope/sdk';
import { expect, test } from 'vitest';
import { verdictOf } from './verdict.js';

const check = {
  found: true,
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

test('a loss is given in per cent and in SOL, else in the token', () => {
  const loss = { symbol: 'FINUK', amount: '5', ui_amount: '218875.464852', bps: 550.38, sol: '0.048294276' };
  const of = (changed: object | null) =>
    verdictOf({ ...check, verdict: 'sandwiched', incidents: [incident(changed)] }, 10).sentence;
  expect(of(loss)).toBe('Sandwiched. This trade got 5.5 % less: 0.0483 SOL.');
  expect(of({ ...loss, sol: null })).toBe('Sandwiched. This trade got 5.5 % less: 218,875.5 FINUK.');
  expect(of(null)).toBe('Sandwiched. What it cost cannot be computed for this pool.');
});

test('what was not seen is not called clean', () => {
  const coverage = { ...check.coverage!, undetected_slots: [7], missing_slots: [8, 9] };
  const { sentence, detail } = verdictOf({ ...check, verdict: 'unknown', coverage }, 10);
  expect(sentence).toBe('Not known yet.');
  expect(detail).toContain('1 slot around it is still being analysed, and 2 slots around it are missing');
});

test('a clean trade, an attacker, a transfer and an unknown transaction each have their sentence', () => {
  const role = { sandwich_id: '1', role: 'backrun', confidence: 'exact', intent: 'proven' } as const;
  expect(verdictOf(check, 10).sentence).toBe('Not sandwiched.');
  expect(verdictOf({ ...check, roles: [role] }, 10).sentence).toBe('This is the backrun of a sandwich.');
  expect(verdictOf({ ...check, pools: [] }, 10).sentence).toBe('Not a trade.');
  expect(verdictOf({ ...check, found: false }, 10).sentence).toBe('This transaction is not stored.');
});
