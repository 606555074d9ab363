import type { SlotRange } from '@tickscope/chain';
import { column, defineQuery, type ReadConnection, type RowOf, sqlFile } from '@tickscope/store';
import type { Problems, VerifyReport, VerifyRule } from './report.js';
import { RANGE, rowsOfRange, type StoredBlock } from './stored-blocks.js';
import { readTransactionCounts, type TransactionCounts } from './transaction-counts.js';

/** Nothing else says how many rows they have; their positions can still be beyond the block. */
const UNCOUNTED_TABLES = [
  'token_links',
  'pool_events',
  'fills',
  'rebates',
  'tips',
  'unknown_frames',
] as const;
const LOOKUP_TABLES = [
  ...(['account_slots', 'signatures', 'swaps', 'swaps_by_trader'] as const),
  ...UNCOUNTED_TABLES,
  'entries',
] as const;
type LookupTable = (typeof LOOKUP_TABLES)[number];

const lookupCounts = (name: string, settings: string) =>
  defineQuery({
    name,
    sql: `${sqlFile(import.meta.url, './lookup-counts.sql')}${settings}`,
    params: RANGE,
    row: {
      table: column.oneOf(...LOOKUP_TABLES),
      slot: column.integer,
      rows: column.text,
      writes: column.text,
      sumOfIndexes: column.text,
      hash: column.text,
      lastIndex: column.integer,
    },
  });
const LOOKUP_COUNTS = lookupCounts('lookup-counts', '');
/** All rows of a key are in one partition, because the partition follows from the slot. */
const EXACT_LOOKUP_COUNTS = lookupCounts(
  'exact-lookup-counts',
  ' SETTINGS final = 1, do_not_merge_across_partitions_select_final = 1',
);

/** For reads of whole partitions. Below the client's limit of two minutes. */
const LOOKUP_TIMEOUT_MS = 110_000;

type LookupCounts = Omit<RowOf<typeof LOOKUP_COUNTS>, 'table' | 'slot'>;

/** By slot and table. A table without rows is absent. */
type Lookups = Map<number, Map<LookupTable, LookupCounts>>;

const NO_ROWS: LookupCounts = { rows: '0', writes: '0', sumOfIndexes: '0', hash: '0', lastIndex: 0 };

interface Finding {
  rule: VerifyRule;
  slot: number;
  detail: string;
}

/**
 * Counts the rows of the lookup tables against the transactions they were derived from, for a range and all its stored
 * blocks in slot order. Also reports rows of slots without a block.
 *
 * @returns the slots with expired rows
 */
export async function checkLookups(
  read: ReadConnection,
  range: SlotRange,
  blocks: readonly StoredBlock[],
  report: Pick<VerifyReport, 'lookupRows'>,
  problems: Problems,
): Promise<Set<number>> {
  const transactions = await readTransactionCounts(read, range);
  let lookups = await readLookups(read, range, false);
  let { findings, expired } = compareAll(blocks, transactions, lookups);
  if (findings.length > 0) {
    // Versions not merged yet look like surplus rows. Reads the doubtful range again with FINAL.
    const slots = findings.map(({ slot }) => slot);
    const doubtful = { fromSlot: Math.min(...slots), toSlot: Math.max(...slots) };
    const exact = await readLookups(read, doubtful, true);
    lookups = new Map([...lookups].filter(([slot]) => slot < doubtful.fromSlot || slot > doubtful.toSlot));
    for (const [slot, tables] of exact) lookups.set(slot, tables);
    ({ findings, expired } = compareAll(blocks, transactions, lookups));
  }
  for (const tables of lookups.values())
    for (const [table, { rows }] of tables) if (table !== 'entries') report.lookupRows += Number(rows);
  for (const { rule, slot, detail } of findings) problems.add(rule, slot, detail);
  return expired;
}

async function readLookups(read: ReadConnection, range: SlotRange, isExact: boolean): Promise<Lookups> {
  const query = isExact ? EXACT_LOOKUP_COUNTS : LOOKUP_COUNTS;
  const lookups: Lookups = new Map();
  for (const { table, slot, ...counts } of await rowsOfRange(read, query, range, LOOKUP_TIMEOUT_MS)) {
    const tables = lookups.get(slot) ?? new Map<LookupTable, LookupCounts>();
    tables.set(table, counts);
    lookups.set(slot, tables);
  }
  return lookups;
}

function compareAll(
  blocks: readonly StoredBlock[],
  transactions: Map<number, TransactionCounts>,
  lookups: Lookups,
): { findings: Finding[]; expired: Set<number> } {
  const findings: Finding[] = [];
  const expired = new Set<number>();
  const stored = new Set<number>();
  for (const block of blocks) {
    stored.add(block.slot);
    const tables = lookups.get(block.slot) ?? new Map<LookupTable, LookupCounts>();
    const isExpired = compareBlock(block, transactions.get(block.slot) ?? null, tables, findings);
    if (isExpired) expired.add(block.slot);
  }
  for (const [slot, tables] of lookups)
    if (!stored.has(slot))
      findings.push({ rule: 'rows_of_no_block', slot, detail: [...tables.keys()].join(', ') });
  for (const slot of transactions.keys())
    if (!stored.has(slot)) findings.push({ rule: 'rows_of_no_block', slot, detail: 'transactions' });
  return { findings, expired };
}

/** @returns whether rows of this block have expired */
function compareBlock(
  block: StoredBlock,
  transactions: TransactionCounts | null,
  tables: Map<LookupTable, LookupCounts>,
  findings: Finding[],
): boolean {
  const { slot, isOld } = block;
  let isExpired = false;
  const found = (table: LookupTable): LookupCounts => tables.get(table) ?? NO_ROWS;
  const compare = (
    rule: VerifyRule,
    table: LookupTable,
    numbers: readonly (readonly [what: string, found: string, expected: string])[],
  ): void => {
    // The rows of a slot expire together: they are inserted together, and dropped with their part.
    if (isOld && (!tables.has(table) || transactions === null)) {
      isExpired ||= numbers.some(([, count, expected]) => count !== expected);
      return;
    }
    const wrong = numbers.find(([, count, expected]) => count !== expected);
    if (wrong !== undefined)
      findings.push({ rule, slot, detail: `${wrong[0]}: ${wrong[1]} found, ${wrong[2]} expected` });
  };

  const locks = found('account_slots');
  if (transactions === null || transactions.withoutLocks === 0)
    compare('locks', 'account_slots', [
      ['locks', locks.rows, transactions?.locks ?? '0'],
      ['writes', locks.writes, transactions?.writes ?? '0'],
      ['sum of their indexes', locks.sumOfIndexes, transactions?.sumOfLockIndexes ?? '0'],
    ]);
  compare('account_slots', 'account_slots', [['arrays that are not as their counts say', locks.hash, '0']]);
  const signatures = found('signatures');
  compare('signatures', 'signatures', [
    ['rows', signatures.rows, String(transactions?.rows ?? 0)],
    ['hash of all', signatures.hash, transactions?.signatureHash ?? '0'],
  ]);
  const [swaps, byTrader] = [found('swaps'), found('swaps_by_trader')];
  compare('swaps', 'swaps', [
    ['rows', swaps.rows, transactions?.trades ?? '0'],
    ['hash of all', swaps.hash, transactions?.tradeHash ?? '0'],
  ]);
  compare('swaps_by_trader', 'swaps_by_trader', [
    ['rows', byTrader.rows, swaps.rows],
    ['hash of all', byTrader.hash, transactions?.signedTradeHash ?? '0'],
  ]);
  for (const table of UNCOUNTED_TABLES)
    if (tables.has(table) && found(table).lastIndex >= block.transactionCount)
      findings.push({
        rule: 'rows_of_no_block',
        slot,
        detail: `${table}: transaction ${found(table).lastIndex} of ${block.transactionCount}`,
      });
  return isExpired;
}
