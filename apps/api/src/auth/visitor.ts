import { type Caller, VISITOR_PREFIX } from '@tickscope/accounts';
import type { ApiConfig } from '@tickscope/config';
import { isLoopback } from '@tickscope/config';
import type { VisitorAccess } from '@tickscope/schemas';
import type { Request } from 'express';
import { addressKey } from '../limits/address-windows.js';
import { isKnownHost } from '../middleware/allowed-host.js';

/** How callers without credentials are let in. */
export interface Visitors {
  /** The plan whose limits hold for each address. */
  plan: string;
  /** The server answers this machine alone: its visitors are its owner. */
  isOwnMachine: boolean;
  /** Names of an own machine besides those of loopback. */
  hosts: ReadonlySet<string>;
}

/** The account whose turn the queries of all visitors take: addresses cost nothing. No account can have this name. */
export const VISITORS = '\0visitors';

/** Returns null where every request needs credentials: without EXPLORER_PLAN. */
export function visitorsOf({
  explorerPlan,
  host,
  trustProxy,
  allowedHosts,
}: Pick<ApiConfig, 'explorerPlan' | 'host' | 'trustProxy' | 'allowedHosts'>): Visitors | null {
  if (explorerPlan === null) return null;
  // Behind a proxy the visitors are others, wherever the server listens.
  const isOwnMachine = isLoopback(host) && trustProxy === false;
  return { plan: explorerPlan, isOwnMachine, hosts: new Set(allowedHosts) };
}

/**
 * Whether a request without credentials may call an operation. The document opens operations one by one. On an own
 * machine the request must name that machine in its Host header: a web page that rebinds its own name to it, and a
 * proxy that passes on the name of a public site, are no owners.
 *
 * @param visits undefined: nowhere
 */
export function mayVisit(visitors: Visitors, visits: VisitorAccess | undefined, req: Request): boolean {
  const { isOwnMachine, hosts } = visitors;
  if (isOwnMachine && !isKnownHost(req.headers.host ?? '', hosts)) return false;
  return visits === 'anywhere' || (visits === 'own-machine' && isOwnMachine);
}

/** A caller without credentials: an account of their address, with its own limits. */
export function visitorOf(address: string, { plan }: Visitors): Caller {
  return {
    account: `${VISITOR_PREFIX}${addressKey(address)}`,
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
