import { setTimeout as sleep } from 'node:timers/promises';
import type { Address, Signature } from '@tickscope/chain';
import { column, defineFileQuery, defineQuery, param, runQuery } from '@tickscope/store';
import type { RunningStore } from './store.js';

const SAMPLE = defineFileQuery(import.meta.url, './sample.sql', {
  params: { slot: param.integer },
  row: { signature: column.signature, account: column.address },
});
const SLOTS = defineQuery({
  name: 'sample-slots',
  sql: "SELECT slot FROM slots WHERE content != 'entries_only' ORDER BY slot DESC LIMIT 12",
  row: { slot: column.integer },
});

const WAIT_MS = 60_000;
/** Slots required on either side of the sample, so that there are transactions before and after it. */
const NEIGHBOURS = 5;

/**
 * A transaction and a busy account for a sample query. With a stream it waits until there are slots around the
 * transaction; `null` when nothing is stored, or nothing arrives.
 */
export async function sampleQuestion(
  { clickhouse }: RunningStore,
  isStreaming: boolean,
  signal: AbortSignal,
): Promise<{ signature: Signature; account: Address } | null> {
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    const slots = await runQuery(clickhouse.read, SLOTS, {}, { timeoutMs: 10_000 });
    const enough = slots.length > 2 * NEIGHBOURS || !isStreaming || Date.now() > deadline || signal.aborted;
    if (enough) {
      const chosen = slots[Math.min(NEIGHBOURS, slots.length - 1)];
      if (chosen === undefined) return null;
      const [sample] = await runQuery(clickhouse.read, SAMPLE, chosen, { timeoutMs: 30_000 });
      return sample ?? null;
    }
    await sleep(200);
  }
}
