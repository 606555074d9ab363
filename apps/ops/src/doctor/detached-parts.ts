import { formatBytes } from '@tickscope/command-line';
import { column, defineFileQuery, runQuery, type StorePlace } from '@tickscope/store';
import { bad, type Check } from './check.js';
import { onServer, serverNumber, tableName } from './place-names.js';

const DETACHED_PARTS = defineFileQuery(import.meta.url, './detached-parts.sql', {
  row: { table: column.text, name: column.text, bytes: column.integer },
});

/** Damaged parts that a server put aside when it started: it goes on without their rows, and says so in its log only. */
export async function detachedPartChecks(places: readonly StorePlace[]): Promise<Check[]> {
  const isOne = places.length === 1;
  const checks = places.map(async (place): Promise<Check[]> => {
    const where = onServer(serverNumber(place, isOne));
    const parts = await runQuery(place.read, DETACHED_PARTS, {}, { timeoutMs: 30_000 });
    return parts.map(({ table, name, bytes }) => {
      const named = tableName(place, table, isOne);
      return bad(
        'data on disk',
        `a damaged part of ${named}${where} (${formatBytes(bytes)}) was put aside when ` +
          'ClickHouse started: its rows are missing. "tickscope verify" names the slots that are incomplete; mark ' +
          "each as a gap (a row of gaps with cause 'replaced' and state 'open': repair or an import then writes it again), " +
          `then ALTER TABLE ${named} DROP DETACHED PART '${name}' SETTINGS allow_drop_detached = 1`,
      );
    });
  });
  return (await Promise.all(checks)).flat();
}
