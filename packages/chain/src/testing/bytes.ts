import { createHash } from 'node:crypto';
import type { Transaction } from '../block.js';

/** 32 bytes that stand for `name`: the same for the same name. */
export function named32(name: string): Uint8Array {
  return new Uint8Array(createHash('sha256').update(name).digest());
}

export function named64(name: string): Uint8Array {
  return new Uint8Array(createHash('sha512').update(name).digest());
}

export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

/** A legacy transaction of one signer that does nothing, changed as the test needs it. */
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
