import type { AccountInBlock } from '../writer/account-activity.js';
import type { RowBuffer } from '../writer/row-buffer.js';

/** Accounts that the list of a block holds. A block of mainnet write-locks some 6,000. */
export const SLOT_HEAT_ACCOUNTS = 1_000;

export interface SlotHeat {
  /** In no order. */
  accounts: AccountInBlock[];
  /** No account that is left out used more compute units; `null`: none is left out. */
  cutComputeUnits: number | null;
}

/** The accounts that a block write-locks for most compute units, and among equals most often. */
export function slotHeat(accounts: Iterable<AccountInBlock>, most = SLOT_HEAT_ACCOUNTS): SlotHeat {
  const written: AccountInBlock[] = [];
  for (const account of accounts) if (account.writeCount > 0) written.push(account);
  if (written.length <= most) return { accounts: written, cutComputeUnits: null };
  // The limit is found among plain numbers: sorting thousands of objects a block is what ingest would feel.
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

/** Compute units, then writes as a fraction below one. */
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
