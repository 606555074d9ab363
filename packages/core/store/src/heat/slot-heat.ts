import type { AccountInBlock } from '../writer/account-activity.js';
import type { RowBuffer } from '../writer/row-buffer.js';

/** Accounts in the list of a block. A mainnet block write-locks some 6,000. */
const SLOT_HEAT_ACCOUNTS = 1_000;

export interface SlotHeat {
  /** Unordered. */
  accounts: AccountInBlock[];
  /** No omitted account used more compute units than this; null if none is omitted. */
  cutComputeUnits: number | null;
}

/**
 * Selects the accounts that a block write-locks with the most compute units; ties go to the account with more writes.
 */
export function slotHeat(accounts: Iterable<AccountInBlock>, most = SLOT_HEAT_ACCOUNTS): SlotHeat {
  const written: AccountInBlock[] = [];
  for (const account of accounts) if (account.writeCount > 0) written.push(account);
  if (written.length <= most) return { accounts: written, cutComputeUnits: null };
  // Finds the threshold in a plain number array: sorting thousands of objects per block would slow down ingestion.
  const scores = Float64Array.from(written, score).sort();
  const limit = scores[scores.length - most]!;
  const above = written.filter((account) => score(account) > limit);
  const equal = written.filter((account) => score(account) === limit);
  return {
    accounts: [...above, ...equal.slice(0, most - above.length)],
    cutComputeUnits: Math.floor(limit),
  };
}

const WRITES_SCALE = 2 ** -20;

/** Compute units, plus the number of writes as a fraction below one. */
function score({ knownComputeUnits, writeCount }: AccountInBlock): number {
  return knownComputeUnits + Math.min(writeCount, 1_000_000) * WRITES_SCALE;
}

/** Appends the row of `slot_heat`. */
export function encodeSlotHeat(rows: RowBuffer, slot: number, heat: SlotHeat, version: number): void {
  const { accounts, cutComputeUnits } = heat;
  rows.uint53(slot);
  rows.varint(accounts.length);
  for (const { account } of accounts) rows.fixed(account);
  rows.varint(accounts.length);
  for (const { knownComputeUnits } of accounts) rows.uint32(Math.min(knownComputeUnits, MAX_UINT32));
  rows.varint(accounts.length);
  for (const { writeCount } of accounts) rows.uint32(writeCount);
  rows.nullable(cutComputeUnits, (units) => rows.uint32(Math.min(units, MAX_UINT32)));
  rows.uint8(version);
  rows.endRow();
}

const MAX_UINT32 = 2 ** 32 - 1;
