import { setTimeout as sleep } from 'node:timers/promises';
import { queryRows, sqlFile } from '@tickscope/store';
import type { RunningStore } from './store.js';

const SAMPLE = sqlFile(import.meta.url, './sample.sql');
const SLOTS = "SELECT slot FROM slots WHERE content != 'entries_only' ORDER BY slot DESC LIMIT 12";

const WAIT_MS = 60_000;
/** Slots required on either side of the sample, so that there are transactions before and after it. */
const NEIGHBOURS = 5;

/**
 * A transaction and a busy account for a sample query. With a stream it waits until there are slots around the
 * transaction; `null` when nothing is stored, or nothing arrives.
 */
export async function sampleQuestion(
  { client }: RunningStore,
  isStreaming: boolean,
  signal: AbortSignal,
): Promise<{ signature: string; account: string } | null> {
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    const slots = await queryRows<[string]>(client, SLOTS, { timeoutMs: 10_000 });
    const enough = slots.length > 2 * NEIGHBOURS || !isStreaming || Date.now() > deadline || signal.aborted;
    if (enough) {
      const slot = slots[Math.min(NEIGHBOURS, slots.length - 1)]?.[0];
      if (slot === undefined) return null;
      const [row] = await queryRows<[string, string]>(client, SAMPLE, {
        params: { slot },
        timeoutMs: 30_000,
      });
      return row === undefined ? null : { signature: row[0], account: row[1] };
    }
    await sleep(200);
  }
}
