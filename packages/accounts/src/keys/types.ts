import type { Taken, Window } from '../limits/types.js';
import type { Subscription } from '../subscriptions/types.js';

/** `test` keys reach the same data, on the plan `test`. */
export type KeyKind = 'live' | 'test';

/** A key as it may be shown: never its secret. */
export interface ApiKey {
  /** A uuid. */
  readonly id: string;
  readonly account: string;
  readonly name: string;
  readonly kind: KeyKind;
  /** The first 12 characters of the secret, `sk_live_` or `sk_test_` among them. */
  readonly prefix: string;
  readonly createdAt: Date;
  /** To the minute. */
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

/** Who asks, and what is allowed. */
export interface Caller {
  readonly account: string;
  /** `null` for a JWT. */
  readonly keyId: string | null;
  readonly keyKind: KeyKind | null;
  /** `test` for a test key, else the subscription's, else `default`. */
  readonly plan: string;
  /** As it is now; `null` when the account never had one. */
  readonly subscription: Subscription | null;
}

/** The owner of a key as it was seen, and how to tell whether that is still so. */
export interface SeenCaller {
  readonly caller: Caller;
  /** Of the subscription; `null`: there is none. */
  readonly version: string | null;
  /** Until then the subscription is what it is, unless it is set anew; `null`: for good. */
  readonly unchangedUntil: Date | null;
}

/** Windows to count a request in if it is by whom they were made for. */
export interface ExpectedCaller extends SeenCaller {
  readonly windows: readonly Window[];
}

export interface AdmittedCaller extends SeenCaller {
  /** `null`: the request was not counted. */
  readonly taken: Taken | null;
}

/** Live keys, neither revoked nor expired, that an account may have. */
export const MAX_LIVE_KEYS = 10;

export class KeyLimitError extends Error {
  constructor() {
    super(`an account may have ${MAX_LIVE_KEYS} keys that are neither revoked nor expired`);
    this.name = 'KeyLimitError';
  }
}
