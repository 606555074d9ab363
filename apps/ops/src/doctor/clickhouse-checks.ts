import { counted } from '@tickscope/command-line';
import {
  checkSchema,
  column,
  defineFileQuery,
  OtherSchemaError,
  pendingMigrations,
  runQuery,
  type Store,
} from '@tickscope/store';
import { serverVersion } from '../server-version.js';
import { checkChain } from './chain-check.js';
import { bad, type Check, note, ok } from './check.js';
import { checkUnknownSwaps } from './unknown-swaps-check.js';

const STORED_RANGE = defineFileQuery(import.meta.url, './stored-range.sql', {
  row: {
    blocks: column.integer,
    firstSlot: column.integer,
    lastSlot: column.integer,
    gapSlots: column.integer,
  },
});

/** Whether the tables are at this version, and what is stored in them. */
export async function clickHouseChecks(
  store: Pick<Store, 'read' | 'administer'>,
  url: string,
): Promise<Check[]> {
  const { read } = store;
  const version = (await serverVersion(read)) ?? 'unknown version';
  const pending = await pendingMigrations(read).catch(() => null);
  const checks: Check[] = [ok('ClickHouse', `${version} at ${url}`)];
  if (pending === null || pending.length > 0) {
    const other = await checkSchema(store).then(
      () => null,
      (error: unknown) => (error instanceof OtherSchemaError ? error.message : null),
    );
    checks.push(bad('tables', other ?? 'not at this version: run "tickscope migrate"'));
    return checks;
  }
  checks.push(ok('tables', 'at this version'));
  const [range] = await runQuery(read, STORED_RANGE, {}, { timeoutMs: 30_000 });
  if (range !== undefined) {
    const { blocks, firstSlot, lastSlot, gapSlots } = range;
    const stored = `${counted(blocks, 'block')}, slots ${firstSlot} to ${lastSlot}`;
    checks.push(ok('stored', blocks === 0 ? 'no blocks yet' : stored));
    const gaps = `${counted(gapSlots, 'slot')} open (table gaps)`;
    checks.push(gapSlots === 0 ? ok('gaps', 'none known') : note('gaps', gaps));
    if (blocks > 0) checks.push(await checkChain(read));
    checks.push(await checkUnknownSwaps(read, lastSlot));
  }
  return checks;
}
