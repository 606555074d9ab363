import type { AddressLimits } from './address-windows.js';

/** The greatest number that every client can read as an integer (32 bits, signed). */
const UNLIMITED = 2_147_483_647;
const WINDOW_MS = 60_000;

/**
 * The limits of a service without limits (AUTH=off). The API document has the headers on every response, and
 * clients pace themselves by them: they get a one-minute window that is never used up.
 */
export function noLimits(now: () => number): AddressLimits {
  return {
    state: () => ({
      name: 'address',
      limit: UNLIMITED,
      remaining: UNLIMITED,
      resetAt: new Date((Math.floor(now() / WINDOW_MS) + 1) * WINDOW_MS),
    }),
  };
}
