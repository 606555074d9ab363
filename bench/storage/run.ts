import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { generatedBlocks } from '@tickscope/api/testing/generated-blocks';
import type { Block } from '@tickscope/chain';
import { redetect } from '@tickscope/pipeline';
import { BlockWriter, refreshHeat } from '@tickscope/store';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { writeReport } from '../support/report.js';
import { benchStore } from '../support/stack.js';
import { REAL_BLOCK, REAL_SLOT } from '../support/tables.js';
import { copiesOf, GENERATED, readRealBlock } from './model-blocks.js';
import {
  type Measured,
  mergedTables,
  perDayTable,
  perTransactionTable,
  storeAsLargeParts,
} from './table-bytes.js';

/**
 * Bytes on disk per transaction, by table, with everything merged: of a real block in many slots, of its votes and of its
 * other transactions alone, and of a chain of the simulator; and the bytes a day at a given rate.
 *
 *   npx tsx --conditions=tickscope:source bench/storage/run.ts [--slots N] [--rate N] [--votes SHARE] [--block FILE]
 *     [--generated-slots N] [--small] [--report FILE]
 *
 * `--small` leaves parts in the format that ClickHouse gives to those below 10 MB.
 * `--rate` is transactions a second, `--votes` the share of votes of which the bytes a day are made.
 */
const { values: flags } = parseArgs({
  options: {
    slots: { type: 'string', default: '256' },
    'generated-slots': { type: 'string', default: '256' },
    rate: { type: 'string', default: '4000' },
    votes: { type: 'string', default: '0.7' },
    block: { type: 'string', default: REAL_BLOCK },
    small: { type: 'boolean', default: false },
    report: { type: 'string' },
  },
});
const GENERATED_TRANSACTIONS = 600;
const BATCH = 16;
const GOALS = { others: 300, votes: 120 };

const slots = Number(flags.slots);
const chain = { ...GENERATED, transactionsPerSlot: GENERATED_TRANSACTIONS };
const real = readRealBlock(flags.block, REAL_SLOT);
const sets = {
  block: await measure(copiesOf(real, slots, () => true)),
  votes: await measure(copiesOf(real, slots, ({ isVote }) => isVote)),
  others: await measure(copiesOf(real, slots, ({ isVote }) => !isVote)),
  generated: await measure(generatedBlocks(chain, Number(flags['generated-slots'])), { isDetected: true }),
};
const goal = (set: 'votes' | 'others'): string => {
  const bytes = sets[set].bytes / sets[set].transactions;
  return `${bytes.toFixed(0)} bytes (goal ≤ ${GOALS[set]}: ${bytes <= GOALS[set] ? 'met' : 'MISSED'})`;
};
writeReport(
  'Storage',
  [
    `A transaction that is no vote takes ${goal('others')}, a vote ${goal('votes')}. Everything on disk is counted: data, marks and indexes of all tables, each merged into one part a partition${flags.small ? '' : ', with a file for each column, as in parts from 10 MB on'}.`,
    `Block 254170887 in ${slots} slots, each time with other signatures, hashes, order and compute units (± 10 %); its accounts and amounts repeat, so columns of amounts are counted too low. Entries of two transactions. Sandwiches and heat are of the simulator's chain only (${flags['generated-slots']} slots of ${GENERATED_TRANSACTIONS} transactions, 65 % votes, 73 % of the others call DEX programs).`,
    '## Bytes per transaction',
    perTransactionTable(sets),
    '## Bytes a day',
    perDayTable(sets, { rate: Number(flags.rate), votes: Number(flags.votes) }),
  ],
  flags.report,
);
process.exit();

/** In a server of its own, which is removed afterwards. */
async function measure(
  blocks: Iterable<Block>,
  { isDetected = false }: { isDetected?: boolean } = {},
): Promise<Measured> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tickscope-bench-storage-'));
  const store = await benchStore(dataDir);
  const { client } = store;
  try {
    if (!flags.small) await storeAsLargeParts(client);
    const { transactions, range } = await fill(client, blocks);
    if (isDetected) {
      await redetect(client, range);
      await refreshHeat(client, { most: 1_000 });
    }
    const tables = await mergedTables(client);
    const bytes = [...tables.values()].reduce((sum, table) => sum + table.bytes, 0);
    return { transactions, bytes, tables };
  } finally {
    await store.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function fill(
  client: TestConnection,
  blocks: Iterable<Block>,
): Promise<{ transactions: number; range: { fromSlot: number; toSlot: number } }> {
  const writer = new BlockWriter(client);
  const range = { fromSlot: Number.MAX_SAFE_INTEGER, toSlot: 0 };
  let transactions = 0;
  let batch: Block[] = [];
  for (const block of blocks) {
    transactions += block.transactions.length;
    range.fromSlot = Math.min(range.fromSlot, block.slot);
    range.toSlot = Math.max(range.toSlot, block.slot);
    batch.push(block);
    if (batch.length < BATCH) continue;
    await writer.write(batch);
    batch = [];
  }
  if (batch.length > 0) await writer.write(batch);
  return { transactions, range };
}
