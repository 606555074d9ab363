import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Block, parseExactJson, parseGetBlock, pubkeyFromBase58 } from '@tickscope/chain';
import { extractBlockTrades, type TokenLink } from '@tickscope/dex';
import { importFile } from '@tickscope/pipeline';
import { generateUpdates } from '@tickscope/simulator';
import { BlockWriter, writeGaps } from '@tickscope/store';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { startTestStore } from '@tickscope/testkit/store/test-store';
import { markdownTable, writeReport } from '../support/report.js';

/**
 * What token links cost in bytes: of a real block, modelled over some hundred slots, and of the simulator's chain; as they
 * were stored before (of mints swapped in the same block, the authority written out) and as they are stored now.
 *
 *   npx tsx --conditions=tickscope:source bench/token-links/run.ts
 */
const REAL_SLOT = 254_170_887;
const REAL = fileURLToPath(
  new URL(`../../../shared/data/full-blocks/${REAL_SLOT}.getblock.json`, import.meta.url),
);
const MODELLED_SLOTS = 512;
const SIMULATED_SLOTS = 100;
const TIMEOUT_MS = 120_000;
const COLUMNS =
  'mint, slot, block_index, outer_index, inner_index, part_index, kind, from_account, from_owner, to_account, to_owner, amount, authority, authority_signed, version';

interface Stored {
  links: number;
  /** Merged, data and indexes on disk. */
  bytes: number;
}

const store = await startTestStore();
try {
  const client = await store.fresh();
  const sections = [await simulated(client)];
  if (existsSync(REAL)) sections.unshift(await modelled(await store.fresh()));
  writeReport('Token links', 'npx tsx --conditions=tickscope:source bench/token-links/run.ts', sections);
} finally {
  await store.stop();
}
process.exit();

/** The links of the real block in every one of some hundred slots, with wallets and accounts of their own in each. */
async function modelled(client: TestConnection): Promise<string> {
  const block = parseGetBlock(parseExactJson(readFileSync(REAL, 'utf8')), REAL_SLOT);
  const transactions = block.transactionCount * MODELLED_SLOTS;
  const now = extractBlockTrades(block).tokenLinks;
  const rare = { mint: 'each link of a mint seen once' };
  const cases: [string, readonly TokenLink[], { explicit: boolean; rare: boolean }][] = [
    ['as before', linksAsBefore(block), { explicit: true, rare: false }],
    ['as now', now, { explicit: false, rare: false }],
    [`as now, ${rare.mint}`, now, { explicit: false, rare: true }],
  ];
  const rows: string[][] = [];
  for (const [name, links, { explicit, rare: isRare }] of cases) {
    await client.command({ query: 'TRUNCATE TABLE token_links' });
    await insertModelled(client, links, explicit, isRare);
    rows.push(rowOf(name, await storedLinks(client), transactions));
  }
  return [
    `## Block ${REAL_SLOT} over ${MODELLED_SLOTS} slots`,
    `${block.transactionCount} transactions a slot, votes and failed ones among them. Every account and wallet is another one in every slot, which is the worst case for compression.`,
    table(rows),
  ].join('\n\n');
}

/** A generated chain with trades, stored whole. */
async function simulated(client: TestConnection): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tickscope-bench-links-'));
  try {
    const file = join(folder, 'chain.bin');
    writeFileSync(file, recordedChain());
    const writer = new BlockWriter(client);
    const seen: Block[] = [];
    const report = await importFile(file, {
      writer: {
        write(blocks) {
          seen.push(...(blocks as Block[]));
          return writer.write(blocks);
        },
      },
      writeGaps: (gaps) => writeGaps(client.write, gaps),
    });
    const now = await storedLinks(client);
    const [all] = await client.read.queryRows<[string]>(
      'SELECT sum(bytes_on_disk) FROM system.parts WHERE active AND database = currentDatabase()',
      { timeoutMs: TIMEOUT_MS },
    );
    await client.command({ query: 'TRUNCATE TABLE token_links' });
    for (const block of seen) await insertLinks(client, linksAsBefore(block), true);
    const before = await storedLinks(client);
    const others = report.transactions - report.votes;
    return [
      '## The simulator’s chain',
      `${seen.length} blocks, ${report.transactions} transactions, ${report.votes} of them votes; its plain traffic moves tokens of mints without trades in ${((100 * (now.links - before.links)) / others).toFixed(0)} of 100 transactions that are no vote, where the real block has none. All tables together: ${(Number(all?.[0] ?? 0) / report.transactions).toFixed(1)} bytes a transaction, not merged.`,
      table([rowOf('as before', before, report.transactions), rowOf('as now', now, report.transactions)]),
    ].join('\n\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function recordedChain(): Buffer {
  const parts: Buffer[] = [];
  const options = {
    ...{ seed: 'links', firstSlot: 700_000, transactionsPerSlot: 400, voteShare: 0.7, dexShare: 0.5 },
    ...{ sandwichesPerSlot: 1, logMessages: false },
  };
  for (const { update } of generateUpdates(options, SIMULATED_SLOTS)) {
    if (update === null) continue;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(update.length);
    parts.push(length, Buffer.from(update));
  }
  return Buffer.concat(parts);
}

/** Of mints swapped in the block, between two owners. */
function linksAsBefore(block: Block): TokenLink[] {
  const { swaps, tokenLinks } = extractBlockTrades(block);
  const swapped = new Set(swaps.flatMap(({ mintIn, mintOut }) => [mintIn, mintOut]));
  return tokenLinks.filter(
    ({ mint, kind, fromOwner, toOwner }) =>
      swapped.has(mint!) && (kind === 'set_authority' || fromOwner === null || fromOwner !== toOwner),
  );
}

function fixed(address: string): string {
  return `toFixedString(unhex('${Buffer.from(pubkeyFromBase58(address)).toString('hex')}'), 32)`;
}

/** Rows as SQL text; `explicit`: the authority also where it is the owner. */
function selectOf(link: TokenLink, explicit: boolean): string {
  const { fromOwner, toOwner, authority } = link;
  const values = [
    fixed(link.mint!),
    link.slot,
    link.blockIndex,
    link.outerIndex,
    link.innerIndex ?? -1,
    link.partIndex,
    `'${link.kind}'`,
    fixed(link.fromAccount),
    fromOwner === null ? 'NULL' : fixed(fromOwner),
    fixed(link.toAccount),
    toOwner === null ? 'NULL' : fixed(toOwner),
    link.amount === null ? 'NULL' : `toUInt64('${link.amount}')`,
    authority === fromOwner && !explicit ? "toFixedString('', 32)" : fixed(authority),
    link.authoritySigned,
    13,
  ];
  const columns = COLUMNS.split(', ');
  return `SELECT ${values.map((value, at) => `${value} AS ${columns[at]}`).join(', ')}`;
}

async function insertLinks(
  client: TestConnection,
  links: readonly TokenLink[],
  explicit: boolean,
): Promise<void> {
  for (let at = 0; at < links.length; at += 100) {
    const selects = links.slice(at, at + 100).map((link) => selectOf(link, explicit));
    await client.command({
      query: `INSERT INTO token_links (${COLUMNS}) SELECT * FROM (${selects.join(' UNION ALL ')})`,
    });
  }
}

/** Every link in every slot, its addresses hashed with the slot; with `isRare` the mint too, hashed with the position as well. */
async function insertModelled(
  client: TestConnection,
  links: readonly TokenLink[],
  explicit: boolean,
  isRare: boolean,
): Promise<void> {
  const other = (column: string): string => `toFixedString(SHA256(concat(${column}, toString(n))), 32)`;
  const otherOrNull = (column: string): string =>
    `if(${column} IS NULL, NULL, ${other(`assumeNotNull(${column})`)})`;
  await client.command({ query: 'CREATE TABLE IF NOT EXISTS templates AS token_links' });
  await client.command({ query: 'TRUNCATE TABLE templates' });
  const selects = links.map((link) => selectOf(link, explicit));
  await client.command({
    query: `INSERT INTO templates (${COLUMNS}) SELECT * FROM (${selects.join(' UNION ALL ')})`,
  });
  await client.command({
    query: `
      INSERT INTO token_links (${COLUMNS})
      SELECT ${isRare ? other("concat(mint, toString(block_index), '.', toString(outer_index))") : 'mint'},
        slot + n, block_index + n % 7, outer_index, inner_index, part_index, kind, ${other('from_account')},
        ${otherOrNull('from_owner')}, ${other('to_account')}, ${otherOrNull('to_owner')},
        amount + cityHash64(n, block_index) % 1000000,
        if(authority = toFixedString('', 32), authority, ${other('authority')}), authority_signed, version
      FROM templates CROSS JOIN (SELECT number AS n FROM numbers(${MODELLED_SLOTS})) AS slots`,
  });
}

async function storedLinks(client: TestConnection): Promise<Stored> {
  await client.command({ query: 'OPTIMIZE TABLE token_links FINAL' });
  const [row] = await client.read.queryRows<[string, string]>(
    "SELECT sum(rows), sum(bytes_on_disk) FROM system.parts WHERE active AND database = currentDatabase() AND table = 'token_links'",
    { timeoutMs: TIMEOUT_MS },
  );
  return { links: Number(row?.[0] ?? 0), bytes: Number(row?.[1] ?? 0) };
}

function rowOf(name: string, { links, bytes }: Stored, transactions: number): string[] {
  return [
    name,
    (links / transactions).toFixed(4),
    links === 0 ? '–' : (bytes / links).toFixed(1),
    (bytes / transactions).toFixed(2),
  ];
}

function table(rows: readonly (readonly string[])[]): string {
  return markdownTable([['', 'links a transaction', 'bytes a link', 'bytes a transaction'], ...rows]);
}
