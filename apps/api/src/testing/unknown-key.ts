import { address } from '@tickscope/testkit/store/chain-rows';

/** A well-formed key, 32 bytes in base58, that was never created. */
export function unknownKey(seed: string): string {
  return `sk_live_${address(seed).base58}`;
}
