import { createHash } from 'node:crypto';
import { Recent } from '../caches/recent.js';
import type { ApiError } from '../errors.js';
import { type AddressWindows, createAddressWindows } from '../limits/address-windows.js';
import { createCountedWindows } from '../limits/counted-windows.js';
import { addressExceeded, refusalsExceeded, unauthorized } from './refusals.js';

/** Keys that are remembered as good, and as wrong. */
export const MOST_REMEMBERED = 20_000;
const REMEMBERED_MS = 600_000;
/** A key that is none never becomes one: keys are drawn at random. A short time anyway, for a restored database. */
const WRONG_KEY_MS = 60_000;

/**
 * Shields the database from credential guessing. Each address has a budget of failures; once it is used up,
 *
 * - requests without anything to look up get 429;
 * - keys that were good lately are looked up as ever: legitimate users behind the same address are not affected. What is
 *   good is learned from look-ups, and from the database itself (`remember`), so a restart forgets nobody;
 * - other keys have as many look-ups again, of a budget of their own, then get 429.
 *
 * JWTs are checked without the database, so a forged one is a failure that costs no look-up, and a genuine one no guess.
 *
 * Credentials that are good but refused (403) stay good. They have a budget of refusals of their own: what is beyond
 * it gets 429 without a look-up, from whatever address.
 */
export interface Gate {
  /** The answer to a request without good credentials and nothing to look up: 401, or 429. */
  refusal(address: string, isPresent: boolean): ApiError;
  /**
   * Looks a key up, and gives what was found.
   * @param look null: the key is nobody's; with a digest of it, which may be kept
   * @throws ApiError 401, 429, or what `look` throws
   */
  pass<Found>(address: string, key: string, look: (digest: string) => Promise<Found | null>): Promise<Found>;
  /** @throws ApiError 429 where the subject was refused (403) too often; of a JWT, before its account is looked up */
  checkRefusals(subject: string): void;
  /** Counts a request that was refused (403) although its credentials are good. */
  turnAway(address: string, subject: string): void;
  /** Takes the keys with these digests for good, until a look-up says otherwise. */
  remember(digests: Iterable<string>): void;
}

/** @param now milliseconds */
export function createGate(windows: AddressWindows, now: () => number): Gate {
  const { limit, seconds } = windows;
  const lookUps = createAddressWindows({ limit, seconds, now });
  const refused = createCountedWindows({ name: 'refused', limit, seconds, now });
  const good = new Recent<true>({ most: MOST_REMEMBERED, now });
  const wrongKeys = new Recent<true>({ most: MOST_REMEMBERED, now });
  const underWay = new Map<string, Promise<unknown>>();

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
    if (found !== null) good.set(digest, true, REMEMBERED_MS);
    else {
      good.delete(digest);
      wrongKeys.set(digest, true, WRONG_KEY_MS);
    }
    return found;
  }

  /** As `lookUp`, of a key that may be a guess: it counts, until it is known to be good or nothing is known. */
  async function tryOut<Found>(
    address: string,
    digest: string,
    look: (digest: string) => Promise<Found | null>,
  ): Promise<Found | null> {
    const budget = [windows, lookUps].find((it) => it.take(address));
    if (budget === undefined) throw exceeded(address);
    const looking = lookUp(digest, look);
    underWay.set(digest, looking);
    try {
      const found = await looking;
      if (found !== null) budget.giveBack(address);
      return found;
    } catch (error) {
      budget.giveBack(address);
      throw error;
    } finally {
      if (underWay.get(digest) === looking) underWay.delete(digest);
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
      // Many at once with one new key: the first finds out whether it is any good, the others look for themselves
      // afterwards, so that none gets in by an answer from before a revocation.
      const other = underWay.get(digest);
      if (other !== undefined && !good.has(digest)) await other;
      if (wrongKeys.has(digest)) throw refusal(address, true);
      const isKnown = good.has(digest);
      const found = isKnown ? await lookUp(digest, look) : await tryOut(address, digest, look);
      if (found !== null) return found;
      if (isKnown) windows.take(address);
      throw unauthorized(true);
    },
    turnAway(address, subject) {
      windows.take(address);
      refused.take(subject);
    },
    remember(digests) {
      for (const digest of digests) {
        good.set(digest, true, REMEMBERED_MS);
        wrongKeys.delete(digest);
      }
    },
  };
}

/** SHA-256 in base64, as `recentKeyHashes` gives it: what is kept in memory is no credential. */
export function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64');
}
