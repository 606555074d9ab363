import { callerOf, type RequestContext } from './request-context.js';

/** The account that owns the jobs and keys of this request. */
export function accountOf(context: RequestContext): string {
  return callerOf(context).account;
}
