import { POSITION_COLUMNS } from '../instruction-position.js';

// The columns of the tables of sandwiches, in the order in which sandwich-rows.ts encodes them.

/** Columns that detection found, apart from its last ones. */
const FOUND_COLUMNS = [
  'first_slot',
  'bracket_id',
  'last_slot',
  'block_time',
  'is_final',
  'confidence_then',
  'reason_then',
  'basis_then',
  'intent_then',
  'alternatives',
  'link',
  'link_address',
  'attacker',
  'attackers',
  'private_program',
  'pool',
  'back_pool',
  'program_id',
  'dex_name',
  'mint_in',
  'mint_out',
  'quantity_ratio',
  'gain_mint',
  'gross',
  'net',
  'kept',
  'cost',
  'replay_residual',
  'swaps_before',
  'swaps_after',
  'transactions_before',
  'transactions_after',
  'is_passing',
  'is_aimed',
  'front_count',
  'back_count',
  'listed_victims',
  'harmed_count',
  'attempt_count',
  'victim_loss',
  'loss_lamports',
] as const;

/** The verdict as of now. */
export const VERDICT_COLUMNS = [
  'confidence',
  'reason',
  'basis',
  'intent',
  'evidence',
  'standing',
  'victim_count',
] as const;

/** The writer adds `detected_at` after them. */
export const SANDWICH_COLUMNS = [
  ...FOUND_COLUMNS,
  ...VERDICT_COLUMNS,
  'cause',
  'revision',
  'is_deleted',
  'digest',
] as const;

/** Position, role and sandwich of a leg. */
const LEG_KEY = [...POSITION_COLUMNS, 'role', 'bracket_id', 'first_slot', 'last_slot'] as const;

export const LEG_COLUMNS = [
  ...LEG_KEY,
  'is_final',
  'pool',
  'dex_name',
  'trader',
  'signer',
  'signature',
  'poh_tick',
  'block_time',
  'mint_in',
  'mint_out',
  'trader_in',
  'trader_out',
  'loss_amount',
  'loss_method',
  'loss_side',
  'slippage_use',
  'limit_age',
  'revision',
  'is_deleted',
] as const;

export const ACTOR_TRIP_COLUMNS = [
  'address',
  'first_slot',
  'bracket_id',
  'last_slot',
  'pool',
  'gained',
  'aimed',
  'revision',
  'is_deleted',
] as const;

export const LEG_BY_TRADER_COLUMNS = ['trader', ...LEG_KEY, 'revision', 'is_deleted'] as const;
