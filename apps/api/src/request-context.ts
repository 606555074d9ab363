import type { ServerResponse } from 'node:http';
import type { Logger } from '@tickscope/log';

/** What goes with a request from its arrival to its answer. */
export interface RequestContext {
  id: string;
  /** Aborts when the caller goes away, or when the server stops and cannot wait. */
  signal: AbortSignal;
  /** Name of the operation or page, for metrics and the log; null where no route matched. */
  route: string | null;
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
