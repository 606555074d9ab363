import type { Caller } from '@tickscope/accounts';
import { contextOf, setCaller } from '../request-context.js';
import type { Admission } from './access.js';

/**
 * The one caller of a service without authentication. It owns all jobs and keys. Meant for
 * machines that only their owner can reach.
 */
export const ANONYMOUS: Caller = {
  account: 'anonymous',
  keyId: null,
  keyKind: null,
  plan: 'default',
  subscription: null,
};

/** Admission with AUTH=off: admits every request, without limits. */
export const withoutAuthentication: Admission = () => [
  (_req, res, next) => {
    setCaller(contextOf(res), ANONYMOUS);
    next();
  },
];
