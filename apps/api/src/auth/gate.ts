import { createHash } from 'node:crypto';
import { isKeyText } from '@tickscope/accounts';
import { Recent } from '../caches/recent.js';
import type { ApiError } from '../errors.js';
import type { AddressWindows } from '../limits/address-windows.js';
import { addressExceeded, unauthorized } from './refusals.js';

const MOST_REMEMBERED = 20_000;
const REMEMBERED_MS = 600_000;
/** A key that is none never becomes one: keys are drawn at random. A short time anyway, for a restored database. */
const WRONG_KEY_MS = 60_000;

/**
 * Keeps who guesses at credentials from the database. An address that has used up its refusals gets 429 for any
 * credentials but those that were good lately: whoever shares the address with a flood goes on.
 */
export interface Gate {
  /** The answer to a request without anything to look up: 401, or 429. */
  refusal(address: string, isPresent: boolean): ApiError;
  /**
   * Looks the token up, and gives what was found.
   * @param look null: the token is nobody's; with a digest of it, which may be kept
   * @throws ApiError 401, 429, or what `look` throws
   */
  pass<Found>(
    address: string,
    token: string,
    look: (digest: string) => Promise<Found | null>,
  ): Promise<Found>;
  /** Counts a request that was refused although its token is good. */
  turnAway(address: string, token: string): void;
}

/** @param now milliseconds */
export function createGate(windows: AddressWindows, now: () => number): Gate {
  const good = new Recent<true>({ most: MOST_REMEMBERED, now });
  const wrongKeys = new Recent<true>({ most: MOST_REMEMBERED, now });
  const underWay = new Map<string, Promise<unknown>>();

  function exceeded(address: string): ApiError {
    return addressExceeded(windows.state(address), windows.seconds, now());
  }

  function refusal(address: string, isPresent: boolean): ApiError {
    return windows.take(address) ? unauthorized(isPresent) : exceeded(address);
  }

  async function lookUp<Found>(
    token: string,
    digest: string,
    look: (digest: string) => Promise<Found | null>,
  ): Promise<Found | null> {
    const found = await look(digest);
    if (found !== null) good.set(digest, true, REMEMBERED_MS);
    else {
      good.delete(digest);
      if (isKeyText(token)) wrongKeys.set(digest, true, WRONG_KEY_MS);
    }
    return found;
  }

  /** As `lookUp`, of a token that may be a guess: it counts, until it is known to be good or nothing is known. */
  async function tryOut<Found>(
    address: string,
    token: string,
    digest: string,
    look: (digest: string) => Promise<Found | null>,
  ): Promise<Found | null> {
    if (!windows.take(address)) throw exceeded(address);
    const looking = lookUp(token, digest, look);
    underWay.set(digest, looking);
    try {
      const found = await looking;
      if (found !== null) windows.giveBack(address);
      return found;
    } catch (error) {
      windows.giveBack(address);
      throw error;
    } finally {
      if (underWay.get(digest) === looking) underWay.delete(digest);
    }
  }

  return {
    refusal,
    async pass(address, token, look) {
      const digest = digestOf(token);
      // Many at once with one new token: the first finds out whether it is any good, the others look for themselves
      // afterwards, so that none gets in by an answer from before a revocation.
      const other = underWay.get(digest);
      if (other !== undefined && !good.has(digest)) await other;
      if (wrongKeys.has(digest)) throw refusal(address, true);
      const isKnown = good.has(digest);
      const found = isKnown ? await lookUp(token, digest, look) : await tryOut(address, token, digest, look);
      if (found !== null) return found;
      if (isKnown) windows.take(address);
      throw unauthorized(true);
    },
    turnAway(address, token) {
      good.delete(digestOf(token));
      windows.take(address);
    },
  };
}

/** What is kept in memory is no credential. */
function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64');
}
