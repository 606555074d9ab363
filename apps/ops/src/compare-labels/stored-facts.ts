import { groupBy, positionKey, type Signature, type SlotRange } from '@tickscope/chain';
import type { Swap } from '@tickscope/dex';
import type { Database, QueryContext } from '@tickscope/queries';
import { type RangeContents, readManyRanges } from '@tickscope/queries/coverage';
import type { SandwichEvent } from '@tickscope/queries/feed';
import { readSandwiches } from '@tickscope/queries/sandwiches';
import { type FoundTransaction, findTransactions } from '@tickscope/queries/transactions';
import { column, defineFileQuery, param, type ReadConnection, readWith } from '@tickscope/store';
import { readTradesWith } from '@tickscope/store/trades';
import { type Label, signaturesOf } from './label.js';

const LEGS_OF_POSITIONS = defineFileQuery(import.meta.url, './legs-of-positions.sql', {
  params: { positions: param.positions },
  row: {
    slot: column.integer,
    blockIndex: column.integer,
    sandwichId: column.text,
    firstSlot: column.integer,
  },
});
const TIMEOUT_MS = 60_000;
/** A label that claims to span more is not explained by its swaps. */
export const MOST_SPAN = 1_000;

/** Facts that the store has about the transactions of some labels. */
export interface StoredFacts {
  transactions: ReadonlyMap<Signature, FoundTransaction>;
  /** The sandwiches that a transaction is part of, suspected ones included. */
  sandwichesOf(signature: Signature): SandwichEvent[];
}

/** Reads what the store knows of some labels: four queries for all of them. */
export async function readFacts(
  database: Database,
  labels: readonly Label[],
  context: QueryContext,
): Promise<StoredFacts> {
  const signatures = [...new Set(labels.flatMap(signaturesOf))];
  const versions = await findTransactions(database, signatures, context);
  const ranges = versions.map(({ slot }) => ({ fromSlot: slot, toSlot: slot }));
  const contents = await readManyRanges(database, ranges, context);
  const transactions = new Map<Signature, FoundTransaction>();
  for (const [at, version] of versions.entries())
    if (!transactions.has(version.signature) && contents[at]!.readable.has(version.slot))
      transactions.set(version.signature, version);
  const positions = [...transactions.values()];
  if (positions.length === 0) return { transactions, sandwichesOf: () => [] };
  const legs = await database.rows(LEGS_OF_POSITIONS, { positions }, context);
  const keys = [...new Map(legs.map((leg) => [leg.sandwichId, leg])).values()];
  const sandwiches = new Map(
    (await readSandwiches(database, keys, context)).map((sandwich) => [sandwich.id, sandwich]),
  );
  const idsAt = groupBy(legs, positionKey);
  return {
    transactions,
    sandwichesOf(signature) {
      const transaction = transactions.get(signature);
      const own = transaction === undefined ? [] : (idsAt.get(positionKey(transaction)) ?? []);
      const ids = new Set(own.map(({ sandwichId }) => sandwichId));
      return [...ids].flatMap((id) => sandwiches.get(id) ?? []);
    },
  };
}

/** The slots that a label states, and those of its transactions that are stored; null: none is known. */
export function slotsOf(label: Label, { transactions }: StoredFacts): SlotRange | null {
  const slots = signaturesOf(label).flatMap((signature) => transactions.get(signature)?.slot ?? []);
  if (label.slots !== null) slots.push(label.slots.fromSlot, label.slots.toSlot);
  return slots.length === 0 ? null : { fromSlot: Math.min(...slots), toSlot: Math.max(...slots) };
}

/** Reads the stored content of a slot range. */
export async function contentsOf(
  database: Database,
  range: SlotRange,
  context: QueryContext,
): Promise<RangeContents> {
  const [contents] = await readManyRanges(database, [range], context);
  return contents!;
}

/** The swaps of some transactions. */
export async function swapsOf(
  read: ReadConnection,
  transactions: readonly FoundTransaction[],
): Promise<Swap[]> {
  const pools = [...new Set(transactions.flatMap(({ markets }) => markets.map(({ pool }) => pool)))];
  const slots = transactions.map(({ slot }) => slot);
  if (pools.length === 0) return [];
  const [fromSlot, toSlot] = [Math.min(...slots), Math.max(...slots)];
  const blocks = await readTradesWith(readWith(read, { timeoutMs: TIMEOUT_MS }), { fromSlot, toSlot, pools });
  const wanted = new Set(transactions.map(positionKey));
  return blocks.flatMap(({ swaps }) => swaps.filter((swap) => wanted.has(positionKey(swap))));
}
