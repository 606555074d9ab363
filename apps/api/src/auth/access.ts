import type { RequestHandler } from 'express';

/** Who may ask for an operation. Left out: whoever has a key or a JWT, and a subscription. */
export interface Access {
  /** Also an account without a subscription, or whose subscription has expired. */
  withoutSubscription?: true;
  /** `no`: with a JWT only. `itself`: with a key only where the path parameter `id` names it. */
  byKey?: 'no' | 'itself';
}

/**
 * What stands between the route of an operation and the reading of the request, in this order: who are you (401), may
 * you (403), how often (429).
 */
export type Admission = (operationId: string, access: Access) => readonly RequestHandler[];
