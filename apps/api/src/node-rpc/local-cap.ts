import type { RpcCallCap, RpcCallLimits } from '@tickscope/accounts';

const DAY_MS = 86_400_000;

/** Calls to the node as this process alone counts them: where there is no Postgres that counts for all. */
export function localCap(limits: RpcCallLimits, now: () => number = Date.now): RpcCallCap {
  const { perSecond, perDay } = limits;
  const windows = [
    {
      most: Math.max(1, Math.floor(perSecond)),
      forMs: perSecond >= 1 ? 1_000 : Math.ceil(1_000 / perSecond),
    },
    { most: perDay, forMs: DAY_MS },
  ].map((window) => ({ ...window, used: 0, endsAt: 0 }));
  return {
    async take() {
      const at = now();
      for (const window of windows)
        if (window.endsAt <= at) Object.assign(window, { used: 0, endsAt: at + window.forMs });
      const full = windows.filter(({ used, most }) => used >= most);
      if (full.length > 0) return Math.max(...full.map(({ endsAt }) => endsAt - at));
      for (const window of windows) window.used += 1;
      return 0;
    },
  };
}
