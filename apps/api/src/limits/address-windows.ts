import type { WindowState } from '@tickscope/accounts';
import { ipKeyGenerator } from 'express-rate-limit';

/** One customer of a network gets a /64 at least, and all of its addresses. */
const IPV6_SUBNET = 64;
/** About 10 MB. A caller with more addresses than that is not stopped by counting addresses. */
const MOST_ADDRESSES = 50_000;
const MAX_ADDRESS_CHARS = 64;

/** What the headers of a response say of the address that asked. */
export interface AddressLimits {
  state(address: string): WindowState;
}

/** The requests of each address that were not let in, counted by this process alone. */
export interface AddressWindows extends AddressLimits {
  readonly seconds: number;
  /** Counts one; false where none is left. */
  take(address: string): boolean;
  /** For one that was let in after all. */
  giveBack(address: string): void;
}

interface Counted {
  used: number;
  endsAt: number;
}

/** @param options.now milliseconds */
export function createAddressWindows(options: {
  limit: number;
  seconds: number;
  now: () => number;
  most?: number;
}): AddressWindows {
  const { limit, seconds, now, most = MOST_ADDRESSES } = options;
  const counted = new Map<string, Counted>();

  function find(key: string): Counted | null {
    const window = counted.get(key);
    if (window === undefined) return null;
    if (window.endsAt > now()) return window;
    counted.delete(key);
    return null;
  }

  function begin(key: string): Counted {
    const window = { used: 0, endsAt: now() + seconds * 1_000 };
    counted.set(key, window);
    if (counted.size > most) {
      // The oldest, which ends first anyway.
      const [oldest] = counted.keys();
      if (oldest !== undefined) counted.delete(oldest);
    }
    return window;
  }

  return {
    seconds,
    state(address) {
      const window = find(addressKey(address));
      return {
        name: 'address',
        limit,
        remaining: limit - (window?.used ?? 0),
        resetAt: new Date(window?.endsAt ?? now() + seconds * 1_000),
      };
    },
    take(address) {
      const key = addressKey(address);
      const window = find(key) ?? begin(key);
      if (window.used >= limit) return false;
      window.used += 1;
      return true;
    },
    giveBack(address) {
      const key = addressKey(address);
      const window = find(key);
      if (window === null) return;
      window.used -= 1;
      if (window.used <= 0) counted.delete(key);
    },
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
