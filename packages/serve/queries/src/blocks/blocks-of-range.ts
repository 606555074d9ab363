import type { Address } from '@tickscope/chain';
import { column, defineFileQuery, param, type RowOf } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';
import { readScheduledLeaders } from '../reference/scheduled-leaders.js';
import { readValidatorsAt, type ValidatorFacts } from '../reference/validator-snapshots.js';

const BLOCKS_OF_RANGE = defineFileQuery(import.meta.url, './blocks-of-range.sql', {
  params: { from: param.integer, to: param.integer },
  row: {
    slot: column.integer,
    blockhash: column.blockhash,
    parentSlot: column.nullable(column.integer),
    parentBlockhash: column.nullable(column.blockhash),
    /** Unix seconds. */
    blockTime: column.nullable(column.integer),
    blockHeight: column.nullable(column.integer),
    /** As the fee reward names it. */
    rewarded: column.nullable(column.address),
    content: column.oneOf('full', 'no_entries', 'entries_only'),
    transactionCount: column.integer,
    voteCount: column.nullable(column.integer),
    failedCount: column.nullable(column.integer),
    entryCount: column.nullable(column.integer),
    tickCount: column.nullable(column.integer),
    /** Decimal. */
    numHashes: column.nullable(column.text),
  },
});

export type BlockFacts = RowOf<typeof BLOCKS_OF_RANGE>;

export interface SlotLeader extends ValidatorFacts {
  /** By the schedule, else by the fee reward, which may name the leader's collector; null: not known. */
  leader: Address | null;
}

export interface RangeOfBlocks {
  /** The stored block of a slot; null: none is, or two of them. */
  blockAt(slot: number): BlockFacts | null;
  /** Also of a slot without a block, where the schedule is known. */
  leaderAt(slot: number): SlotLeader;
}

/** Reads the blocks and the leaders of a short slot range. */
export async function readRangeOfBlocks(
  database: Database,
  range: { from: number; to: number },
  context: QueryContext,
): Promise<RangeOfBlocks> {
  const slots = Array.from({ length: range.to - range.from + 1 }, (_, at) => range.from + at);
  const [blocks, leaders] = await Promise.all([
    database.rows(BLOCKS_OF_RANGE, range, context),
    readScheduledLeaders(database, slots, context),
  ]);
  const bySlot = new Map<number, BlockFacts | null>();
  // Two blocks of one slot: neither counts.
  for (const block of blocks) bySlot.set(block.slot, bySlot.has(block.slot) ? null : block);
  const blockAt = (slot: number): BlockFacts | null => bySlot.get(slot) ?? null;
  const leaderOf = (slot: number): Address | null => leaders.get(slot) ?? blockAt(slot)?.rewarded ?? null;
  const identities = [...leaders.values(), ...blocks.map(({ rewarded }) => rewarded)];
  const validatorAt = await readValidatorsAt(database, identities, context);
  return {
    blockAt,
    leaderAt(slot) {
      const leader = leaderOf(slot);
      return { leader, ...validatorAt(leader, slot) };
    },
  };
}
