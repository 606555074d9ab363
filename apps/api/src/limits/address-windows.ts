import type { WindowState } from '@tickscope/accounts';
import { ipKeyGenerator } from 'express-rate-limit';
import { type CountedWindows, createCountedWindows } from './counted-windows.js';

/** One customer of a network has at least a /64, with all of its addresses. */
const IPV6_SUBNET = 64;
const MAX_ADDRESS_CHARS = 64;

/** The source of a response's rate-limit headers for the address of the caller. */
export interface AddressLimits {
  state(address: string): WindowState;
}

/** Counts the failed requests of each address, in this process only. */
export type AddressWindows = CountedWindows;

/** @param options.now milliseconds */
export function createAddressWindows(options: {
  limit: number;
  seconds: number;
  now: () => number;
  most?: number;
}): AddressWindows {
  const windows = createCountedWindows({ name: 'address', ...options });
  return {
    limit: windows.limit,
    seconds: windows.seconds,
    state: (address) => windows.state(addressKey(address)),
    take: (address) => windows.take(addressKey(address)),
    giveBack: (address) => windows.giveBack(addressKey(address)),
  };
}

/** The key that an address is counted under; an IPv6 address is counted as its /64. */
export function addressKey(address: string): string {
  try {
    return ipKeyGenerator(address, IPV6_SUBNET);
  } catch {
    return address.slice(0, MAX_ADDRESS_CHARS);
  }
}
