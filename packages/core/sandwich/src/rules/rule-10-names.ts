import type { LookAlike } from '../model/candidate.js';

/** Whether it needs neither amounts that match nor a gain. */
export function isAtAnyAmount(name: LookAlike | null): boolean {
  return name === 'arbitrage' || name === 'market_making' || name === 'volume_bot';
}
