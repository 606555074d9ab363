import type { ServerResponse } from 'node:http';
import type { Caller, Taken } from '@tickscope/accounts';
import type { Logger } from '@tickscope/log';
import type { Request } from 'express';

/** What goes with a request from its arrival to its answer. */
export interface RequestContext {
  id: string;
  /** Aborts when the caller goes away, or when the server stops and cannot wait. */
  signal: AbortSignal;
  /** Name of the operation or page, for metrics and the log; null where no route matched. */
  route: string | null;
  /** Whose request it is; null until that is known, and where nobody asks. */
  caller: Caller | null;
  /** How it was counted, where that was done when its caller was found. */
  taken?: Taken;
  /** Whether the answer was there before the question; left out where answers are not kept. */
  cache?: 'hit' | 'miss';
  log: Logger;
}

/** What a query needs of it: a name for the log, and when to stop. */
export type QueryContext = Pick<RequestContext, 'id' | 'signal'>;

const contexts = new WeakMap<ServerResponse, RequestContext>();

export function setContext(res: ServerResponse, context: RequestContext): void {
  contexts.set(res, context);
}

export function contextOf(res: ServerResponse): RequestContext {
  const context = contexts.get(res);
  if (context === undefined) throw new Error('the request context middleware did not run');
  return context;
}

/** Whose request it is. For what comes after admission. */
export function callerOf({ caller }: Pick<RequestContext, 'caller'>): Caller {
  if (caller === null) throw new Error('a request came past admission');
  return caller;
}

/** Where a request comes from, as far as the proxies in front are believed. */
export function addressOf(req: Request): string {
  // A connection that is gone has none any more.
  return req.ip ?? 'unknown';
}
