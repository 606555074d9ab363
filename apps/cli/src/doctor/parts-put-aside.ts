import { column, defineQuery, runQuery, sqlFile } from '@tickscope/store';
import { formatBytes } from '../table.js';
import type { Check } from './http-checks.js';
import { type CheckedCopy, FILL_AGAIN, serverNumber, tableName, whereOf } from './place-names.js';

const PUT_ASIDE = defineQuery({
  name: 'parts-put-aside',
  sql: sqlFile(import.meta.url, './parts-put-aside.sql'),
  params: {},
  row: { table: column.text, name: column.text, bytes: column.integer },
});

/** Damaged parts that a server put aside when it started: it goes on without their rows, and says so in its log only. */
export async function putAsideChecks({ places, name: copy }: CheckedCopy): Promise<Check[]> {
  const isOne = places.length === 1;
  const checks = places.map(async (place): Promise<Check[]> => {
    const where = whereOf(serverNumber(place, isOne), copy);
    const parts = await runQuery(place.read, PUT_ASIDE, {}, { timeoutMs: 30_000 });
    return parts.map(({ table, name, bytes }) => {
      const named = tableName(place, table, isOne);
      const mending =
        copy === null
          ? '"tickscope verify" names the slots that are incomplete; mark ' +
            "each as a gap (a row of gaps with cause 'replaced' and state 'open': repair or an import then writes it again), " +
            `then ALTER TABLE ${named} DROP DETACHED PART '${name}' SETTINGS allow_drop_detached = 1`
          : FILL_AGAIN;
      return {
        what: 'data on disk',
        state: 'bad',
        detail:
          `a damaged part of ${named}${where} (${formatBytes(bytes)}) was put aside when ` +
          `ClickHouse started: its rows are missing. ${mending}`,
      };
    });
  });
  return (await Promise.all(checks)).flat();
}
