import { createHash } from 'node:crypto';
import type { Transaction } from '../block.js';

/** Returns 32 bytes derived from `name`. */
export function named32(name: string): Uint8Array {
  return new Uint8Array(createHash('sha256').update(name).digest());
}

export function named64(name: string): Uint8Array {
  return new Uint8Array(createHash('sha512').update(name).digest());
}

export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

/** A legacy transaction with one signer and no effect, with the given changes. */
export function aTransaction(change: Partial<Transaction> = {}): Transaction {
  return {
    index: 0,
    signatures: [named64('signature')],
    version: 'legacy',
    isVote: false,
    header: { numRequiredSignatures: 1, numReadonlySigned: 0, numReadonlyUnsigned: 0 },
    staticKeys: [named32('payer')],
    recentBlockhash: named32('recent blockhash'),
    instructions: [],
    addressTableLookups: [],
    config: null,
    loaded: { writable: [], readonly: [] },
    meta: null,
    ...change,
  };
}
