import { existsSync } from 'node:fs';
import { generatedBlocks } from '@tickscope/api/testing/generated-blocks';
import { type Block, toBase58 } from '@tickscope/chain';
import { redetectSlots } from '@tickscope/pipeline';
import {
  BlockWriter,
  refreshHeat,
  replaceLabels,
  writeGap,
  writeLeaders,
  writeTokens,
  writeValidators,
} from '@tickscope/store';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { numberOf, rowsOf } from '../support/rows.js';
import { importBlock, stopMerges } from '../support/tables.js';

const SLOTS = 600;
const CHAIN = {
  seed: 'answers',
  transactionsPerSlot: 120,
  voteShare: 0.4,
  dexShare: 0.4,
  sandwichesPerSlot: 0.5,
  pools: 40,
  markets: 40,
  wallets: 300,
  leaders: 6,
};
const FIRST_SLOT = 432_000_000;
/** The last blocks are stored, but detection has not run over them. */
const UNDETECTED = 6;
/** Offsets of blocks that are not stored; a gap is recorded for the second. */
const MISSING = [200, 207];
/** Offsets of blocks of which only a version without entries is stored. */
const WITHOUT_ENTRIES = [300, 301];
/** One block in this many is stored twice, first as a worse version. */
const EVERY_TWICE = 5;
const BATCH = 16;
const HEAT_BUCKETS = 8;

/** Fills an empty store, the same rows each time. Leaves a filled one as it is. */
export async function makeStore(client: TestConnection, realBlock: string): Promise<void> {
  if ((await numberOf(client, 'SELECT count() FROM slots')) > 0) return;
  // Versions stay beside each other: answers must be right before merges.
  await stopMerges(client, ['slots', 'transactions', 'account_slots', 'swaps', 'swaps_by_trader']);
  const writer = new BlockWriter(client);
  if (existsSync(realBlock)) await importBlock(client, realBlock);
  const blocks = generatedBlocks(CHAIN, SLOTS);
  const lost = new Set(MISSING.map((offset) => FIRST_SLOT + offset));
  const bare = new Set(WITHOUT_ENTRIES.map((offset) => FIRST_SLOT + offset));
  const kept = blocks
    .filter(({ slot }) => !lost.has(slot))
    .map((block) => (bare.has(block.slot) ? withoutEntries(block) : block));
  await writeReference(client, blocks);
  const twice = kept.filter(({ slot }) => slot % EVERY_TWICE === 0 && !bare.has(slot));
  await write(writer, twice.map(withoutEntries));
  await write(writer, kept.slice(0, -UNDETECTED));
  const gap = FIRST_SLOT + MISSING[1]!;
  await writeGap(client.write, {
    ...{ fromSlot: gap, toSlot: gap, cause: 'incomplete', state: 'open', detail: 'left out', tries: 1 },
  });
  const rows = await rowsOf<[string]>(client, 'SELECT DISTINCT slot FROM slots ORDER BY slot');
  await redetectSlots(
    client,
    rows.map(([slot]) => Number(slot)),
  );
  await write(writer, kept.slice(-UNDETECTED));
  await refreshHeat(client, { most: HEAT_BUCKETS });
}

/** The block as a node's RPC would give it. */
function withoutEntries(block: Block): Block {
  const transactions = block.transactions.map((tx) => ({ ...tx }));
  return { ...block, transactions, content: 'no_entries', model: null, source: 'rpc', entries: [] };
}

async function write(writer: BlockWriter, blocks: readonly Block[]): Promise<void> {
  for (let at = 0; at < blocks.length; at += BATCH) await writer.write(blocks.slice(at, at + BATCH));
}

/** Names for some addresses: those of the chain that sort first. */
async function writeReference(client: TestConnection, blocks: readonly Block[]): Promise<void> {
  const leaderOf = new Map(
    blocks.flatMap(({ slot, leader }) => (leader === null ? [] : [[slot, toBase58(leader)] as const])),
  );
  const identities = [...new Set(leaderOf.values())].sort();
  const leaders = Int32Array.from({ length: SLOTS }, (_, at) =>
    identities.indexOf(leaderOf.get(FIRST_SLOT + at) ?? ''),
  );
  await writeLeaders(client, { firstSlot: FIRST_SLOT, identities, leaders });
  await writeValidators(
    client.write,
    FIRST_SLOT,
    identities.slice(0, 4).map((identity, at) => ({
      identity,
      voteAccount: identity,
      client: at % 2 === 0 ? 'Agave' : null,
      version: '2.1.0',
      name: `Validator ${at}`,
    })),
  );
  const mints = [
    ...new Set(
      blocks.flatMap(({ transactions }) =>
        transactions.flatMap(({ meta }) => (meta?.preTokenBalances ?? []).map(({ mint }) => String(mint))),
      ),
    ),
  ].sort();
  await writeTokens(
    client.write,
    mints.slice(0, 20).map((mint, at) => ({
      mint,
      symbol: `TOK${at}`,
      name: `Token ${at}`,
      decimals: 6,
      program: null,
      source: 'metaplex',
    })),
  );
  await replaceLabels(
    client,
    identities.map((address, at) => ({
      address,
      kind: 'validator',
      label: `Leader ${at}`,
      tags: ['made'],
      source: 'answers',
    })),
  );
}
