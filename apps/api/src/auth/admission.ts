import { type Accounts, allowsAccess, type Caller, type Plans } from '@tickscope/accounts';
import type { Request, RequestHandler, Response } from 'express';
import { ApiError } from '../errors.js';
import type { AddressWindows } from '../limits/address-windows.js';
import { limitHeaders } from '../limits/limit-headers.js';
import { createLimiter } from '../limits/limiter.js';
import { addressOf, callerOf, contextOf } from '../request-context.js';
import type { Access, Admission } from './access.js';
import type { Authenticate } from './authenticate.js';
import { credentialsOf } from './bearer-token.js';
import { createGate, type Gate } from './gate.js';
import { subscriptionRequired } from './refusals.js';
import { withAccounts } from './with-accounts.js';

export interface AdmissionOptions {
  accounts: Accounts;
  authenticate: Authenticate;
  plans: Plans;
  addresses: AddressWindows;
  requireHttps: boolean;
  /** The time, where it is not the clock's and the database's. */
  now?: () => Date;
}

/** Admission by API key or JWT, subscription and plan. */
export function createAdmission(options: AdmissionOptions): Admission {
  const { accounts, authenticate, plans, addresses, requireHttps, now } = options;
  const gate = createGate(addresses, now === undefined ? Date.now : () => now().getTime());
  const whoAreYou = identify(gate, authenticate, addresses);
  const howOften = createLimiter(accounts, plans, now);
  return (_operationId, access) => [
    ...(requireHttps ? [refusePlainHttp] : []),
    whoAreYou,
    mayYou(access, gate, addresses),
    howOften,
  ];
}

/** Before anything is done with the credentials: who sent them in the open is to notice at once. */
export const refusePlainHttp: RequestHandler = (req, _res, next) => {
  if (!req.secure)
    throw new ApiError('https_required', {
      details: 'Keys must only be sent over HTTPS. Revoke a key that was sent without.',
    });
  next();
};

function identify(gate: Gate, authenticate: Authenticate, addresses: AddressWindows): RequestHandler {
  return async (req, res, next) => {
    const address = addressOf(req);
    const { token, isPresent } = credentialsOf(req);
    try {
      if (token === null) throw gate.refusal(address, isPresent);
      contextOf(res).caller = await gate.pass(address, token, () => withAccounts(() => authenticate(token)));
    } catch (error) {
      res.set(limitHeaders(addresses.state(address)));
      throw error;
    }
    next();
  };
}

function mayYou(access: Access, gate: Gate, addresses: AddressWindows): RequestHandler {
  return (req, res, next) => {
    const refusal = refusalOf(access, callerOf(contextOf(res)), req);
    if (refusal === null) {
      next();
      return;
    }
    turnAway(req, res);
    throw refusal;
  };

  function turnAway(req: Request, res: Response): void {
    const address = addressOf(req);
    const { token } = credentialsOf(req);
    if (token !== null) gate.turnAway(address, token);
    res.set(limitHeaders(addresses.state(address)));
  }
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
