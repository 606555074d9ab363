import type { TestConnection } from '@tickscope/testkit/store/test-connection';

/** Another way to store a column, measured on the rows of the table, in the table's order. */
export interface Trial {
  table: string;
  column: string;
  /** The type, where it is another one. */
  type?: string;
  codec: string;
  /** What is stored instead of the column's value. */
  value?: string;
}

export const TRIALS: readonly Trial[] = [
  { table: 'account_locks', column: 'compute_units', codec: 'T64, ZSTD' },
  { table: 'account_locks', column: 'slot', codec: 'DoubleDelta, ZSTD' },
  { table: 'account_locks', column: 'signer_prefix', codec: 'ZSTD(3)' },
  {
    table: 'account_locks',
    column: 'signer_prefix',
    type: 'UInt32',
    codec: 'ZSTD',
    value: 'toUInt32(signer_prefix)',
  },
  {
    table: 'account_locks',
    column: 'block_index',
    type: 'UInt16',
    codec: 'T64, ZSTD',
    value: 'toUInt16(block_index)',
  },
  {
    table: 'account_slots',
    column: 'first_tick',
    type: 'UInt8',
    codec: 'ZSTD',
    value: 'toUInt8(first_tick)',
  },
  { table: 'account_slots', column: 'first_tick', codec: 'T64, ZSTD' },
  { table: 'account_slots', column: 'slot', codec: 'DoubleDelta, ZSTD' },
  {
    table: 'slot_heat',
    column: 'accounts',
    type: 'Array(UInt64)',
    codec: 'ZSTD',
    value: 'arrayMap(a -> reinterpretAsUInt64(substring(a, 1, 8)), accounts)',
  },
  { table: 'slot_heat', column: 'accounts', codec: 'ZSTD', value: 'arraySort(accounts)' },
  { table: 'slot_heat', column: 'compute_units', codec: 'T64, ZSTD' },
  { table: 'transactions', column: 'signer', type: 'LowCardinality(FixedString(32))', codec: 'ZSTD' },
  { table: 'transactions', column: 'markets', codec: 'ZSTD(3)' },
  { table: 'signatures', column: 'signature_prefix', codec: 'Delta, ZSTD' },
  { table: 'signatures', column: 'slot', codec: 'T64, ZSTD' },
];

export interface TrialBytes {
  before: number;
  after: number;
}

const TIMEOUT = { timeoutMs: 300_000 };

/** In the order of `TRIALS`. */
export async function bytesOfTrials(client: TestConnection): Promise<TrialBytes[]> {
  const results: TrialBytes[] = [];
  for (const trial of TRIALS) results.push(await bytesOfTrial(client, trial));
  return results;
}

/** Compressed bytes of the column as it is, and as the trial stores it. Both are made from the same rows, in parts with a file a column. */
async function bytesOfTrial(
  client: TestConnection,
  { table, column, type, codec, value }: Trial,
): Promise<TrialBytes> {
  const [shape] = await client.read.queryRows<[string, string, string, string]>(
    `SELECT c.type, c.compression_codec, t.sorting_key, t.partition_key FROM system.columns c
     INNER JOIN system.tables t ON t.database = c.database AND t.name = c.table
     WHERE c.database = currentDatabase() AND c.table = '${table}' AND c.name = '${column}'`,
    TIMEOUT,
  );
  if (shape === undefined) throw new Error(`${table} has no column ${column}`);
  const [type0, codec0, sortingKey, partitionKey] = shape;
  const keys = sortingKey.split(', ').filter((key) => key !== column);
  for (const query of [
    'DROP TABLE IF EXISTS column_trial SYNC',
    `CREATE TABLE column_trial ENGINE = MergeTree PARTITION BY ${partitionKey || 'tuple()'} ORDER BY (${sortingKey})
     SETTINGS min_bytes_for_wide_part = 0, min_rows_for_wide_part = 0, allow_suspicious_indices = 1
     AS SELECT ${[...new Set([...keys, 'slot', column])].join(', ')} FROM ${table} LIMIT 0`,
    `ALTER TABLE column_trial MODIFY COLUMN ${column} ${type0} ${codec0 || 'CODEC(Default)'}`,
    `ALTER TABLE column_trial ADD COLUMN trial ${type ?? type0} DEFAULT ${value ?? column} CODEC(${codec})`,
    `INSERT INTO column_trial SELECT ${[...new Set([...keys, 'slot', column])].join(', ')}, ${value ?? column} FROM ${table}`,
    'OPTIMIZE TABLE column_trial FINAL',
  ])
    await client.command({ query });
  const rows = await client.read.queryRows<[string, string]>(
    `SELECT column, sum(column_data_compressed_bytes) FROM system.parts_columns
     WHERE database = currentDatabase() AND table = 'column_trial' AND active AND column IN ('${column}', 'trial') GROUP BY column`,
    TIMEOUT,
  );
  const bytes = new Map(rows.map(([name, size]) => [name, Number(size)]));
  await client.command({ query: 'DROP TABLE column_trial SYNC' });
  return { before: bytes.get(column) ?? 0, after: bytes.get('trial') ?? 0 };
}
