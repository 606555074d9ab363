import type { Caller, Plan, PlanLimit, Plans, Window } from '@tickscope/accounts';

/**
 * The rate windows that count a request: the operation's own and the global one of the key, and the global one
 * of the account. A request with a JWT counts for the account alone.
 */
export function windowsOf(plans: Plans, caller: Caller, operationId: string): Window[] {
  const plan = planOf(plans, caller.plan);
  const own = Object.hasOwn(plan.endpoints, operationId) ? (plan.endpoints[operationId] ?? null) : null;
  const account = `account/${caller.account}`;
  const key = caller.keyId === null ? null : `key/${caller.keyId}`;
  return [
    ...(own === null ? [] : [windowOf(operationId, key ?? account, own)]),
    ...(key === null ? [] : [windowOf('key', key, plan.global)]),
    windowOf('account', account, plan.global),
  ];
}

function windowOf(name: string, subject: string, { limit, seconds }: PlanLimit): Window {
  return { name, subject, limit, seconds };
}

/** Falls back to the default plan: removing a plan from the file must not lock its customers out. */
function planOf(plans: Plans, name: string): Plan {
  const plan = (Object.hasOwn(plans, name) ? plans[name] : undefined) ?? plans['default'];
  if (plan === undefined)
    throw new Error('no plan is named "default": the plans were not checked by loadPlans()');
  return plan;
}
