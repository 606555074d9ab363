import type { Database, QueryContext } from '../database.js';
import { basisText } from './basis.js';
import type { BlocksBasis } from './read-basis.js';
import { RecordWatch } from './record-watch.js';

/**
 * Runs an analysis and returns its result with its basis, as text.
 *
 * @param blocks read before
 */
export async function withBasis<Result>(
  database: Database,
  blocks: BlocksBasis,
  context: QueryContext,
  analyse: (context: QueryContext) => Promise<Result>,
): Promise<{ result: Result; basis: string }> {
  const watch = new RecordWatch(database, blocks.since, context);
  const result = await analyse({ ...context, beforeRecords: watch.add });
  return { result, basis: basisText({ ...blocks, actors: watch.actors, recordDigest: watch.digest }) };
}
