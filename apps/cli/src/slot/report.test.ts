import { PLAIN } from '@tickscope/command-line';
import { signatureOf, walletOf } from '@tickscope/command-line/testing/answers';
import type { components } from '@tickscope/schemas';
import { describe, expect, it } from 'vitest';
import { describeSlot } from './report.js';

type Slot = components['schemas']['SlotRecord'];

const TRANSACTION = {
  ...{
    signature: signatureOf('Victim'),
    signer: walletOf('Victim'),
    block_index: 7,
    entry_index: 2,
    tx_index: 0,
  },
  ...{ poh_tick: 1_000 * 64 + 12, is_vote: false, success: true, error: null },
  ...{ fee: '5000', priority_fee: '0', jito_tip: '1000000', compute_units: 45_000, compute_unit_limit: null },
  ...{ compute_unit_price: null, cost_units: null, dexes: ['Pump.fun'] },
  roles: [{ sandwich_id: '1000.1.0.-1.0', role: 'victim', confidence: 'exact', intent: 'proven' }],
} as Slot['transactions'][number];

const SLOT = {
  ...{ slot: 1_000, head_slot: 1_001, state: 'stored', reason: null, is_detected: true },
  ...{
    leader: walletOf('Leader'),
    validator_name: 'Val\u001b[2Jidator',
    client: 'Agave',
    client_version: '3.0',
  },
  block: {
    ...{
      blockhash: walletOf('Hash'),
      parent_slot: 999,
      parent_blockhash: walletOf('Parent'),
      block_height: 900,
    },
    ...{ block_time: 1_700_000_000, transaction_count: 1_200, vote_count: 700, failed_count: 20 },
    ...{ entry_count: 200, tick_count: 64, num_hashes: '800000' },
  },
  ...{ entries: [], transactions: [TRANSACTION], next_index: 8 },
} as Slot;

describe('a slot', () => {
  it('is one sentence, its leader, and its transactions by tick within the slot', () => {
    const text = describeSlot(SLOT, null, PLAIN);
    expect(text.split('\n')[0]).toBe(
      'Slot 1000: a block with 1,200 transactions, 700 of them votes, 20 failed.',
    );
    expect(text).toContain('2023-11-14 22:13:20 UTC, parent 999, 200 entries, 64 of them ticks');
    expect(text).toContain(`leader ${walletOf('Leader')} (Val[2Jidator), Agave 3.0`);
    const row = text.split('\n').find((line) => line.includes(signatureOf('Victim')))!;
    expect(row.trim().split(/ {2,}/)).toEqual([
      ...['7', '12', 'victim', 'Pump.fun', expect.stringContaining('…'), 'succeeded', '45,000'],
      ...['0.001005 SOL', signatureOf('Victim')],
    ]);
    expect(text).toContain('There are more: --from-index 8 goes on');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what is looked for
    expect(text).not.toMatch(/\u001b/);
  });

  it('drops columns on a narrow terminal, and says which', () => {
    const text = describeSlot(SLOT, 60, PLAIN);
    const lines = text.split('\n');
    const heading = lines.findIndex((line) => line.includes('part in a sandwich'));
    for (const line of lines.slice(heading, heading + 2)) expect(line.length).toBeLessThanOrEqual(60);
    expect(text).toContain('No room for: tick, result, compute units, signature');
  });

  it('without a block says why', () => {
    const skipped = {
      ...{ ...SLOT, state: 'skipped', reason: 'Block 1001 names slot 999 as its parent.', block: null },
      ...{ transactions: [], next_index: null, leader: null },
    } as Slot;
    expect(describeSlot(skipped, null, PLAIN)).toBe(
      'Slot 1000: skipped. Block 1001 names slot 999 as its parent.\n\nleader unknown',
    );
  });

  it('has its reason to the end, however long the sentence is', () => {
    const reason =
      'Two blocks are stored for it; the chain of parents decides which one stays. It is being repaired.';
    const text = describeSlot({ ...SLOT, state: 'incomplete', reason, block: null } as Slot, null, PLAIN);
    expect(text.split('\n')[0]).toBe(`Slot 1000: incomplete. ${reason}`);
  });

  it('counts one of a kind as one', () => {
    const block = { ...SLOT.block!, transaction_count: 1, vote_count: 1, failed_count: 1, entry_count: 1 };
    expect(describeSlot({ ...SLOT, block }, null, PLAIN)).toMatch(
      /^Slot 1000: a block with 1 transaction, 1 of them a vote, 1 failed\.\n\n.* 1 entry, 64 of them ticks\n/,
    );
  });

  it('from a node has no ticks, and says so; one that was not looked at yet, too', () => {
    const block = { ...SLOT.block!, entry_count: null, tick_count: null };
    const slot = {
      ...SLOT,
      block,
      is_detected: false,
      transactions: [{ ...TRANSACTION, poh_tick: null, fee: null, roles: [] }],
    };
    const text = describeSlot(slot, null, PLAIN);
    expect(text).toContain('entries and ticks are not known');
    expect(text).toContain('sandwiches have not been looked for yet');
    expect(text).toMatch(/unknown {2,}\S+$/m);
  });
});
