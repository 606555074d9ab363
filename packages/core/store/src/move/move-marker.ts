import { readStoreContent } from '../backup/restore-marker.js';
import type { Store } from '../connection/open-store.js';
import { FILLING_VIEWS } from '../connection/placement.js';
import { migrate } from '../migrate.js';
import { column, defineQuery, param, runQuery } from '../query/index.js';
import { MoveError } from './move-error.js';

const TABLE_NOTES = defineQuery({
  name: 'table-notes',
  sql: 'SELECT toString(uuid), comment FROM system.tables WHERE database = currentDatabase() AND name = {table:String}',
  params: { table: param.text },
  row: { uuid: column.text, comment: column.text },
});
const MARKER = 'unfinished_move';
const TIMEOUT = { timeoutMs: 60_000 };

/**
 * Makes the tables of an empty store, and marks it as half of a move from this one. Until `finishMove` no program takes it
 * for whole. A store that has the mark already is left as it is.
 *
 * @throws MoveError `not_empty`
 */
export async function beginMove(from: Store, to: Store): Promise<void> {
  // The id of its first table stands for the store.
  const [slots] = await runQuery(from.read, TABLE_NOTES, { table: 'slots' }, TIMEOUT);
  const content = await readStoreContent(to);
  if (content.state === 'filled')
    throw new MoveError(
      'not_empty',
      `the store to move into is not empty (${content.tables[0]!.table} holds rows), and no move into it was begun`,
    );
  if (content.state === 'unfinished' && content.work === 'restore')
    throw new MoveError('not_empty', 'the store to move into is half of a restore that did not end');
  await to.administer.checkCluster(TIMEOUT.timeoutMs);
  // Before the tables: with them and without the mark, a program would take the store for whole.
  await to.administer.execute('CREATE DATABASE IF NOT EXISTS {{database}}', {
    ...TIMEOUT,
    withoutDatabase: true,
  });
  if (content.state !== 'unfinished')
    await to.administer.execute(
      `CREATE TABLE IF NOT EXISTS ${MARKER} (began_at DateTime DEFAULT now())
      ENGINE = {{engine: MergeTree}} ORDER BY began_at COMMENT '${slots!.uuid}'`,
      TIMEOUT,
    );
  const [begun] = await runQuery(to.read, TABLE_NOTES, { table: MARKER }, TIMEOUT);
  if (begun?.comment !== slots!.uuid)
    throw new MoveError('not_empty', 'the store to move into is half of a move from another store');
  await migrate(to, { isRestoring: true });
  // What they would add is copied.
  for (const view of FILLING_VIEWS)
    await to.administer.execute(`DETACH TABLE IF EXISTS ${view} PERMANENTLY SYNC`, TIMEOUT);
}

/** The store is whole: programs may use it. */
export async function finishMove({ administer }: Pick<Store, 'administer'>): Promise<void> {
  for (const view of FILLING_VIEWS) await administer.execute(`ATTACH TABLE IF NOT EXISTS ${view}`, TIMEOUT);
  await administer.execute(`DROP TABLE IF EXISTS ${MARKER} SYNC`, TIMEOUT);
}
