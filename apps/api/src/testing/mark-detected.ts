import type { ClickHouseClient } from '@tickscope/store';

/**
 * Marks stored blocks as what sandwich detection has run over, as the ingester does once it has stored what it found.
 *
 * @param where SQL over the columns of `slots`; left out, all stored blocks are marked
 */
export async function markDetected(owner: ClickHouseClient, where = 'true'): Promise<void> {
  await owner.command({
    query: `INSERT INTO detected_slots (slot, blockhash, version)
      SELECT slot, blockhash, version FROM slots FINAL WHERE content != 'entries_only' AND (${where})`,
  });
}
