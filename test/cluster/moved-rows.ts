import { ROW_TABLES, type Store } from '@tickscope/store';

const TIMEOUT = { timeoutMs: 60_000 };
/** Beside the tables of blocks. */
const OTHER_TABLES = [
  ...['slots', 'account_heat', 'account_heat_buckets', 'leaders', 'validators', 'tokens', 'labels'],
  ...['sandwiches', 'sandwich_legs', 'sandwich_legs_by_trader', 'sandwiches_by_address', 'actor_trips'],
  ...['detected_slots', 'gaps', 'retention', 'sandwich_feed_legs'],
];

/** Rows and a digest of every table as queries see them, the times at which rows were written too. */
export async function allDigests({ read }: Pick<Store, 'read'>): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const table of [...ROW_TABLES, ...OTHER_TABLES]) {
    const [columns] = await read.queryRows<[string[]]>(
      `SELECT arraySort(groupArray(name)) FROM system.columns
       WHERE database = currentDatabase() AND table = '${table}' AND default_kind != 'ALIAS'`,
      TIMEOUT,
    );
    const [row] = await read.queryRows<[string, string]>(
      `SELECT count(), groupBitXor(sipHash64(formatRow('RowBinary', ${columns![0].join(', ')}))) FROM ${table} FINAL`,
      TIMEOUT,
    );
    found[table] = `${row![0]} rows, ${row![1]}`;
  }
  return found;
}

/** The live feed in the order in which it is read. */
export async function feedOf({ read }: Pick<Store, 'read'>): Promise<string[]> {
  const rows = await read.queryRows(
    `SELECT bracket_id, revision, is_deleted, arrived_at, detected_at FROM sandwich_feed
     ORDER BY _block_number, _block_offset`,
    TIMEOUT,
  );
  return rows.map((row) => row.join(' '));
}

/** Tables with rows on another shard than that of their key. */
export async function misplacedRows(shards: readonly Pick<Store, 'read'>[]): Promise<string[]> {
  const engines = await shards[0]!.read.queryRows<[string, string]>(
    `SELECT name, engine_full FROM system.tables
     WHERE database = 'tickscope' AND engine_full LIKE '%tickscope_local%' ORDER BY name`,
    TIMEOUT,
  );
  const keys = engines.map(([table, engine]) => [
    table,
    /'tickscope_local', '\w+', (.+)\)$/.exec(engine)![1]!,
  ]);
  const misplaced: string[] = [];
  for (const [table, key] of keys)
    for (const [shard, { read }] of shards.entries()) {
      const [row] = await read.queryRows<[string]>(
        `SELECT count() FROM tickscope_local.${table} WHERE ${key} % ${shards.length} != ${shard}`,
        TIMEOUT,
      );
      if (Number(row![0]) > 0) misplaced.push(`${table}: ${row![0]} rows on shard ${shard + 1}`);
    }
  if (keys.length < 10) throw new Error('tables that are spread were not found');
  return misplaced;
}
