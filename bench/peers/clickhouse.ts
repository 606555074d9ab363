import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { sqlFile } from '@tickscope/store';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { type Answer, type Peer, TABLES } from './peer.js';

const names = [
  ...['find-transaction', 'total', 'locks', 'transactions', 'traded-pools', 'pool-swaps', 'victim-legs'],
  ...['wallet-swaps', 'wallet-attackers', 'hot-accounts'],
] as const;
type Name = (typeof names)[number];
const SQL = Object.fromEntries(
  names.map((name) => [name, sqlFile(import.meta.url, `./sql/clickhouse/${name}.sql`)]),
) as Record<Name, string>;

/**
 * The product's tables, asked in the product's steps: point reads by key, one after another. Loading is that of the columns
 * which the others load too, from the same files, into tables that no question reads.
 */
export function clickHousePeer(client: TestConnection, folder: string): Peer {
  const ask = async <Row extends unknown[]>(name: Name, params: Record<string, unknown>): Promise<Row[]> =>
    (await client.query({ query: SQL[name], query_params: params, format: 'JSONCompactEachRow' })).json();
  const find = async (signature: string): Promise<{ slot: number; blockIndex: number }> => {
    const [row] = await ask<[string, number]>('find-transaction', { signature });
    return { slot: Number(row?.[0]), blockIndex: Number(row?.[1]) };
  };
  return {
    name: 'Tickscope’s tables (ClickHouse)',
    async load() {
      for (const table of TABLES) await client.command({ query: `DROP TABLE IF EXISTS peer_${table} SYNC` });
      for (const query of sqlFile(import.meta.url, './sql/clickhouse/schema.sql')
        .split(';\n')
        .filter(Boolean))
        await client.command({ query });
      for (const table of TABLES)
        await client.insert({
          table: `peer_${table}`,
          values: createReadStream(join(folder, `${table}.parquet`)),
          format: 'Parquet',
        });
    },
    async bytes() {
      const [row] = await client.read.queryRows<[string]>(
        "SELECT sum(bytes_on_disk) FROM system.parts WHERE active AND database = currentDatabase() AND table IN ('account_locks', 'account_slots', 'transactions', 'signatures', 'swaps', 'swaps_by_trader', 'sandwich_legs', 'sandwich_legs_by_trader')",
        { timeoutMs: 60_000 },
      );
      return Number(row?.[0]);
    },
    async tradeContext({ signature, account, range }) {
      const { slot } = await find(signature);
      const params = { account, from: slot - range, to: slot + range };
      const [total, locks] = await Promise.all([
        ask<[string]>('total', params),
        ask<[string, number, boolean]>('locks', params),
      ]);
      const positions = locks.map(([lockSlot, index]) => `(${lockSlot},${index})`).join(',');
      const rows = await ask<[string, string, number, string]>('transactions', {
        positions: `[${positions}]`,
      });
      return rows.map(([hex, rowSlot, index, tick], at) => [
        ...[hex, Number(rowSlot), index, Number(tick)],
        ...[String(locks[at]![2]), Number(total[0]![0])],
      ]);
    },
    async fastCheck({ signature }) {
      const { slot, blockIndex } = await find(signature);
      const at = { slot, block_index: blockIndex };
      const [pools, legs] = await Promise.all([
        ask<[string[]]>('traded-pools', at),
        ask<[string]>('victim-legs', at),
      ]);
      const sandwiches = legs.length === 0 ? null : legs.map(([id]) => id).join(',');
      const rows = await ask<[string, string, number, string, string, string, string]>('pool-swaps', {
        ...{ pools: pools[0]![0], from: slot - 10, to: slot + 10 },
      });
      return rows.map(([pool, rowSlot, ...rest]) => [pool, Number(rowSlot), ...rest, sandwiches]);
    },
    async walletScan(question) {
      const [swaps, attacked] = await Promise.all([
        ask<[string, number, string, string, string]>('wallet-swaps', { ...question }),
        ask<[string, number, string]>('wallet-attackers', { ...question }),
      ]);
      const attackers = new Map(attacked.map(([slot, index, text]) => [`${slot}.${index}`, text]));
      return swaps.map(([slot, index, ...rest]): Answer[number] => [
        ...[Number(slot), index, ...rest],
        attackers.get(`${slot}.${index}`) ?? null,
      ]);
    },
    async hotAccounts(question) {
      const rows = await ask<[string, string, string]>('hot-accounts', { ...question });
      return rows.map(([account, writes, slots]) => [account, Number(writes), Number(slots)]);
    },
    close: async () => {},
  };
}
