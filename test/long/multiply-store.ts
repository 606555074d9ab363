import { startClickHouse } from '@tickscope/embedded';
import { openTestConnection, type TestConnection } from '@tickscope/testkit/store/test-connection';

/** A multiple of the slots of every partition and bucket, so that copies lie as the original does. */
const SLOTS_APART = 2 ** 20;
/** The generated blocks of bench/answers are in these slots. */
const ORIGINAL = { from: 432_000_000, to: 432_500_000 };
const TICKS_PER_SLOT = 64;
const MS_PER_SLOT = 400;
/** `signatures` follows from `transactions`; sandwiches come from detection. */
const COPIED = [
  ...['entries', 'transactions', 'account_locks', 'account_slots', 'slot_heat', 'swaps', 'swaps_by_trader'],
  ...['token_links', 'pool_events', 'fills', 'rebates', 'unknown_frames', 'slots'],
];

const shiftOf = (copy: number): number => copy * SLOTS_APART;

/** What a copy has instead of a column of the original. */
function shifted(column: string, copy: number): string | null {
  const slots = shiftOf(copy);
  switch (column) {
    case 'slot':
    case 'parent_slot':
      return `${column} - ${slots}`;
    case 'poh_tick':
    case 'first_poh_tick':
    case 'last_poh_tick':
      return `${column} - ${slots * TICKS_PER_SLOT}`;
    case 'block_time':
      return `block_time - ${Math.floor((slots * MS_PER_SLOT) / 1_000)}`;
    case 'signature':
      return `toFixedString(concat(${[0, 1, 2, 3].map((part) => `sipHash128(signature, ${copy}, ${part})`).join(', ')}), 64)`;
    default:
      return null;
  }
}

/** The ranges of the original's blocks and of their copies. */
export interface Multiplied {
  ranges: { fromSlot: number; toSlot: number }[];
  locks: number;
}

/**
 * Adds copies of every stored block to a store, in slots a million below the last copy: the same accounts, amounts and
 * order, other signatures. Works with the columns that the store has.
 */
export async function multiplyStore(dataDir: string, copies: number): Promise<Multiplied> {
  const server = await startClickHouse({ dataDir });
  const client = openTestConnection({
    ...{ url: server.url, ...server.users.owner, database: 'tickscope', application: 'test' },
    requestTimeoutMs: 600_000,
  });
  const ask = <Row extends readonly unknown[]>(sql: string) =>
    client.read.queryRows<Row>(sql, { timeoutMs: 600_000 });
  try {
    const [original] = await ask<[string, string]>(
      `SELECT min(slot), max(slot) FROM slots WHERE slot BETWEEN ${ORIGINAL.from} AND ${ORIGINAL.to}`,
    );
    for (let copy = 1; copy <= copies; copy += 1) await addCopy(client, copy);
    const [locks] = await ask<[string]>('SELECT count() FROM account_locks');
    const [fromSlot, toSlot] = original!.map(Number) as [number, number];
    const ranges = Array.from({ length: copies + 1 }, (_, copy) => ({
      fromSlot: fromSlot - shiftOf(copy),
      toSlot: toSlot - shiftOf(copy),
    }));
    return { ranges, locks: Number(locks![0]) };
  } finally {
    await client.close();
    await server.stop();
  }
}

async function addCopy(client: TestConnection, copy: number): Promise<void> {
  for (const table of COPIED) {
    const columns = await client.read.queryRows<[string]>(
      `SELECT name FROM system.columns WHERE database = currentDatabase() AND table = '${table}' AND default_kind NOT IN ('ALIAS')`,
      { timeoutMs: 60_000 },
    );
    const replaced = columns.flatMap(([name]) => {
      const value = shifted(name, copy);
      return value === null ? [] : [`${value} AS ${name}`];
    });
    await client.command({
      query: `INSERT INTO ${table} SELECT * REPLACE (${replaced.join(', ')}) FROM ${table} AS stored
        WHERE stored.slot BETWEEN ${ORIGINAL.from} AND ${ORIGINAL.to}`,
    });
  }
  await client.command({
    query: `INSERT INTO signatures (signature_prefix, slot, block_index)
      SELECT reinterpretAsUInt64(substring(signature, 1, 8)), slot, block_index FROM transactions
      WHERE slot BETWEEN ${ORIGINAL.from - shiftOf(copy)} AND ${ORIGINAL.to - shiftOf(copy)}`,
  });
}
