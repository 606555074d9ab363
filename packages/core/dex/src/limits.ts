import { uint64At } from '@tickscope/chain';
import type { LimitLayout } from './layout.js';
import type { SwapLimit } from './swap.js';

export const U64_MAX = 2n ** 64n - 1n;

/** Null if the data is too short, or if it asks for no limit. */
export function limitOf(layout: LimitLayout | null, data: Uint8Array): SwapLimit | null {
  const place = typeof layout === 'function' ? layout(data) : layout;
  if (place === null || place.at + 8 > data.length) return null;
  const { kind, at } = place;
  const amount = uint64At(data, at);
  return isLimit(kind, amount) ? { kind, amount } : null;
}

/** At least 0 or 1 is no limit, nor is at most all that there can be. */
export function isLimit(kind: SwapLimit['kind'], amount: bigint): boolean {
  return kind === 'least_out' ? amount > 1n : amount < U64_MAX;
}
