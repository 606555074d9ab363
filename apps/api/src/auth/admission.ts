import {
  type Accounts,
  type AdmittedCaller,
  allowsAccess,
  type Caller,
  isKeyText,
  type Plans,
} from '@tickscope/accounts';
import type { VisitorAccess } from '@tickscope/schemas';
import type { Request, RequestHandler, Response } from 'express';
import { ApiError } from '../errors.js';
import type { AddressWindows } from '../limits/address-windows.js';
import { createKnownRefusals } from '../limits/known-refusals.js';
import { limitHeaders } from '../limits/limit-headers.js';
import { createLimiter } from '../limits/limiter.js';
import { addressOf, callerOf, contextOf, setCaller } from '../request-context.js';
import type { Access, Admission } from './access.js';
import type { Authenticator } from './authenticator.js';
import { credentialsOf } from './bearer-token.js';
import { type CredentialThrottle, digestOf } from './credential-throttle.js';
import { createExpectedCallers, type ExpectedCallers } from './expected-callers.js';
import { subscriptionRequired } from './refusals.js';
import { mayVisit, VISITORS, type Visitors, visitorOf } from './visitor.js';
import { withAccounts } from './with-accounts.js';

export interface AdmissionOptions {
  accounts: Accounts;
  authenticator: Authenticator;
  plans: Plans;
  addresses: AddressWindows;
  throttle: CredentialThrottle;
  requireHttps: boolean;
  /** Null: every request needs credentials. */
  visitors?: Visitors | null;
  /** Overrides the process clock and the database's clock, for tests. */
  now?: () => Date;
}

/** Admission by API key or JWT, subscription and plan. */
export function createAdmission(options: AdmissionOptions): Admission {
  const { accounts, authenticator, plans, addresses, throttle, requireHttps, now } = options;
  const visitors = options.visitors ?? null;
  const clock = now === undefined ? () => performance.now() : () => now().getTime();
  const refusals = createKnownRefusals(clock);
  const expected = createExpectedCallers(plans, refusals, clock);
  const rateLimit = createLimiter({
    ...{ accounts, plans, refusals, clock },
    ...(now === undefined ? {} : { now }),
  });
  return (operationId, access, visits) => [
    ...(requireHttps ? [refusePlainHttp] : []),
    authenticate({
      operationId,
      access,
      visits,
      throttle,
      authenticator,
      expected,
      addresses,
      clock,
      visitors,
    }),
    authorize(access, throttle, addresses),
    rateLimit,
  ];
}

/** Runs before the credentials are looked at, so that a client that sent them unencrypted notices at once. */
export const refusePlainHttp: RequestHandler = (req, _res, next) => {
  if (!req.secure)
    throw new ApiError('https_required', {
      details: 'Keys must only be sent over HTTPS. Revoke a key that was sent without.',
    });
  next();
};

interface AuthenticationOptions {
  operationId: string;
  access: Access;
  visits: VisitorAccess | undefined;
  throttle: CredentialThrottle;
  authenticator: Authenticator;
  expected: ExpectedCallers;
  addresses: AddressWindows;
  clock: () => number;
  visitors: Visitors | null;
}

/**
 * Authenticates the caller. Where the expected caller may call the operation, the same query also counts the
 * request.
 */
function authenticate(options: AuthenticationOptions): RequestHandler {
  const { operationId, access, visits, throttle, authenticator, expected, addresses, clock, visitors } =
    options;
  return async (req, res, next) => {
    const address = addressOf(req);
    const { token, isPresent } = credentialsOf(req);
    const context = contextOf(res);
    if (!isPresent && visitors !== null && mayVisit(visitors, visits, req)) {
      setCaller(context, visitorOf(address, visitors), VISITORS);
      next();
      return;
    }
    try {
      if (token === null) throw throttle.refusal(address, isPresent);
      if (isKeyText(token)) {
        const found = await throttle.pass(address, token, (digest) =>
          withAccounts(() => lookUp(token, digest, req)),
        );
        setCaller(context, found.caller);
        if (found.rateDecision !== null) context.rateDecision = found.rateDecision;
      } else setCaller(context, await callerOfJwt(token, address));
    } catch (error) {
      res.set(limitHeaders(addresses.state(address)));
      throw error;
    }
    next();
  };

  async function callerOfJwt(token: string, address: string): Promise<Caller> {
    const account = await withAccounts(() => authenticator.verifyJwt(token));
    if (account === null) throw throttle.refusal(address, true);
    throttle.checkRefusals(subjectOfAccount(account));
    return withAccounts(() => authenticator.byAccount(account));
  }

  async function lookUp(key: string, digest: string, req: Request): Promise<AdmittedCaller | null> {
    const likely = expected.of(digest, operationId, (caller) => refusalOf(access, caller, req) === null);
    const sentAt = clock();
    const found = await authenticator.byKey(key, likely);
    expected.note(digest, found);
    const decision = found?.rateDecision ?? null;
    if (likely !== null && decision !== null)
      expected.noteDecision(likely.windows, decision, { sentAt, answeredAt: clock() });
    return found;
  }
}

function authorize(access: Access, throttle: CredentialThrottle, addresses: AddressWindows): RequestHandler {
  return (req, res, next) => {
    const caller = callerOf(contextOf(res));
    const refusal = refusalOf(access, caller, req);
    if (refusal === null) {
      next();
      return;
    }
    recordForbidden(caller, req, res);
    throw refusal;
  };

  function recordForbidden(caller: Caller, req: Request, res: Response): void {
    const address = addressOf(req);
    const { token } = credentialsOf(req);
    const isKey = caller.keyId !== null && token !== null;
    throttle.recordForbidden(address, isKey ? digestOf(token) : subjectOfAccount(caller.account));
    res.set(limitHeaders(addresses.state(address)));
  }
}

/** The subject that refusals of an account's JWTs are counted under: an account can have any number of JWTs. */
function subjectOfAccount(account: string): string {
  return `account/${account}`;
}

function refusalOf(access: Access, caller: Caller, req: Request): ApiError | null {
  const { subscription, keyId } = caller;
  if (access.withoutSubscription !== true && (subscription === null || !allowsAccess(subscription.status)))
    return subscriptionRequired(caller);
  if (keyId === null || access.byKey === undefined) return null;
  if (access.byKey === 'no')
    return new ApiError('forbidden', {
      details: 'Keys are made and listed with a token of your identity provider, not with a key.',
    });
  return req.params['id'] === keyId
    ? null
    : new ApiError('forbidden', {
        details: 'A key can revoke itself only. Others are revoked with a token of your identity provider.',
      });
}
