import type { JsonRpc } from '../source/rpc/json-rpc.js';
import { objectOf, ReferenceDataError, wholeNumber } from './shapes.js';

/** The chain's current slot and epoch. */
export interface EpochInfo {
  slot: number;
  /** First slot of the epoch. */
  firstSlot: number;
  slotsInEpoch: number;
}

export const MOST_SLOTS_IN_EPOCH = 1_048_576;
const LIMITS = { timeoutMs: 10_000, maxBytes: 64 * 1024 };

/** @throws ReferenceDataError for an impossible epoch */
export async function fetchEpochInfo(rpc: JsonRpc, signal: AbortSignal): Promise<EpochInfo> {
  const result = await rpc.call('getEpochInfo', [{ commitment: 'confirmed' }], signal, LIMITS);
  const info = objectOf(result, 'getEpochInfo');
  const slot = wholeNumber(info['absoluteSlot'], 'absoluteSlot');
  const slotIndex = wholeNumber(info['slotIndex'], 'slotIndex');
  const slotsInEpoch = wholeNumber(info['slotsInEpoch'], 'slotsInEpoch');
  if (slotIndex > slot || slotIndex >= slotsInEpoch || slotsInEpoch > MOST_SLOTS_IN_EPOCH)
    throw new ReferenceDataError(`slot ${slot} cannot be slot ${slotIndex} of an epoch of ${slotsInEpoch}`);
  return { slot, firstSlot: slot - slotIndex, slotsInEpoch };
}
