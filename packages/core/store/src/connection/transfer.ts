import { allDone } from './all-done.js';
import type { StoreOptions } from './open-store.js';
import { type Endpoint, pipeRows } from './pipe-rows.js';
import { placementOf, shardDatabase } from './placement.js';

/** Rows of a table to copy. */
export interface TransferredRows {
  table: string;
  columns: readonly string[];
  /** The SELECT of their columns, on a server with the table. `onKeys`: one more condition, on columns of the sort key. */
  select(onKeys: string | null): string;
  signal?: AbortSignal | undefined;
}

/** From the servers of one store to those of another. */
export interface Transfer {
  /**
   * Copies rows, each to the server of its key, and ends when all servers have acknowledged. Where it fails, some of the
   * rows may be stored.
   *
   * @returns bytes sent
   */
  copy(rows: TransferredRows): Promise<number>;
}

export function openTransfer(from: StoreOptions, to: StoreOptions): Transfer {
  const sources = from.url.split(',');
  const targets = to.url.split(',');
  const endpoint = (options: StoreOptions, url: string, isLocal: boolean): Endpoint => ({
    ...options,
    url,
    database: isLocal ? shardDatabase(options.database) : options.database,
  });

  return {
    async copy({ table, columns, select, signal }) {
      const placement = placementOf(table);
      const insert = `INSERT INTO ${table} (${columns.join(', ')})`;
      const isSpread = placement.on === 'shards';
      const fromLocal = isSpread && sources.length > 1;
      const toLocal = isSpread && targets.length > 1;
      const send = (source: string, target: string, onKeys: string | null): Promise<number> =>
        pipeRows(
          endpoint(from, source, fromLocal),
          select(onKeys),
          endpoint(to, target, toLocal),
          insert,
          signal,
        );

      if (placement.on === 'shards') {
        const { expression } = placement.key;
        const ofTarget = async (target: string, shard: number): Promise<number> => {
          const onKeys = targets.length === 1 ? null : `${expression} % ${targets.length} = ${shard}`;
          let bytes = 0;
          for (const source of sources) bytes += await send(source, target, onKeys);
          return bytes;
        };
        return sum(await allDone(targets.map(ofTarget)));
      }
      const [first, ...others] = targets as [string, ...string[]];
      let bytes = 0;
      if (placement.on === 'every')
        bytes += sum(await allDone(others.map((target) => send(sources[0]!, target, null))));
      return bytes + (await send(sources[0]!, first, null));
    },
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
