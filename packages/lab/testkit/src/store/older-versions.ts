import { LINKS_KNOWN, ROW_TABLES } from '@tickscope/store';
import type { TestConnection } from './test-connection.js';

/** Tables whose rows carry the quality of their version. */
const VERSIONED = [...ROW_TABLES.filter((table) => table !== 'signatures'), 'slots'];

/**
 * Turns every stored block into what older builds stored, which kept only links of mints swapped in the same block:
 * plain qualities as `version`, and only those links.
 */
export async function makeVersionsOlder(client: TestConnection): Promise<void> {
  for (const table of VERSIONED) {
    const kept =
      table === 'token_links'
        ? `WHERE (slot, mint) IN (SELECT slot, arrayJoin([assumeNotNull(mint_in), assumeNotNull(mint_out)]) FROM swaps WHERE success)`
        : '';
    for (const query of [
      `CREATE TABLE older_${table} AS ${table}`,
      `INSERT INTO older_${table} SELECT * REPLACE (toUInt8(version % ${LINKS_KNOWN}) AS version) FROM ${table} FINAL ${kept}`,
      `EXCHANGE TABLES older_${table} AND ${table}`,
      `DROP TABLE older_${table} SYNC`,
    ])
      await client.command({ query });
  }
}
