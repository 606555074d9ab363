import type { TestConnection } from './test-connection.js';

/**
 * Marks stored blocks as detected, as the ingester does once it has stored the sandwiches of a run.
 *
 * @param where SQL over the columns of `slots`; default: all stored blocks
 */
export async function markDetected(owner: TestConnection, where = 'true'): Promise<void> {
  await owner.command({
    query: `INSERT INTO detected_slots (slot, blockhash, version)
      SELECT slot, blockhash, version FROM slots FINAL WHERE content != 'entries_only' AND (${where})`,
  });
}
