import { column, defineQuery, type ReadConnection, runQuery, sqlFile } from '@tickscope/store';
import { formatBytes } from '../table.js';
import type { Check } from './http-checks.js';

const PUT_ASIDE = defineQuery({
  name: 'parts-put-aside',
  sql: sqlFile(import.meta.url, './parts-put-aside.sql'),
  params: {},
  row: { table: column.text, name: column.text, bytes: column.integer },
});

/** Damaged parts that ClickHouse put aside when it started: it goes on without their rows, and says so in its log only. */
export async function putAsideChecks(read: ReadConnection): Promise<Check[]> {
  const parts = await runQuery(read, PUT_ASIDE, {}, { timeoutMs: 30_000 });
  return parts.map(({ table, name, bytes }) => ({
    what: 'data on disk',
    state: 'bad',
    detail:
      `a damaged part of ${table} (${formatBytes(bytes)}) was put aside at the start of ClickHouse: its rows are missing. ` +
      '"tickscope verify" names the slots that are incomplete; import or backfill them, then ' +
      `ALTER TABLE ${table} DROP DETACHED PART '${name}' SETTINGS allow_drop_detached = 1`,
  }));
}
