import type { ServerResponse } from 'node:http';
import type { Caller, Taken } from '@tickscope/accounts';
import type { Logger } from '@tickscope/log';
import type { Request } from 'express';

/** The state of a request from its arrival to its answer. */
export interface RequestContext {
  id: string;
  /** Aborts when the caller disconnects, or when the server stops and its grace time is over. */
  signal: AbortSignal;
  /** Name of the operation or page, for metrics and the log; null where no route matched. */
  route: string | null;
  /** The caller of the request; null until admission has run, and for public pages. */
  caller: Caller | null;
  /** The result of the count, if it was taken when the caller was looked up. */
  taken?: Taken;
  /** Whether the answer came from the cache; left out where answers are not cached. */
  cache?: 'hit' | 'miss';
  log: Logger;
}

/** What a query needs of the context: an id for the log, and an abort signal. */
export type QueryContext = Pick<RequestContext, 'id' | 'signal'>;

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
