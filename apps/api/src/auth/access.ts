import type { VisitorAccess } from '@tickscope/schemas';
import type { RequestHandler } from 'express';

/** The credentials that an operation needs. By default: any key or JWT whose account has a subscription. */
export interface Access {
  /** Also allows accounts without a subscription, or with an expired one. */
  withoutSubscription?: true;
  /** `no`: JWT only. `itself`: a key is accepted only where the path parameter `id` names that key. */
  byKey?: 'no' | 'itself';
}

/**
 * The middleware between the route of an operation and the parsing of the request. It authenticates (401),
 * authorizes (403), then counts (429), in this order.
 *
 * @param visits where callers without credentials may call the operation, if EXPLORER_PLAN lets them in; undefined: nowhere
 */
export type Admission = (
  operationId: string,
  access: Access,
  visits: VisitorAccess | undefined,
) => readonly RequestHandler[];
