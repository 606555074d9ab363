import {
  type Accounts,
  type AdmittedCaller,
  allowsAccess,
  type Caller,
  isKeyText,
  type Plans,
} from '@tickscope/accounts';
import type { Request, RequestHandler, Response } from 'express';
import { ApiError } from '../errors.js';
import type { AddressWindows } from '../limits/address-windows.js';
import { createKnownRefusals } from '../limits/known-refusals.js';
import { limitHeaders } from '../limits/limit-headers.js';
import { createLimiter } from '../limits/limiter.js';
import { addressOf, callerOf, contextOf } from '../request-context.js';
import type { Access, Admission } from './access.js';
import type { Authenticate } from './authenticate.js';
import { credentialsOf } from './bearer-token.js';
import { createExpectedCallers, type ExpectedCallers } from './expected-callers.js';
import { digestOf, type Gate } from './gate.js';
import { subscriptionRequired } from './refusals.js';
import { mayVisit, visitorOf } from './visitor.js';
import { withAccounts } from './with-accounts.js';

export interface AdmissionOptions {
  accounts: Accounts;
  authenticate: Authenticate;
  plans: Plans;
  addresses: AddressWindows;
  gate: Gate;
  requireHttps: boolean;
  /** The plan of visitors without credentials; null: there are none. */
  explorerPlan?: string | null;
  /** Overrides the process clock and the database's clock, for tests. */
  now?: () => Date;
}

/** Admission by API key or JWT, subscription and plan. */
export function createAdmission(options: AdmissionOptions): Admission {
  const { accounts, authenticate, plans, addresses, gate, requireHttps, now } = options;
  const explorerPlan = options.explorerPlan ?? null;
  const clock = now === undefined ? () => performance.now() : () => now().getTime();
  const refusals = createKnownRefusals(clock);
  const expected = createExpectedCallers(plans, refusals, clock);
  const howOften = createLimiter({
    ...{ accounts, plans, refusals, clock },
    ...(now === undefined ? {} : { now }),
  });
  return (operationId, access) => [
    ...(requireHttps ? [refusePlainHttp] : []),
    identify({ operationId, access, gate, authenticate, expected, addresses, clock, explorerPlan }),
    mayYou(access, gate, addresses),
    howOften,
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

interface Identification {
  operationId: string;
  access: Access;
  gate: Gate;
  authenticate: Authenticate;
  expected: ExpectedCallers;
  addresses: AddressWindows;
  clock: () => number;
  explorerPlan: string | null;
}

/**
 * Authenticates the caller. Where the expected caller may call the operation, the same query also counts the
 * request.
 */
function identify(options: Identification): RequestHandler {
  const { operationId, access, gate, authenticate, expected, addresses, clock, explorerPlan } = options;
  return async (req, res, next) => {
    const address = addressOf(req);
    const { token, isPresent } = credentialsOf(req);
    const context = contextOf(res);
    if (!isPresent && explorerPlan !== null && mayVisit(operationId, access)) {
      context.caller = visitorOf(address, explorerPlan);
      next();
      return;
    }
    try {
      if (token === null) throw gate.refusal(address, isPresent);
      if (isKeyText(token)) {
        const found = await gate.pass(address, token, (digest) =>
          withAccounts(() => lookUp(token, digest, req)),
        );
        context.caller = found.caller;
        if (found.taken !== null) context.taken = found.taken;
      } else context.caller = await callerOfJwt(token, address);
    } catch (error) {
      res.set(limitHeaders(addresses.state(address)));
      throw error;
    }
    next();
  };

  async function callerOfJwt(token: string, address: string): Promise<Caller> {
    const account = await withAccounts(() => authenticate.verifyJwt(token));
    if (account === null) throw gate.refusal(address, true);
    gate.checkRefusals(subjectOfAccount(account));
    return withAccounts(() => authenticate.byAccount(account));
  }

  async function lookUp(key: string, digest: string, req: Request): Promise<AdmittedCaller | null> {
    const likely = expected.of(digest, operationId, (caller) => refusalOf(access, caller, req) === null);
    const sentAt = clock();
    const found = await authenticate.byKey(key, likely);
    expected.note(digest, found);
    const taken = found?.taken ?? null;
    if (likely !== null && taken !== null)
      expected.noteTaken(likely.windows, taken, { sentAt, answeredAt: clock() });
    return found;
  }
}

function mayYou(access: Access, gate: Gate, addresses: AddressWindows): RequestHandler {
  return (req, res, next) => {
    const caller = callerOf(contextOf(res));
    const refusal = refusalOf(access, caller, req);
    if (refusal === null) {
      next();
      return;
    }
    turnAway(caller, req, res);
    throw refusal;
  };

  function turnAway(caller: Caller, req: Request, res: Response): void {
    const address = addressOf(req);
    const { token } = credentialsOf(req);
    const isKey = caller.keyId !== null && token !== null;
    gate.turnAway(address, isKey ? digestOf(token) : subjectOfAccount(caller.account));
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
