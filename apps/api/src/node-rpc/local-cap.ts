import type { RpcCallCap, RpcCallLimits, RpcTurn } from '@tickscope/accounts';

const DAY_MS = 86_400_000;

/**
 * Caps this process' calls to the node, where no Postgres counts for all processes. Without accounts there are
 * no shares per account.
 */
export function localCap(limits: RpcCallLimits, now: () => number = Date.now): RpcCallCap {
  const { perSecond, perDay } = limits;
  const windows = [
    {
      most: Math.max(1, Math.floor(perSecond)),
      forMs: perSecond >= 1 ? 1_000 : Math.ceil(1_000 / perSecond),
    },
    { most: perDay, forMs: DAY_MS },
  ].map((window) => ({ ...window, used: 0, endsAt: 0 }));

  async function take(): Promise<RpcTurn> {
    const at = now();
    for (const window of windows)
      if (window.endsAt <= at) Object.assign(window, { used: 0, endsAt: at + window.forMs });
    const full = windows.filter(({ used, most }) => used >= most);
    if (full.length > 0) return { waitMs: Math.max(...full.map(({ endsAt }) => endsAt - at)), limit: 'all' };
    for (const window of windows) window.used += 1;
    return { waitMs: 0, limit: null };
  }
  return { of: () => ({ take }) };
}
