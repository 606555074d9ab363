import type { WindowState } from '@tickscope/accounts';

/** The contract's headers of a limit. The reset is in Unix seconds: at that second the window has ended. */
export function limitHeaders({ limit, remaining, resetAt }: WindowState): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(Math.ceil(resetAt.getTime() / 1_000)),
  };
}
