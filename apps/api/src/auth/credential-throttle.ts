import { createHash } from 'node:crypto';
import { byClock } from '@tickscope/queries/caches';
import { LRUCache } from 'lru-cache';
import type { ApiError } from '../errors.js';
import { type AddressWindows, createAddressWindows } from '../limits/address-windows.js';
import { createCountedWindows } from '../limits/counted-windows.js';
import { addressExceeded, refusalsExceeded, unauthorized } from './refusals.js';

/** Capacity of the caches of good keys and of wrong keys, each. */
export const MOST_REMEMBERED = 20_000;
const REMEMBERED_MS = 600_000;
/**
 * Keys are drawn at random, so a wrong key never becomes valid. The time is short all the same, for a database
 * that was restored.
 */
const WRONG_KEY_MS = 60_000;

/**
 * Shields the database from credential guessing. Each address has a budget of failures. Once it is used up:
 *
 * - Requests without anything to look up get 429.
 * - Recently valid keys are still looked up: legitimate users behind the same address are not affected. The
 *   throttle learns them from look-ups, and from the database itself (`remember`), so that they survive a restart.
 * - Other keys share a second budget of the same size for look-ups; beyond it they get 429.
 *
 * JWTs are verified without the database. A forged one is a failure that costs no look-up; a genuine one is
 * never a guess.
 *
 * Good credentials that are refused (403) remain good. They have a budget of refusals of their own; beyond it
 * they get 429 without a look-up, from any address.
 */
export interface CredentialThrottle {
  /** The answer to a request without good credentials and nothing to look up: 401, or 429. */
  refusal(address: string, isPresent: boolean): ApiError;
  /**
   * Looks a key up and returns what was found.
   * @param look gets a digest of the key, which it may keep; it returns null for an unknown, revoked or
   * expired key
   * @throws ApiError 401, 429, or what `look` throws
   */
  pass<Found>(address: string, key: string, look: (digest: string) => Promise<Found | null>): Promise<Found>;
  /** @throws ApiError 429 where the subject was refused (403) too often; for a JWT, before its account is looked up */
  checkRefusals(subject: string): void;
  /** Counts a request that was refused (403) although its credentials are good. */
  recordForbidden(address: string, subject: string): void;
  /** Marks the keys with these digests as good, until a look-up shows otherwise. */
  remember(digests: Iterable<string>): void;
}

/** @param now milliseconds */
export function createCredentialThrottle(windows: AddressWindows, now: () => number): CredentialThrottle {
  const { limit, seconds } = windows;
  const lookUps = createAddressWindows({ limit, seconds, now });
  const refused = createCountedWindows({ name: 'refused', limit, seconds, now });
  const kept = { max: MOST_REMEMBERED, ...byClock(now) };
  const good = new LRUCache<string, true>({ ...kept, ttl: REMEMBERED_MS });
  const wrongKeys = new LRUCache<string, true>({ ...kept, ttl: WRONG_KEY_MS });
  const inFlight = new Map<string, Promise<unknown>>();

  function exceeded(address: string): ApiError {
    return addressExceeded(windows.state(address), seconds, now());
  }

  function refusal(address: string, isPresent: boolean): ApiError {
    return windows.take(address) ? unauthorized(isPresent) : exceeded(address);
  }

  async function lookUp<Found>(
    digest: string,
    look: (digest: string) => Promise<Found | null>,
  ): Promise<Found | null> {
    const found = await look(digest);
    if (found !== null) good.set(digest, true);
    else {
      good.delete(digest);
      wrongKeys.set(digest, true);
    }
    return found;
  }

  /** Like `lookUp`, for a key that may be a guess. It takes from the budget, and gives back unless the key is wrong. */
  async function tryOut<Found>(
    address: string,
    digest: string,
    look: (digest: string) => Promise<Found | null>,
  ): Promise<Found | null> {
    const budget = [windows, lookUps].find((it) => it.take(address));
    if (budget === undefined) throw exceeded(address);
    const looking = lookUp(digest, look);
    inFlight.set(digest, looking);
    try {
      const found = await looking;
      if (found !== null) budget.giveBack(address);
      return found;
    } catch (error) {
      budget.giveBack(address);
      throw error;
    } finally {
      if (inFlight.get(digest) === looking) inFlight.delete(digest);
    }
  }

  function checkRefusals(subject: string): void {
    const state = refused.state(subject);
    if (state.remaining === 0) throw refusalsExceeded(state, seconds, now());
  }

  return {
    refusal,
    checkRefusals,
    async pass(address, key, look) {
      const digest = digestOf(key);
      checkRefusals(digest);
      // Of concurrent requests with one new key, the first finds out whether the key is good. The others wait,
      // then look it up themselves, so that no answer from before a revocation admits them.
      const other = inFlight.get(digest);
      if (other !== undefined && !good.get(digest)) await other;
      if (wrongKeys.get(digest)) throw refusal(address, true);
      const isKnown = good.get(digest) === true;
      const found = isKnown ? await lookUp(digest, look) : await tryOut(address, digest, look);
      if (found !== null) return found;
      if (isKnown) windows.take(address);
      throw unauthorized(true);
    },
    recordForbidden(address, subject) {
      windows.take(address);
      refused.take(subject);
    },
    remember(digests) {
      for (const digest of digests) {
        good.set(digest, true);
        wrongKeys.delete(digest);
      }
    },
  };
}

/** SHA-256 in base64, as `recentKeyHashes` returns it. Only digests are kept in memory, never credentials. */
export function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64');
}
