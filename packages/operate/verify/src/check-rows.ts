import { TICKS_PER_SLOT } from '@tickscope/chain';
import { column, defineFileQuery, type ReadConnection, type RowOf } from '@tickscope/store';
import { plural, short } from './check-chain.js';
import { type Problems, VERIFY_RULES, type VerifyReport, type VerifyRule } from './report.js';
import { RANGE, rowsOfRange, type StoredBlock } from './stored-blocks.js';
import { readTransactionCounts, type TransactionCounts } from './transaction-counts.js';

const ENTRY_COUNTS = defineFileQuery(import.meta.url, './entry-counts.sql', {
  params: RANGE,
  row: {
    slot: column.integer,
    rows: column.integer,
    lastIndex: column.integer,
    transactions: column.integer,
    hashes: column.rounded,
    ticks: column.integer,
    lastHash: column.text,
    endsOnTick: column.flag,
  },
});
const VIOLATIONS = {
  rule: column.oneOf(...VERIFY_RULES),
  slot: column.integer,
  count: column.integer,
  /** Index of the first row that breaks the rule. */
  index: column.integer,
  detail: column.text,
};
const ENTRY_RULES = defineFileQuery(import.meta.url, './entry-rules.sql', {
  params: RANGE,
  row: VIOLATIONS,
});
const TRANSACTION_RULES = defineFileQuery(import.meta.url, './transaction-rules.sql', {
  params: RANGE,
  row: VIOLATIONS,
});

type EntryCounts = RowOf<typeof ENTRY_COUNTS>;

/**
 * Checks the entries and transactions of some blocks, in slot order, against their `slots` rows and each other.
 *
 * @returns the slots with expired rows
 */
export async function checkRows(
  read: ReadConnection,
  blocks: readonly StoredBlock[],
  report: Pick<VerifyReport, 'entries' | 'ticks' | 'transactions'>,
  problems: Problems,
): Promise<Set<number>> {
  const range = { fromSlot: blocks[0]!.slot, toSlot: blocks.at(-1)!.slot };
  const counts = await rowsOfRange(read, ENTRY_COUNTS, range);
  const entries = new Map(counts.map((own) => [own.slot, own]));
  const transactions = await readTransactionCounts(read, range);
  const expired = new Set<number>();
  for (const block of blocks) {
    if (checkEntries(block, entries.get(block.slot) ?? null, report, problems) === 'expired')
      expired.add(block.slot);
    if (checkTransactions(block, transactions.get(block.slot) ?? null, report, problems) === 'expired')
      expired.add(block.slot);
  }
  for (const [query, what] of [
    [ENTRY_RULES, 'entry'],
    [TRANSACTION_RULES, 'transaction'],
  ] as const) {
    for (const { rule, slot, count, index, detail } of await rowsOfRange(read, query, range)) {
      const more = count === 1 ? '' : `, and ${plural(count - 1, 'more row')}`;
      problems.add(rule, slot, `${what} ${index}: ${detail}${more}`);
    }
  }
  return expired;
}

function checkEntries(
  block: StoredBlock,
  found: EntryCounts | null,
  report: Pick<VerifyReport, 'entries' | 'ticks'>,
  problems: Problems,
): 'checked' | 'expired' {
  const { slot } = block;
  if (block.content === 'no_entries') {
    if (found !== null)
      problems.add('entry_counts', slot, `${plural(found.rows, 'entry row')} of a block without entries`);
    if (block.entryCount !== null) problems.add('entry_counts', slot, 'a count of entries, without entries');
    return 'checked';
  }
  if (found === null) {
    if (block.isOld) return 'expired';
    problems.add('entry_counts', slot, `none of ${block.entryCount ?? '?'} entries is stored`);
    return 'checked';
  }
  report.entries += found.rows;
  report.ticks += found.ticks;
  compare(problems, 'entry_counts', slot, [
    ['entries', found.rows, block.entryCount],
    ['the last index', found.lastIndex, found.rows - 1],
    ['transactions in them', found.transactions, block.transactionCount],
    ['hashes', found.hashes, block.numHashes],
  ]);
  compare(problems, 'tick_count', slot, [
    ['ticks', found.ticks, block.tickCount],
    ['ticks', found.ticks, expectedTicks(block)],
  ]);
  if (!found.endsOnTick) problems.add('tick_count', slot, 'the last entry is not a tick');
  if (found.lastHash !== block.blockhash)
    problems.add('blockhash', slot, `${short(found.lastHash)}, the block is ${short(block.blockhash)}`);
  return 'checked';
}

/** Chain facts 3 and 4: includes the ticks of the skipped slots before it. An Alpenglow block has one tick. */
function expectedTicks({ slot, parentSlot, model }: StoredBlock): number {
  return model === 'alpenglow' ? 1 : (slot - (parentSlot ?? -1)) * TICKS_PER_SLOT;
}

function checkTransactions(
  block: StoredBlock,
  found: TransactionCounts | null,
  report: Pick<VerifyReport, 'transactions'>,
  problems: Problems,
): 'checked' | 'expired' {
  const { slot, content, voteCount, failedCount } = block;
  const expected = content === 'entries_only' ? 0 : block.transactionCount;
  if (found === null && expected > 0 && block.isOld) return 'expired';
  const rows = found?.rows ?? 0;
  report.transactions += rows;
  compare(problems, 'transaction_counts', slot, [['transactions', rows, expected]]);
  if ((voteCount === null) !== (content === 'entries_only'))
    problems.add(
      'transaction_counts',
      slot,
      voteCount === null ? 'no count of votes' : 'votes without transactions',
    );
  if (found === null || expected === 0) return 'checked';
  compare(problems, 'transaction_counts', slot, [
    ['the last index', found.lastIndex, rows - 1],
    ['votes', found.votes, voteCount],
    ...(failedCount === null ? [] : [['failed ones', found.failures, failedCount] as const]),
  ]);
  compare(problems, 'signature_twice', slot, [['different signatures', found.signatures, rows]]);
  return 'checked';
}

function compare(
  problems: Problems,
  rule: VerifyRule,
  slot: number,
  numbers: readonly (readonly [what: string, found: number, expected: number | null])[],
): void {
  for (const [what, found, expected] of numbers)
    if (found !== expected)
      problems.add(rule, slot, `${what}: ${found} found, ${expected ?? 'unknown'} expected`);
}
