import type { WindowState } from '@tickscope/accounts';
import { ipKeyGenerator } from 'express-rate-limit';
import { type CountedWindows, createCountedWindows } from './counted-windows.js';

/** One customer of a network gets a /64 at least, and all of its addresses. */
const IPV6_SUBNET = 64;
const MAX_ADDRESS_CHARS = 64;

/** What the headers of a response say of the address that asked. */
export interface AddressLimits {
  state(address: string): WindowState;
}

/** The requests of each address that were not let in, counted by this process alone. */
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

/** What an address is counted as: an IPv6 address as its /64. */
export function addressKey(address: string): string {
  try {
    return ipKeyGenerator(address, IPV6_SUBNET);
  } catch {
    return address.slice(0, MAX_ADDRESS_CHARS);
  }
}
