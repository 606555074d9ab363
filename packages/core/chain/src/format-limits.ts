import type { Transaction } from './block.js';
import { isNotDecodable } from './transaction-error.js';

/** Limits of the protocol for a transaction of version 1, from a date on. */
export interface FormatLimits {
  /** When it holds on mainnet; null: announced, without a date yet. */
  from: string | null;
  source: string;
  signatures: number;
  addresses: number;
  instructions: number;
}

/**
 * Known limits, the newest last. Data, not rules of decoding: validators raise them with feature activations, and a
 * decoder that refuses what is beyond them would lose whole blocks. What is beyond the newest is kept and counted.
 */
export const V1_LIMITS: readonly FormatLimits[] = [
  { from: '2026-08', source: 'SIMD-0385', signatures: 12, addresses: 64, instructions: 64 },
  { from: null, source: 'SIMD-0596, after Agave 4.5', signatures: 12, addresses: 96, instructions: 64 },
];

/** How a transaction exceeds all limits that are known, or `error`: its error is not decodable. Null: it is as usual. */
export function unusualFormat({
  version,
  signatures,
  staticKeys,
  instructions,
  meta,
}: Transaction): string | null {
  if (meta?.error != null && isNotDecodable(meta.error)) return 'error';
  if (version !== 1) return null;
  const { signatures: ofSignatures, addresses, instructions: ofInstructions } = V1_LIMITS.at(-1)!;
  if (staticKeys.length > addresses) return 'addresses';
  if (signatures.length > ofSignatures) return 'signatures';
  return instructions.length > ofInstructions ? 'instructions' : null;
}
