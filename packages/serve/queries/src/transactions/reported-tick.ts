import { tickWithoutEntries } from '@tickscope/chain';

/** The tick reported for a transaction: its own, or the last one that it can have. */
export function reportedTick(slot: number, pohTick: number | null): number {
  return pohTick ?? tickWithoutEntries(slot);
}
