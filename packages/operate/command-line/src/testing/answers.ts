import type { components } from '@tickscope/schemas';

type Schemas = components['schemas'];
type RangeCoverage = Schemas['RangeCoverage'];
export type Incident = Schemas['SandwichIncident'];
export type SandwichCheck = Schemas['SandwichCheck'];

export const SOL = 'So11111111111111111111111111111111111111112';
export const TOKEN = '2bFfG4dV1xnJmYbQZLkLG6BRHkP7hgdQi6GM4XX5KvDa';
export const POOL = '7QBiFi4tYkVqRgZ1ceNpDtJkmCBupD4mxFoVAR2t1Tqi';
export const OTHER_POOL = '59EJS4eCo4xv2zLCAR5sUfVWnbSfy6zcaURtvYcCbyqC';

/** The coverage of a range in which nothing is missing, but for `changes`. */
export function coverageOf(from: number, to: number, changes: Partial<RangeCoverage> = {}): RangeCoverage {
  return {
    ...{ from_slot: from, to_slot: to, from_time: from, to_time: to, is_start_stored: true },
    ...{ missing_slot_count: 0, missing_ranges: [], incomplete_slot_count: 0, incomplete_ranges: [] },
    ...{
      undetected_slot_count: 0,
      undetected_ranges: [],
      links_unknown_slot_count: 0,
      links_unknown_ranges: [],
    },
    ranges_truncated: false,
    ...changes,
  };
}

/** A recognisable signature for tests, as long as a real one; its ends are letters of the name. */
export function signatureOf(name: string): string {
  return `${name}${'1'.repeat(84 - name.length)}${name.slice(-4).padStart(4, '1')}`;
}

export function walletOf(name: string): string {
  return `${name}${'1'.repeat(40 - name.length)}${name.slice(-4).padStart(4, '1')}`;
}

export interface Row {
  slot: number;
  index: number;
  tick: number;
  name: string;
  lock?: 'write' | 'read';
  isOriginal?: boolean;
  isExact?: boolean;
}

/** A page with these rows. By default they are all rows. */
export function pageOf(
  rows: readonly Row[],
  {
    from = 0,
    to = 20,
    number = 1,
    hasNext = false,
    original = rows.find(({ isOriginal }) => isOriginal)!,
  }: {
    from?: number;
    to?: number;
    number?: number;
    hasNext?: boolean;
    original?: Row;
  } = {},
): Schemas['AnalyzeTradeResponse'] {
  const record = ({ slot, index, tick, name, isExact = true }: Row): Schemas['TransactionRecord'] => ({
    signature: signatureOf(name),
    signer: walletOf(name),
    slot,
    poh_tick: 10_000 + tick,
    poh_tick_exact: isExact,
    entry_index: 0,
    tx_index: index,
    block_index: index,
    timestamp: '2026-09-01T00:00:04.000Z',
    is_vote: 0,
    accounts_read_count: 1,
    accounts_written_count: 1,
    success: true,
    roles: [],
  });
  return {
    success: true,
    data: {
      original_transaction: record(original),
      slot_range: { from, to, range: 4 },
      results_by_slot: [...new Set(rows.map(({ slot }) => slot))].map((slot) => ({
        slot,
        slot_offset: slot - original.slot,
        transactions: rows
          .filter((row) => row.slot === slot)
          .map((row) => ({
            ...record(row),
            poh_tick_offset: row.tick,
            matched_in_read: row.lock === 'read',
            matched_in_written: row.lock !== 'read',
            is_original: row.isOriginal ?? false,
          })),
        transaction_count: rows.filter((row) => row.slot === slot).length,
      })),
      summary: {
        total_matching_transactions: rows.length,
        displayed_in_page: rows.length,
        slots_with_activity: 1,
        earliest_poh_tick_offset: null,
        latest_poh_tick_offset: null,
      },
      coverage: { ...NOTHING_MISSING },
    },
    pagination: { current_page: number, total_items: rows.length, has_next_page: hasNext },
  };
}

/** As the API states an amount of SOL, or of a token whose decimals it does not know. */
function amountOf(amount: string, mint: string): Schemas['TokenAmount'] {
  const isSol = mint === SOL;
  return {
    amount,
    mint,
    symbol: isSol ? 'SOL' : `${mint.slice(0, 4)}…${mint.slice(-4)}`,
    decimals: isSol ? 9 : null,
    ui_amount: isSol ? (Number(amount) / 1e9).toFixed(9).replace(/\.?0+$/, '') : null,
  };
}

/** A loss of 1.25 %, worth 0.0125 SOL. */
function lossOf(amount: string, mint = TOKEN): Schemas['Loss'] {
  return { ...amountOf(amount, mint), bps: 125, sol: '0.0125' };
}

export function incidentOf(
  name: string,
  side: 'front' | 'back',
  position: { slot: number; index: number; tick: number },
  {
    sandwich = {},
    ...more
  }: Partial<Omit<Incident, 'sandwich'>> & { sandwich?: Partial<Incident['sandwich']> } = {},
): Incident {
  return {
    attacker_signer: walletOf('Robber'),
    attacker_signature: signatureOf(name),
    slot: position.slot,
    block_index: position.index,
    poh_tick: String(10_000 + position.tick),
    poh_tick_offset: String(position.tick),
    interaction_type: side === 'front' ? 'sandwich_frontrun' : 'sandwich_backrun',
    pool_address: POOL,
    success: true,
    ...more,
    sandwich: {
      id: '7.2.0.0.0',
      confidence: 'exact',
      confidence_then: 'exact',
      basis: 'same_slot',
      link: 'same_signer',
      link_address: walletOf('Robber'),
      quantity_ratio: 1,
      gain_mint: 'So11111111111111111111111111111111111111112',
      mint_in: SOL,
      mint_out: TOKEN,
      gross: '1250000',
      net: '740000',
      gain: amountOf(sandwich.gross ?? '1250000', SOL),
      kept: '740000',
      net_gain: sandwich.net === null ? null : amountOf(sandwich.net ?? '740000', SOL),
      kept_gain: amountOf('740000', SOL),
      victim_count: 1,
      victim_loss: '48211',
      loss: sandwich.victim_loss === null ? null : lossOf(sandwich.victim_loss ?? '48211', sandwich.mint_out),
      loss_method: 'replay',
      loss_side: 'received',
      slippage_use: 0.62,
      limit_age: 'before',
      intent: 'likely',
      evidence: ['limit_used', 'next_to_victim', 'one_leader'],
      swaps_before: 0,
      swaps_after: 0,
      transactions_before: 0,
      transactions_after: null,
      is_final: true,
      revision: 1,
      ...sandwich,
    },
  };
}

export const NOTHING_MISSING: components['schemas']['Coverage'] = {
  missing_slots: [],
  incomplete_slots: [],
  undetected_slots: [],
  links_unknown_slots: [],
};

export function checkOf(incidents: Incident[], more: Partial<SandwichCheck> = {}): SandwichCheck {
  return {
    signature: signatureOf('Trade'),
    found: true,
    slot: 7,
    poh_tick: '10000',
    signer: walletOf('Trade'),
    pools: [{ pool_address: POOL, pool_label: 'TOK/SOL (Pump.fun)', dex_name: 'Pump.fun' }],
    incidents,
    roles: [],
    sandwich_detected: incidents.some(({ success }) => success),
    verdict: incidents.some(({ success }) => success) ? 'sandwiched' : 'not_sandwiched',
    wider_match: null,
    success: true,
    coverage: { ...NOTHING_MISSING },
    ...more,
  };
}

/** A sandwich as the list and the feed have it: one victim, 1.25 % lost, worth 0.0125 SOL. */
export function sandwichOf(more: Partial<Schemas['SandwichEvent']> = {}): Schemas['SandwichEvent'] {
  const position = { slot: 7, block_index: 2, poh_tick: '449' };
  const leg = (name: string, side: 'frontrun' | 'backrun'): Schemas['SandwichLeg'] => ({
    ...position,
    attacker_wallet: walletOf('Robber'),
    attacker_signer: walletOf('Robber'),
    attacker_signature: signatureOf(name),
    block_index: side === 'frontrun' ? 2 : 5,
    interaction_type: `sandwich_${side}`,
    pool_address: POOL,
    success: true,
    amount_in: '5',
    amount_out: '7',
    paid: amountOf('5', side === 'frontrun' ? SOL : TOKEN),
    received: amountOf('7', side === 'frontrun' ? TOKEN : SOL),
  });
  return {
    ...incidentOf('Front', 'front', { slot: 7, index: 2, tick: 0 }).sandwich,
    id: '7.2.0.-1.0',
    retracted: false,
    cause: 'detection',
    reason: null,
    slot_range: { from: 7, to: 8 },
    block_time: 1_788_220_804,
    pool: { pool_address: POOL, pool_label: 'TOK/SOL (Pump.fun)', dex_name: 'Pump.fun' },
    back_pool_address: POOL,
    attackers: [walletOf('Robber'), walletOf('Helper')],
    private_program: null,
    kept: null,
    kept_gain: null,
    cost: '510000',
    cost_sol: '0.00051',
    attempt_count: 0,
    victims: [
      {
        ...position,
        wallet: walletOf('Victim'),
        signer: walletOf('Victim'),
        signature: signatureOf('Victim'),
        block_index: 4,
        amount_in: '5',
        amount_out: '7',
        paid: amountOf('5', SOL),
        received: amountOf('7', TOKEN),
        victim_loss: '48211',
        loss: lossOf('48211'),
        loss_method: 'replay',
        loss_side: 'received',
        slippage_use: 0.62,
        limit_age: 'before',
      },
    ],
    legs: [leg('Front', 'frontrun'), leg('Back', 'backrun')],
    detected_at: '2026-09-01T00:00:05.000Z',
    ...more,
  };
}
