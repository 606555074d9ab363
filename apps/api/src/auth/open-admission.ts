import { type Accounts, cleanWindows, loadPlans, openAccounts } from '@tickscope/accounts';
import { type ApiConfig, ConfigError, type JwtConfig } from '@tickscope/config';
import type { Logger } from '@tickscope/log';
import type { RequestHandler } from 'express';
import { type AddressLimits, createAddressWindows } from '../limits/address-windows.js';
import { noLimits } from '../limits/no-limits.js';
import { VERSION } from '../version.js';
import type { Admission } from './access.js';
import { createAdmission, refusePlainHttp } from './admission.js';
import { createAuthenticator } from './authenticator.js';
import { createCredentialThrottle } from './credential-throttle.js';
import { exchangeLinkCode } from './exchange-link-code.js';
import { createSigningKeys, signingKeysReader } from './jwks.js';
import { keepKnownKeys } from './known-keys.js';
import type { JwtRules } from './verify-jwt.js';
import { visitorsOf } from './visitor.js';
import { withoutAuthentication } from './without-authentication.js';

/** Admission has a pool of its own, so that jobs cannot take its connections. */
const CONNECTIONS = 10;
/** Includes the wait for a free connection: a burst queues. */
const CONNECT_TIMEOUT_MS = 10_000;
const CLEAN_EVERY_MS = 600_000;

export interface OpenAdmission {
  admission: Admission;
  addresses: AddressLimits;
  /** Exchanges the codes of links to the explorer; null: there are no keys. */
  linkCodes: readonly RequestHandler[] | null;
  /** null: no accounts database is configured. */
  accounts: Accounts | null;
  /** Resolves when requests may be accepted, after two seconds at most. */
  ready: Promise<void>;
  close(): Promise<void>;
}

/**
 * Sets admission up as configured. Does not wait for Postgres or for the issuer of JWTs: until they answer,
 * operations get 503.
 * @param now overrides the process clock and the database's clock, for tests
 */
export function openAdmission(config: ApiConfig, log: Logger, now?: () => Date): OpenAdmission {
  const accounts =
    config.databaseUrl === null
      ? null
      : openAccounts(config.databaseUrl, {
          log,
          application: `tickscope-api/${VERSION}`,
          poolSize: CONNECTIONS,
          connectTimeoutMs: CONNECT_TIMEOUT_MS,
        });
  const close = async () => accounts?.close();
  const nowMs = now === undefined ? Date.now : () => now().getTime();
  if (config.auth === 'off' || accounts === null)
    return {
      admission: withoutAuthentication,
      addresses: noLimits(nowMs),
      linkCodes: null,
      accounts,
      ready: Promise.resolve(),
      close,
    };

  const addresses = createAddressWindows({ ...config.addressLimit, now: nowMs });
  const throttle = createCredentialThrottle(addresses, nowMs);
  const knownKeys = keepKnownKeys(accounts, throttle, log);
  const admission = createAdmission({
    accounts,
    throttle,
    authenticator: createAuthenticator({
      accounts,
      jwt: config.jwt === null ? null : jwtRules(config.jwt, log, now),
      autoTrialDays: config.autoTrialDays,
      ...(now === undefined ? {} : { now }),
    }),
    plans: plansOf(config),
    visitors: visitorsOf(config),
    addresses,
    requireHttps: config.requireHttps,
    ...(now === undefined ? {} : { now }),
  });
  const cleaning = setInterval(() => {
    cleanWindows(accounts).catch((error: unknown) =>
      log.warn({ err: error }, 'failed to delete expired rate-limit windows'),
    );
  }, CLEAN_EVERY_MS);
  cleaning.unref();
  return {
    admission,
    addresses,
    linkCodes: [
      ...(config.requireHttps ? [refusePlainHttp] : []),
      ...exchangeLinkCode({ accounts, addresses, now: nowMs }),
    ],
    accounts,
    ready: knownKeys.ready,
    close() {
      clearInterval(cleaning);
      knownKeys.stop();
      return close();
    },
  };
}

function jwtRules({ issuer, audience, jwks }: JwtConfig, log: Logger, now?: () => Date): JwtRules {
  const findKey = createSigningKeys({ read: signingKeysReader(jwks), log });
  return { issuer, audience, findKey, ...(now === undefined ? {} : { now }) };
}

function plansOf({ plansFile, explorerPlan }: ApiConfig): ReturnType<typeof loadPlans> {
  const plans = readPlans(plansFile);
  if (explorerPlan !== null && !Object.hasOwn(plans, explorerPlan))
    throw new ConfigError([{ variable: 'EXPLORER_PLAN', text: 'names none of the plans' }]);
  return plans;
}

function readPlans(path: string | null): ReturnType<typeof loadPlans> {
  try {
    return path === null ? loadPlans() : loadPlans(path);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    throw new ConfigError([{ variable: 'PLANS_FILE', text: `cannot be used: ${text}` }]);
  }
}
