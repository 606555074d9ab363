import { callerOf, type RequestContext } from './request-context.js';

/** Whose jobs and keys a request is about. */
export function accountOf(context: RequestContext): string {
  return callerOf(context).account;
}
