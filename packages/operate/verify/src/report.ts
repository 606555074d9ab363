/** The rules that a stored range can violate. Their texts are in `RULE_TEXTS`. */
export type VerifyRule = keyof typeof RULE_TEXTS;

/** Texts for operators, in the order in which a report lists the rules. */
export const RULE_TEXTS = {
  missing: 'slots not stored',
  gap: 'gap recorded and not repaired',
  two_blocks: 'two blocks in one slot',
  parent: 'parent',
  entry_counts: 'counts of entries',
  entry_copies: 'an entry twice, not the same',
  tick_count: 'number of ticks',
  tick_forward: 'tick, counted from the parent',
  tick_backward: "tick, counted from the slot's end",
  is_tick: 'tick or not',
  hashes_per_tick: 'hashes from tick to tick',
  alpenglow_hashes: 'hashes of an Alpenglow entry',
  start_index: 'first transaction of an entry',
  blockhash: 'last entry is not the blockhash',
  poh: 'hash chain',
  num_hashes: 'absurd number of hashes',
  transaction_counts: 'counts of transactions',
  transaction_copies: 'a transaction twice, not the same',
  signature_twice: 'signature twice in one block',
  place: 'position of a transaction',
  locks: 'locks of account_slots',
  account_slots: 'arrays of account_slots',
  signatures: 'rows of signatures',
  swaps: 'rows of swaps',
  swaps_by_trader: 'rows of swaps_by_trader',
  rows_of_no_block: 'rows without their block',
  undetected: 'stored, but sandwich detection has not run',
  sandwiches: 'not what detection finds in the stored swaps',
} as const;

export const VERIFY_RULES = Object.keys(RULE_TEXTS) as VerifyRule[];

export interface VerifyProblem {
  rule: VerifyRule;
  slot: number;
  /** The last slot, if the problem spans several. */
  toSlot: number;
  detail: string;
}

/** How far a range is proven. All counts are of blocks unless stated otherwise. */
export interface VerifyReport {
  fromSlot: number;
  toSlot: number;
  isProven: boolean;
  slots: {
    stored: number;
    /** Slots without a block, proven by the next block's parent lying before them. */
    skipped: number;
    missing: number;
    full: number;
    entriesOnly: number;
    noEntries: number;
    /** Blocks with expired rows in some table: only the remaining rows are proven. */
    expired: number;
  };
  links: {
    /** Blocks whose parent is stored and has the hash that they name. */
    proven: number;
    /** Blocks whose parent is not stored, or that do not name its hash. */
    unproven: number;
  };
  entries: number;
  ticks: number;
  transactions: number;
  /** Rows of the lookup tables that were counted against the transactions. */
  lookupRows: number;
  /** Sandwiches that were detected again and compared with the stored ones; null if not requested. */
  sandwiches: number | null;
  /** Null if not requested. */
  poh: PohReport | null;
  /** The first problems; `problemCount` counts all. */
  problems: VerifyProblem[];
  problemCount: number;
}

export interface PohReport {
  /** Blocks of which every entry is proven. */
  slotsProven: number;
  /** Entries whose hash was recomputed from the previous one and matched. */
  entriesProven: number;
  /** The proven entries without transactions. */
  ticksProven: number;
  /** Entries with transactions whose signatures are not stored. */
  entriesWithoutSignatures: number;
  /** First entries of a block for which the preceding hash is unknown. */
  entriesWithoutStart: number;
  hashes: number;
}

/** Limits memory use if a table is badly damaged. */
const MOST_PROBLEMS = 1_000;

export class Problems {
  readonly list: VerifyProblem[] = [];
  count = 0;

  add(rule: VerifyRule, slot: number, detail: string, toSlot = slot): void {
    this.count += 1;
    if (this.list.length < MOST_PROBLEMS) this.list.push({ rule, slot, toSlot, detail });
  }
}

/** Progress of the verification, for display. */
export interface VerifyProgress {
  stage: 'chain' | 'rows' | 'lookups' | 'sandwiches' | 'poh';
  /** The stage is done up to this slot. */
  slot: number;
  blocksDone: number;
  /** `null` until the first stage has counted them. */
  blocksTotal: number | null;
}
