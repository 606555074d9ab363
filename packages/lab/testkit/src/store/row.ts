export type Row = Record<string, Value>;

export type Rows = Record<
  | 'slots'
  | 'entries'
  | 'transactions'
  | 'account_locks'
  | 'account_slots'
  | 'signatures'
  | 'swaps'
  | 'swaps_by_trader'
  | 'token_links'
  | 'pool_events'
  | 'fills'
  | 'rebates'
  | 'tips'
  | 'unknown_frames',
  Row[]
>;

/** A value as the tests read it: hex for bytes, text for numbers, null. */
export type Value = string | null | Value[];
