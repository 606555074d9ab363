import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Block } from '@tickscope/chain';
import { redetect } from '@tickscope/pipeline';
import { BlockWriter, refreshHeat } from '@tickscope/store';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { count, markdownTable, writeReport } from '../support/report.js';
import { benchStore } from '../support/stack.js';
import { bytesOfTrials, TRIALS } from './column-trials.js';
import { copiesOf, generatedBlocks, readRealBlock } from './model-blocks.js';
import {
  type Measured,
  mergedTables,
  perDayTable,
  perTransactionTable,
  storeAsLargeParts,
} from './table-bytes.js';

/**
 * Bytes on disk per transaction, by table, with everything merged: of a real block in many slots, of its votes and of its
 * other transactions alone, and of a chain of the simulator; the bytes a day at a given rate; and what another codec or
 * type would make of a column, on the same rows.
 *
 *   npx tsx --conditions=tickscope:source bench/storage/run.ts [--slots N] [--rate N] [--votes SHARE] [--block FILE]
 *     [--generated-slots N] [--trials] [--small] [--report FILE]
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
    block: { type: 'string', default: '../shared/data/full-blocks/254170887.getblock.json' },
    trials: { type: 'boolean', default: false },
    small: { type: 'boolean', default: false },
    report: { type: 'string' },
  },
});
const GENERATED_TRANSACTIONS = 600;
const REAL_SLOT = 254_170_887;
const BATCH = 16;
const GOALS = { others: 350, votes: 130 };

const slots = Number(flags.slots);
const real = readRealBlock(flags.block, REAL_SLOT);
const sets = {
  block: await measure(
    copiesOf(real, slots, () => true),
    { hasTrials: true },
  ),
  votes: await measure(copiesOf(real, slots, ({ isVote }) => isVote)),
  others: await measure(copiesOf(real, slots, ({ isVote }) => !isVote)),
  generated: await measure(generatedBlocks(Number(flags['generated-slots']), GENERATED_TRANSACTIONS), {
    isDetected: true,
    hasTrials: true,
  }),
};
const goal = (set: 'votes' | 'others'): string => {
  const bytes = sets[set].bytes / sets[set].transactions;
  return `${bytes.toFixed(0)} bytes (goal ≤ ${GOALS[set]}: ${bytes <= GOALS[set] ? 'met' : 'MISSED'})`;
};
writeReport(
  'Storage',
  ['npx tsx --conditions=tickscope:source bench/storage/run.ts', ...process.argv.slice(2)].join(' '),
  [
    `A transaction that is no vote takes ${goal('others')}, a vote ${goal('votes')}. Everything on disk is counted: data, marks and indexes of all tables, each merged into one part a partition${flags.small ? '' : ', with a file for each column, as in parts from 10 MB on'}.`,
    `Block 254170887 in ${slots} slots, each time with other signatures, hashes, order and compute units (± 10 %); its accounts and amounts repeat, so columns of amounts are counted too low. Entries of two transactions. Sandwiches and heat are of the simulator's chain only (${flags['generated-slots']} slots of ${GENERATED_TRANSACTIONS} transactions, 65 % votes, 73 % of the others call DEX programs).`,
    '## Bytes per transaction',
    perTransactionTable(sets),
    '## Bytes a day',
    perDayTable(sets, { rate: Number(flags.rate), votes: Number(flags.votes) }),
    ...(flags.trials ? ['## Columns stored otherwise', trialsTable(sets)] : []),
  ],
  flags.report,
);
process.exit();

/** In a server of its own, which is removed afterwards. */
async function measure(
  blocks: Iterable<Block>,
  { isDetected = false, hasTrials = false }: { isDetected?: boolean; hasTrials?: boolean } = {},
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
    const trials = flags.trials && hasTrials ? await bytesOfTrials(client) : [];
    return { transactions, bytes, tables, trials };
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

function trialsTable({ block, generated }: { block: Measured; generated: Measured }): string {
  return markdownTable([
    ['table', 'column', 'instead', 'block: bytes now', 'instead', 'generated: bytes now', 'instead'],
    ...TRIALS.map(({ table, column, type, codec }, at) => [
      table,
      column,
      [type, `CODEC(${codec})`].filter(Boolean).join(' '),
      ...[block, generated].flatMap(({ trials }) => [count(trials[at]!.before), count(trials[at]!.after)]),
    ]),
  ]);
}
