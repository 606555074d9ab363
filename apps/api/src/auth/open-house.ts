import type { Caller } from '@tickscope/accounts';
import { contextOf } from '../request-context.js';
import type { Admission } from './access.js';

/**
 * The one caller of a service without authentication. It owns all jobs and keys; for machines that only their
 * owner reaches.
 */
export const ANYBODY: Caller = {
  account: 'anonymous',
  keyId: null,
  keyKind: null,
  plan: 'default',
  subscription: null,
};

/** Admission with AUTH=off: admits every request, without limits. */
export const openHouse: Admission = () => [
  (_req, res, next) => {
    contextOf(res).caller = ANYBODY;
    next();
  },
];
