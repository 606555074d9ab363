import { tickWithoutEntries } from '@tickscope/chain';

/** The tick that is reported of a transaction: its own, or the last that it can have. */
export function reportedTick(slot: number, pohTick: number | null): number {
  return pohTick ?? tickWithoutEntries(slot);
}
