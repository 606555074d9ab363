import type { RequestContext } from './request-context.js';

/** Whose request it is. One for all until there are keys. */
export function accountOf(_context: RequestContext): string {
  return 'anonymous';
}
