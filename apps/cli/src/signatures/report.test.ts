import type { components } from '@tickscope/schemas';
import { expect, it } from 'vitest';
import { describeSignatures } from './report.js';

type Page = components['schemas']['WalletSignaturesResponse']['data'];
type Row = Page['signatures'][number];

const row = (name: string, more: Partial<Row> = {}): Row => ({
  signature: name,
  slot: 7,
  blockTime: 1_788_220_804,
  success: true,
  is_signer: true,
  is_dex_trade: true,
  dexes: ['Raydium CPMM'],
  poh_tick: 450,
  ...more,
});

function pageOf(signatures: Row[], more: { next?: string; total?: number | null } = {}): Page {
  return {
    signatures,
    pagination: {
      has_more: more.next !== undefined,
      next_before: more.next ?? null,
      returned: signatures.length,
      total_in_window: more.total ?? null,
      from_cache: false,
    },
    metadata: {
      time_window_hours: 1,
      time_window_start: 1_788_217_200,
      time_window_end: 1_788_220_800,
      wallet_address: 'W',
      processing_time_ms: 1,
      cache_key: 'k',
      source: 'clickhouse',
      older: 'none',
    },
    coverage: null,
  };
}

it('when, in which tick, whether it succeeded, and where it traded', () => {
  const failed = row('S2', { success: false, is_dex_trade: false, dexes: [], poh_tick: null });
  // 1788220800 is 2026-09-01 00:00:00 UTC.
  expect(describeSignatures('W', [pageOf([row('S1'), failed], { total: 2 })], null)).toBe(`Wallet W
from 2026-08-31 23:00:00 to 2026-09-01 00:00:00 UTC

time (UTC)           slot  tick  state   DEX           signature
2026-09-01 00:00:04     7   450  ok      Raydium CPMM  S1
2026-09-01 00:00:04     7        failed                S2

2 shown of 2 in the window.`);
});

it('rows from a node, their unknown fields, and the next page', () => {
  const older = row('S3', { is_signer: null, is_dex_trade: null, dexes: null, poh_tick: null });
  const text = describeSignatures('W', [pageOf([older], { next: 'S3' })], null);
  expect(text).toContain('ok     unknown  S3');
  expect(text).toContain('1 of them is from a node, which does not say whether the wallet signed it.');
  expect(text).toContain('More with --before S3');
});

it('no row and no table where there is nothing', () => {
  expect(describeSignatures('W', [pageOf([])], null).split('\n\n')).toHaveLength(2);
});
