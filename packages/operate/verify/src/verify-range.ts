import type { SlotRange } from '@tickscope/chain';
import type { ReadConnection } from '@tickscope/store';
import { ChainCheck, checkGaps } from './check-chain.js';
import { checkLookups } from './check-lookups.js';
import { checkRows } from './check-rows.js';
import { provePoh } from './prove-poh.js';
import { Problems, type VerifyProgress, type VerifyReport, type VerifyRule } from './report.js';
import { storedBlocks } from './stored-blocks.js';

/** Blocks read at a time: one row each for links, some thousand rows each for entries and transactions. */
const CHAIN_PAGE = 4_096;
const ROWS_PAGE = 64;
/** Lookup tables are read by partition, in as few reads as memory for their sums allows. */
const LOOKUP_PAGE = 8_192;

/**
 * Compares the stored sandwiches of a range with those detected again from the stored swaps. Passed in by the caller,
 * because detection lives in a package above this one.
 *
 * @returns the number of sandwiches compared
 */
export type SandwichCheck = (
  read: ReadConnection,
  range: SlotRange,
  report: {
    problem(rule: VerifyRule, slot: number, detail: string, toSlot?: number): void;
    onProgress(slot: number): void;
  },
) => Promise<number>;

export interface VerifyOptions extends SlotRange {
  checkSandwiches?: SandwichCheck;
  /** Also recompute the hash chain, in this many threads; null: do not. */
  pohWorkers: number | null;
  onProgress?(progress: VerifyProgress): void;
}

/**
 * Verifies what is stored of a slot range: parents linked by hash, the counts of `slots` against the rows of each
 * table, ticks by both formulas, duplicates, gaps and, if requested, the hash chain itself.
 *
 * Unknown data (entries of an RPC block) and expired rows are counted as such and are not errors. Reads at most a page
 * of blocks at a time; every query has a deadline. Takes no snapshot: a block that is replaced meanwhile may look
 * broken.
 */
export async function verifyRange(read: ReadConnection, options: VerifyOptions): Promise<VerifyReport> {
  const { fromSlot, toSlot, pohWorkers, onProgress = () => undefined } = options;
  const range = { fromSlot, toSlot };
  const problems = new Problems();
  const expired = new Set<number>();
  const report: VerifyReport = {
    fromSlot,
    toSlot,
    isProven: false,
    slots: { stored: 0, skipped: 0, missing: 0, full: 0, entriesOnly: 0, noEntries: 0, expired: 0 },
    links: { proven: 0, unproven: 0 },
    entries: 0,
    ticks: 0,
    transactions: 0,
    lookupRows: 0,
    sandwiches: null,
    poh: null,
    problems: problems.list,
    problemCount: 0,
  };

  const chain = await ChainCheck.begin(read, range, report, problems);
  for await (const blocks of storedBlocks(read, range, CHAIN_PAGE)) {
    for (const block of blocks) chain.add(block);
    onProgress({
      stage: 'chain',
      slot: blocks.at(-1)!.slot,
      blocksDone: report.slots.stored,
      blocksTotal: null,
    });
  }
  chain.end();
  await checkGaps(read, range, problems);

  const blocksTotal = report.slots.stored;
  let blocksDone = 0;
  for await (const blocks of storedBlocks(read, range, ROWS_PAGE)) {
    for (const slot of await checkRows(read, blocks, report, problems)) expired.add(slot);
    blocksDone += blocks.length;
    onProgress({ stage: 'rows', slot: blocks.at(-1)!.slot, blocksDone, blocksTotal });
  }

  blocksDone = 0;
  let next = fromSlot;
  for await (const blocks of storedBlocks(read, range, LOOKUP_PAGE)) {
    blocksDone += blocks.length;
    // Includes slots without a block, up to the next page or the end of the range.
    const end = blocksDone >= blocksTotal ? toSlot : blocks.at(-1)!.slot;
    for (const slot of await checkLookups(read, { fromSlot: next, toSlot: end }, blocks, report, problems))
      expired.add(slot);
    next = end + 1;
    onProgress({ stage: 'lookups', slot: end, blocksDone, blocksTotal });
  }

  if (options.checkSandwiches !== undefined)
    report.sandwiches = await options.checkSandwiches(read, range, {
      problem: (rule, slot, detail, end) => problems.add(rule, slot, detail, end),
      onProgress: (slot) =>
        onProgress({
          stage: 'sandwiches',
          slot,
          blocksDone: slot - fromSlot + 1,
          blocksTotal: toSlot - fromSlot + 1,
        }),
    });

  if (pohWorkers !== null) {
    blocksDone = 0;
    report.poh = await provePoh(read, range, pohWorkers, problems, (slot) => {
      blocksDone += 1;
      onProgress({ stage: 'poh', slot, blocksDone, blocksTotal });
    });
  }
  report.slots.expired = expired.size;
  report.problemCount = problems.count;
  report.isProven = problems.count === 0;
  return report;
}
