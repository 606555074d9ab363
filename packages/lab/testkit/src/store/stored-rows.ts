import type { Block } from '@tickscope/chain';
import { expect } from 'vitest';
import { expectedRows } from './expected-rows.js';
import type { Row, Rows } from './row.js';
import { TABLES } from './table-digests.js';
import type { TestConnection } from './test-connection.js';

/** How columns are read: bytes as hex, numbers as text. Every column except `inserted_at`. */
const HEX = (column: string): string => `lower(hex(${column}))`;
const HEX_OR_NULL = (column: string): string =>
  `if(${column} IS NULL, NULL, lower(hex(assumeNotNull(${column}))))`;
const HEX_LIST = (column: string): string => `arrayMap(x -> lower(hex(x)), ${column})`;
const TEXTS = (column: string): string => `arrayMap(x -> toString(x), ${column})`;
const SECONDS = (column: string): string => `toString(toUnixTimestamp(${column}))`;
const TOKENS = (column: string): string =>
  `arraySort(arrayMap(x -> [lower(hex(x.mint)), toString(x.decimals), toString(x.amount)], ${column}))`;
const MARKETS = (column: string): string =>
  `arrayMap(x -> (lower(hex(x.pool)), lower(hex(x.program_id)), arrayMap(m -> lower(hex(m)), x.mints)), ${column})`;
const AMOUNTS = (column: string): string =>
  `arrayMap(x -> [lower(hex(x.mint)), toString(x.amount)], ${column})`;

const SPECIAL: Record<string, (column: string) => string> = {
  blockhash: HEX,
  parent_blockhash: HEX_OR_NULL,
  leader: HEX_OR_NULL,
  hash: HEX,
  signature: HEX,
  signer: HEX,
  account: HEX,
  other_signatures: HEX_LIST,
  other_signers: HEX_LIST,
  block_time: SECONDS,
  token_changes: TOKENS,
  markets: MARKETS,
  amounts: AMOUNTS,
  mints: HEX_LIST,
  ...Object.fromEntries(
    ['pool', 'program_id', 'trader', 'authority', 'outer_program', 'mint', 'actor', 'from_account']
      .concat(['taker', 'maker', 'wallet'])
      .map((name) => [name, HEX]),
  ),
  to_account: HEX,
  ...Object.fromEntries(
    ['locks.block_index', 'locks.flags', 'writes.compute_units', 'writes.price', 'writes.signer_prefix'].map(
      (name) => [name, TEXTS],
    ),
  ),
  ...Object.fromEntries(
    ['mint_in', 'mint_out', 'vault_in', 'vault_out', 'from_owner', 'to_owner']
      .concat(['source_account', 'source_owner', 'destination_account', 'destination_owner'])
      .concat(['route_program', 'route_mint', 'failed_program'])
      .map((name) => [name, HEX_OR_NULL]),
  ),
};

/** The rows of `account_slots`, expanded. */
const LOCKS_VIEW = 'account_locks';
const READ = [...TABLES, LOCKS_VIEW] as const;

/** All rows of the block tables as a query sees them: the surviving version of each. */
export async function storedRows(client: TestConnection, slots?: readonly number[]): Promise<Rows> {
  const rows = await Promise.all(READ.map((table) => tableRows(client, table, slots)));
  return Object.fromEntries(READ.map((table, at) => [table, rows[at]!])) as Rows;
}

async function tableRows(
  client: TestConnection,
  table: string,
  slots: readonly number[] | undefined,
): Promise<Row[]> {
  const described = await client.query({
    query: 'SELECT name FROM system.columns WHERE database = currentDatabase() AND table = {table:String}',
    query_params: { table },
    format: 'JSONEachRow',
  });
  const columns = (await described.json<{ name: string }>())
    .map(({ name }) => name)
    .filter((name) => name !== 'inserted_at');
  const selected = columns.map(
    (name) => `${(SPECIAL[name] ?? ((n) => `toString(${n})`))(`t.\`${name}\``)} AS \`${name}\``,
  );
  const where = slots === undefined ? '' : `WHERE t.slot IN (${slots.join(',')})`;
  const result = await client.query({
    query: `SELECT ${selected.join(', ')} FROM ${table} AS t ${table === LOCKS_VIEW ? '' : 'FINAL'} ${where}`,
    format: 'JSONEachRow',
  });
  return result.json<Row>();
}

/** Merges every table down to its surviving rows. */
export async function optimizeAll(client: TestConnection): Promise<void> {
  for (const table of TABLES) await client.command({ query: `OPTIMIZE TABLE ${table} FINAL` });
}

/** Checks that the tables hold exactly the rows of these blocks, before and after merging. */
export async function expectStored(client: TestConnection, blocks: readonly Block[]): Promise<void> {
  const expected = expectedRows(blocks);
  expectSameRows(await storedRows(client), expected);
  await optimizeAll(client);
  expectSameRows(await storedRows(client), expected);
}

/** Fails with a few surplus and missing rows of each table. Ignores order. */
export function expectSameRows(actual: Rows, expected: Rows): void {
  const wrong: Record<string, unknown> = {};
  for (const table of READ) {
    const [is, should] = [actual[table].map(canonical), expected[table].map(canonical)];
    const [isSet, shouldSet] = [new Set(is), new Set(should)];
    const tooMany = is.filter((row) => !shouldSet.has(row));
    const missing = should.filter((row) => !isSet.has(row));
    if (tooMany.length + missing.length > 0 || is.length !== should.length)
      wrong[table] = {
        rows: `${is.length}, expected ${should.length}`,
        tooMany: tooMany.slice(0, 2),
        missing: missing.slice(0, 2),
      };
  }
  expect(wrong).toEqual({});
}

function canonical(row: Row): string {
  return JSON.stringify(Object.entries(row).sort(([left], [right]) => (left < right ? -1 : 1)));
}
