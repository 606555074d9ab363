import type { JsonRpc } from '../source/rpc/json-rpc.js';
import { fetchEpochInfo } from './epoch-info.js';
import { runOnSchedule, type Schedule } from './run-on-schedule.js';

const SCHEDULE: Schedule = { everyMs: 15_000, deadlineMs: 10_000, firstWaitMs: 5_000, longestWaitMs: 60_000 };

/**
 * Asks a node for its confirmed slot until the signal. Never throws.
 *
 * @param onSlot gets the slot; null when the node does not say it
 */
export async function watchNodeSlot(
  rpc: JsonRpc,
  onSlot: (slot: number | null) => void,
  signal: AbortSignal,
): Promise<void> {
  const ask = async (asked: AbortSignal): Promise<number> => {
    onSlot((await fetchEpochInfo(rpc, asked)).slot);
    return 0;
  };
  const on = { succeeded: () => undefined, failed: () => onSlot(null) };
  await runOnSchedule(ask, SCHEDULE, on, signal);
}
