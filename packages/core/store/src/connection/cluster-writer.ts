import type { EncodedRows } from '../writer/row-buffer.js';
import { allDone } from './all-done.js';
import { placementOf, shardDatabase } from './placement.js';
import { splitRows } from './split-rows.js';
import type { WriteConnection } from './write-connection.js';

/**
 * Writes to one or several servers, the first of which answers the reads. A call ends when all servers have acknowledged;
 * if one fails, it waits for the others and then throws, so that nothing still runs when the caller tries again.
 *
 * Rows and deletions go straight to the table of each shard: what a `Distributed` table acknowledges is not readable yet,
 * and it refuses to delete.
 */
export function clusterWriter(servers: readonly WriteConnection[], database: string): WriteConnection {
  const [first, ...others] = servers;
  if (first === undefined) throw new Error('a store has at least one server');
  if (others.length === 0) return first;
  const local = (table: string): string => `${shardDatabase(database)}.${table}`;

  /** Statements for what is whole on every server: it appears last, and disappears first, on the server that answers. */
  const everywhere = {
    async appearing(write: (server: WriteConnection) => Promise<void>): Promise<void> {
      await allDone(others.map(write));
      await write(first);
    },
    async disappearing(write: (server: WriteConnection) => Promise<void>): Promise<void> {
      await write(first);
      await allDone(others.map(write));
    },
  };

  return {
    async insertRows(table, columns, parts) {
      const placement = placementOf(table);
      if (placement.on === 'shards') {
        const shards: EncodedRows[] = splitRows(parts, placement.key, servers.length);
        await allDone(
          servers.map((server, shard) => server.insertRows(local(table), columns, [shards[shard]!])),
        );
      } else if (placement.on === 'every')
        await everywhere.appearing((server) => server.insertRows(table, columns, parts));
      else await first.insertRows(table, columns, parts);
    },

    async insertObjects(table, objects) {
      if (placementOf(table).on === 'every')
        await everywhere.appearing((server) => server.insertObjects(table, objects));
      else await first.insertObjects(table, objects);
    },

    // Into a table of the first server, or through a `Distributed` one, which knows the same keys and, as the users are
    // set up, acknowledges what is on its shards.
    insertSelected: (sql, options) => first.insertSelected(sql, options),

    async deleteSlots(table, slots) {
      const { on } = placementOf(table);
      if (on === 'shards') await allDone(servers.map((server) => server.deleteSlots(local(table), slots)));
      else if (on === 'every') await everywhere.disappearing((server) => server.deleteSlots(table, slots));
      else await first.deleteSlots(table, slots);
    },
  };
}
