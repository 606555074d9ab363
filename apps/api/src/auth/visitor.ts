import type { Caller } from '@tickscope/accounts';
import { addressKey } from '../limits/address-windows.js';
import type { Access } from './access.js';

/** Fetches blocks from a node, which costs its owner money. */
const NOT_FOR_VISITORS: ReadonlySet<string> = new Set(['backfillTransaction', 'getBackfillStatus']);

/** Visitors read. Keys and subscriptions belong to accounts, which visitors do not have. */
export function mayVisit(operationId: string, access: Access): boolean {
  return (
    access.byKey === undefined && access.withoutSubscription !== true && !NOT_FOR_VISITORS.has(operationId)
  );
}

/** Someone without credentials, where EXPLORER_PLAN lets them read: an account of their address, with its own limits. */
export function visitorOf(address: string, plan: string): Caller {
  return {
    account: `visitor/${addressKey(address)}`,
    keyId: null,
    keyKind: null,
    plan,
    subscription: {
      status: 'active',
      plan,
      trialEndsAt: null,
      currentPeriodEndsAt: null,
      graceEndsAt: null,
      updatedAt: new Date(0),
    },
  };
}
