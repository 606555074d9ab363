import { Readable } from 'node:stream';
import { Random } from '@tickscope/testkit/random';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cell, writeRow } from '../testing/row-binary.js';
import { RowBuffer } from './row-buffer.js';

let store: TestStore;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(async () => store?.stop());

const TYPES = [
  ['uint8', 'UInt8'],
  ['bool', 'Bool'],
  ['uint16', 'UInt16'],
  ['uint32', 'UInt32'],
  ['uint53', 'UInt64'],
  ['uint64', 'UInt64'],
  ['int64', 'Int64'],
  ['int128', 'Int128'],
  ['fixed', 'FixedString(32)'],
  ['string', 'String'],
  ['nullable', 'Nullable(UInt32)'],
  ['array', 'Array(FixedString(32))'],
] as const;

test('ClickHouse reads the rows as they were meant', async () => {
  const client = await store.fresh();
  const columns = TYPES.map(([name, type]) => `${name} ${type}`).join(', ');
  await client.command({
    query: `CREATE TABLE all_types (id UInt32, ${columns}) ENGINE = MergeTree ORDER BY id`,
  });
  const random = new Random(3);
  const rows = Array.from({ length: 500 }, (_, id) => rowOf(random, id));
  const buffer = new RowBuffer(16);
  for (const row of rows) writeRow(buffer, row);
  await client.exec({
    query: 'INSERT INTO all_types FORMAT RowBinary',
    values: Readable.from([buffer.bytes()], { objectMode: false }),
    clickhouse_settings: { async_insert: 0 },
  });

  const selected = TYPES.map(([name]) => {
    if (name === 'fixed' || name === 'string') return `lower(hex(${name}))`;
    return name === 'array' ? 'arrayMap(x -> lower(hex(x)), array)' : `toString(${name})`;
  });
  const result = await client.query({
    query: `SELECT toString(id), ${selected.join(', ')} FROM all_types ORDER BY id`,
    format: 'JSONCompactEachRow',
  });
  expect(await result.json()).toEqual(rows.map((row) => row.map(({ value }) => asRead(value))));
});

function asRead(value: Cell['value']): unknown {
  if (value === null) return null;
  if (Array.isArray(value)) return value.map((item) => Buffer.from(item).toString('hex'));
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  return typeof value === 'string' ? Buffer.from(value).toString('hex') : String(value);
}

function rowOf(random: Random, id: number): Cell[] {
  const u64 = (): bigint => random.pick([0n, 1n, 2n ** 63n, 2n ** 64n - 1n, BigInt(random.uint32()) << 31n]);
  return [
    { type: 'uint32', value: id },
    { type: 'uint8', value: random.below(256) },
    { type: 'bool', value: random.chance(1, 2) },
    { type: 'uint16', value: random.below(65_536) },
    { type: 'uint32', value: random.uint32() },
    { type: 'uint53', value: random.pick([0, 2 ** 32, 2 ** 53 - 1, random.uint32() * 1_000]) },
    { type: 'uint64', value: u64() },
    { type: 'int64', value: random.pick([-(2n ** 63n), 2n ** 63n - 1n, -1n, -BigInt(random.uint32())]) },
    { type: 'int128', value: random.pick([-(2n ** 127n), 2n ** 127n - 1n, -1n, -u64(), u64() * 5n]) },
    { type: 'fixed', value: random.bytes(32) },
    { type: 'string', value: random.pick(['', 'żółw 🐢', '\0', 'x'.repeat(200), 'line\n\t"\\']) },
    { type: 'nullable', value: random.chance(1, 2) ? null : random.uint32() },
    { type: 'array', value: Array.from({ length: random.below(4) }, () => random.bytes(32)) },
  ];
}
