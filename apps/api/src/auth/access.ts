import type { RequestHandler } from 'express';

/** Who may call an operation. By default: any key or JWT whose account has a subscription. */
export interface Access {
  /** Also allows accounts without a subscription, or with an expired one. */
  withoutSubscription?: true;
  /** `no`: JWT only. `itself`: a key is accepted only where the path parameter `id` names that key. */
  byKey?: 'no' | 'itself';
}

/**
 * The middleware between the route of an operation and the parsing of the request. It authenticates (401),
 * authorizes (403), then counts (429), in this order.
 */
export type Admission = (operationId: string, access: Access) => readonly RequestHandler[];
