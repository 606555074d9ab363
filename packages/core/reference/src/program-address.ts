import { createHash } from 'node:crypto';
import { pubkeyFromBase58 } from '@tickscope/chain';
import { isOnCurve } from './on-curve.js';

export interface ProgramAddress {
  address: Uint8Array;
  /** The byte that moved the address off the curve. */
  bump: number;
}

const MARKER = Buffer.from('ProgramDerivedAddress');

/**
 * Derives a program's address from seeds: tries bumps from 255 down to 0 until the SHA-256 of seeds, bump, program and
 * marker is not a point of the curve (solana-sdk `address/src/syscalls.rs`, `find_program_address`).
 *
 * Takes about a millisecond.
 *
 * @param seeds at most 15, each of at most 32 bytes
 */
export function findProgramAddress(seeds: readonly Uint8Array[], program: Uint8Array): ProgramAddress {
  if (seeds.length > 15 || seeds.some(({ length }) => length > 32))
    throw new RangeError('at most 15 seeds of at most 32 bytes');
  for (let bump = 255; bump >= 0; bump -= 1) {
    const hash = createHash('sha256');
    for (const seed of seeds) hash.update(seed);
    const address = hash.update(Uint8Array.of(bump)).update(program).update(MARKER).digest();
    if (!isOnCurve(address)) return { address: new Uint8Array(address), bump };
  }
  throw new RangeError('no bump takes these seeds off the curve');
}

/** Metaplex Token Metadata: metaplex-foundation/mpl-token-metadata, `programs/token-metadata/program/src/lib.rs`. */
export const METADATA_PROGRAM = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s';

const METADATA_PROGRAM_KEY = pubkeyFromBase58(METADATA_PROGRAM);
const METADATA_SEED = Buffer.from('metadata');

/** The address of a mint's Metaplex metadata (its `src/pda.rs`: seeds "metadata", program, mint). */
export function metadataAddress(mint: Uint8Array): Uint8Array {
  return findProgramAddress([METADATA_SEED, METADATA_PROGRAM_KEY, mint], METADATA_PROGRAM_KEY).address;
}
