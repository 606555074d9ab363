import { readFile } from 'node:fs/promises';
import type { Logger } from '@tickscope/log';
import {
  createLocalJWKSet,
  errors,
  type FlattenedJWSInput,
  type JSONWebKeySet,
  type JWSHeaderParameters,
} from 'jose';

const FETCH_TIMEOUT_MS = 5_000;
const MAX_BYTES = 262_144;
/** Older keys are read again in the background, while the old ones stay in use. */
const FRESH_MS = 600_000;
/** A source that has been unreachable for this long may have withdrawn a key. */
const USABLE_MS = 86_400_000;
/** Minimum time between two reads, independent of incoming tokens. */
const COOLDOWN_MS = 30_000;

/** There are no keys and none can be read, so the token cannot be checked. A retry helps once the source answers. */
export class KeysUnavailableError extends Error {
  override readonly name = 'KeysUnavailableError';
  readonly code = 'keys_unavailable';
}

/** Finds the key that a token says it is signed with. */
export type FindSigningKey = (header: JWSHeaderParameters, token: FlattenedJWSInput) => ReturnType<KeySet>;

type KeySet = ReturnType<typeof createLocalJWKSet>;

export interface SigningKeysOptions {
  read(): Promise<JSONWebKeySet>;
  log: Logger;
  /** Milliseconds. */
  now?: () => number;
}

/**
 * Keeps the issuer's keys in memory. They are read at the first token, in the background once they are ten
 * minutes old, and once for an unknown key id; never more often than every 30 seconds.
 */
export function createSigningKeys({ read, log, now = Date.now }: SigningKeysOptions): FindSigningKey {
  let keys: KeySet | null = null;
  let readAt = Number.NEGATIVE_INFINITY;
  let triedAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;

  function readAgain(): Promise<void> {
    reading ??= (async () => {
      triedAt = now();
      try {
        keys = createLocalJWKSet(await read());
        readAt = now();
      } catch (error) {
        log.warn({ err: error }, 'the keys of the issuer cannot be read');
      } finally {
        reading = null;
      }
    })();
    return reading;
  }

  const mayRead = () => reading !== null || now() - triedAt >= COOLDOWN_MS;

  return async (header, token) => {
    if (keys === null || now() - readAt > USABLE_MS) {
      if (mayRead()) await readAgain();
      if (keys === null || now() - readAt > USABLE_MS)
        throw new KeysUnavailableError('the keys of the issuer cannot be read');
    } else if (now() - readAt > FRESH_MS && mayRead()) void readAgain();
    try {
      return await keys(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || !mayRead()) throw error;
      await readAgain();
      return keys(header, token);
    }
  };
}

/** Reads the keys from where JWT_JWKS points: a URL or a file. */
export function signingKeysReader(place: string): () => Promise<JSONWebKeySet> {
  const isUrl = /^https?:\/\//i.test(place);
  return async () => {
    const text = isUrl ? await fetchText(place) : await readFile(place, 'utf8');
    // jose rejects anything that is not a key set.
    return JSON.parse(text) as JSONWebKeySet;
  };
}

async function fetchText(url: string): Promise<string> {
  const response = await fetch(url, {
    headers: { Accept: 'application/json' },
    // A redirect could lead from https to anywhere.
    redirect: 'error',
    signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`the issuer answered HTTP ${response.status}`);
  if (response.body === null) throw new Error('the issuer answered without a body');
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error(`the issuer's answer is longer than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size).toString('utf8');
}
