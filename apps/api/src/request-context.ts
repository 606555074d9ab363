import type { ServerResponse } from 'node:http';
import type { Caller, RateDecision } from '@tickscope/accounts';
import type { Logger } from '@tickscope/log';
import type { Request } from 'express';
import type { ErrorForm } from './errors.js';

/** The state of a request from its arrival to its answer. */
export interface RequestContext {
  id: string;
  /** Aborts when the caller disconnects, or when the server stops and its grace time is over. */
  signal: AbortSignal;
  /** Name of the operation or page, for metrics and the log; null where no route matched. */
  route: string | null;
  /** The caller of the request; null until admission has run, and for public pages. */
  caller: Caller | null;
  /** The account whose turn its queries take: the caller's, one for all visitors; undefined until admission has run. */
  account?: string;
  /** The decision of the rate windows, if it was made when the caller was looked up. */
  rateDecision?: RateDecision;
  /** Whether the answer came from the cache; left out where answers are not cached. */
  cache?: 'hit' | 'miss';
  log: Logger;
  /** The form of errors of the operation; undefined: the envelope is the body. */
  errorForm?: ErrorForm | undefined;
}

/** The part of the context that a query needs: an id for the log, an abort signal, and whose turn it takes. */
export type QueryContext = Pick<RequestContext, 'id' | 'signal' | 'account'>;

const contexts = new WeakMap<ServerResponse, RequestContext>();

export function setContext(res: ServerResponse, context: RequestContext): void {
  contexts.set(res, context);
}

export function contextOf(res: ServerResponse): RequestContext {
  const context = contexts.get(res);
  if (context === undefined)
    throw new Error('no context of the request: the request context middleware did not run');
  return context;
}

/**
 * Sets the caller of the request.
 * @param account whose turn its queries take
 */
export function setCaller(context: RequestContext, caller: Caller, account = caller.account): void {
  context.caller = caller;
  context.account = account;
}

/** The caller of the request. Only for handlers that run after admission. */
export function callerOf({ caller }: Pick<RequestContext, 'caller'>): Caller {
  if (caller === null) throw new Error('no caller on the request: the admission middleware did not run');
  return caller;
}

/** The address of the client, as far as the proxies in front are trusted. */
export function addressOf(req: Request): string {
  // A closed connection has no address any more.
  return req.ip ?? 'unknown';
}
