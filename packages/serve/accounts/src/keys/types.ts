import type { RateDecision, Window } from '../limits/types.js';
import type { Subscription } from '../subscriptions/types.js';

/** `test` keys get the same data, under the plan `test`. */
export type KeyKind = 'live' | 'test';

/** A key without its secret, safe to show. */
export interface ApiKey {
  /** A uuid. */
  readonly id: string;
  readonly account: string;
  readonly name: string;
  readonly kind: KeyKind;
  /** The first 12 characters of the secret, including `sk_live_` or `sk_test_`. */
  readonly prefix: string;
  readonly createdAt: Date;
  /** Accurate to the minute. */
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

export interface CreatedKey {
  readonly key: ApiKey;
  /** `sk_live_` or `sk_test_` and 32 random bytes in base58. It is stored nowhere and cannot be shown again. */
  readonly secret: string;
}

export interface KeyRequest {
  readonly account: string;
  /** 1 to 100 characters, none of them a control character. */
  readonly name: string;
  readonly kind: KeyKind;
  readonly expiresAt: Date | null;
}

/** The caller of a request, and what it may do. */
export interface Caller {
  readonly account: string;
  /** `null` for a JWT. */
  readonly keyId: string | null;
  readonly keyKind: KeyKind | null;
  /** `test` for a test key, else the subscription's, else `default`. */
  readonly plan: string;
  /** The current subscription; `null` when the account never had one. */
  readonly subscription: Subscription | null;
}

/** The owner of a key when it was last looked up, with what is needed to check that it is unchanged. */
export interface SeenCaller {
  readonly caller: Caller;
  /** The subscription's row version; `null`: no subscription. */
  readonly version: string | null;
  /** Until then the subscription changes only by being set; `null`: no date changes it. */
  readonly unchangedUntil: Date | null;
}

/** A caller to expect, with the windows that count its request. */
export interface ExpectedCaller extends SeenCaller {
  readonly windows: readonly Window[];
}

export interface AdmittedCaller extends SeenCaller {
  /** `null`: the request was not counted. */
  readonly rateDecision: RateDecision | null;
}

/** The most live keys (neither revoked nor expired) of an account. */
export const MAX_LIVE_KEYS = 10;

/**
 * The account has as many live keys as it may: no key was created. A retry helps once a key was revoked or has expired.
 */
export class KeyLimitError extends Error {
  override readonly name = 'KeyLimitError';
  readonly code = 'key_limit';
  constructor() {
    super(`an account may have ${MAX_LIVE_KEYS} keys that are neither revoked nor expired`);
  }
}
