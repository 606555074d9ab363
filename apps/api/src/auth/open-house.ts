import type { Caller } from '@tickscope/accounts';
import { contextOf } from '../request-context.js';
import type { Admission } from './access.js';

/** Everybody, on a machine that nobody else reaches. Its jobs and keys are this account's. */
export const ANYBODY: Caller = {
  account: 'anonymous',
  keyId: null,
  keyKind: null,
  plan: 'default',
  subscription: null,
};

/** Admission with AUTH=off: whoever comes is let in, as often as they like. */
export const openHouse: Admission = () => [
  (_req, res, next) => {
    contextOf(res).caller = ANYBODY;
    next();
  },
];
