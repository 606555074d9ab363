import { status } from '@grpc/grpc-js';
import { CommitmentLevel } from '@triton-one/yellowstone-grpc';
import bs58 from 'bs58';
import type { Commitment } from '../chain/chain.js';
import { GrpcError, invalidArgument } from './grpc-error.js';

/** Base58 to hex, which is what keys are compared in. */
export function decodeKey(address: string): string {
  const bytes = bs58.decodeUnsafe(address);
  if (bytes === undefined) throw failedFilter('Invalid Base58 string');
  if (bytes.length !== 32) throw failedFilter('String is the wrong size');
  return Buffer.from(bytes).toString('hex');
}

export function decodeCommitment(level: CommitmentLevel | undefined): Commitment {
  if (level === undefined || level === CommitmentLevel.PROCESSED) return 'processed';
  if (level === CommitmentLevel.CONFIRMED) return 'confirmed';
  if (level === CommitmentLevel.FINALIZED) return 'finalized';
  throw failedFilter(`failed to create CommitmentLevel from ${level}`);
}

export function cuckooUnsupported(): GrpcError {
  return new GrpcError(status.UNIMPLEMENTED, 'the simulator does not know compressed account filters');
}

export function failedFilter(reason: string): GrpcError {
  return invalidArgument(`failed to create filter: ${reason}`);
}
