import type { WindowState } from '@tickscope/accounts';

/** Rate-limit headers of an answer. The reset is in Unix seconds, rounded up: by then the window has ended. */
export function limitHeaders({ limit, remaining, resetAt }: WindowState): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(Math.ceil(resetAt.getTime() / 1_000)),
  };
}
