import { expect, test } from 'vitest';
import type { Transaction } from './block.js';
import { unusualFormat, V1_LIMITS } from './format-limits.js';
import { named32, named64 } from './testing/bytes.js';
import { decodeTransactionWire, encodeTransactionWire } from './transaction-wire.js';
import type { WireTransaction } from './wire-transaction.js';

function wide(addresses: number): WireTransaction {
  return {
    version: 1,
    signatures: [named64('signature')],
    header: { numRequiredSignatures: 1, numReadonlySigned: 0, numReadonlyUnsigned: 1 },
    staticKeys: Array.from({ length: addresses }, (_, index) => named32(`key ${index}`)),
    recentBlockhash: named32('recent'),
    instructions: [{ programIdIndex: addresses - 1, accounts: Uint8Array.of(0, 1), data: Uint8Array.of(7) }],
    addressTableLookups: [],
    config: {
      priorityFeeLamports: 5n,
      computeUnitLimit: null,
      loadedAccountsDataSizeLimit: null,
      heapSize: null,
    },
  };
}

test('a v1 transaction of 64, 96 and 200 addresses is read as it was written', () => {
  for (const count of [64, 96, 200]) {
    const tx = wide(count);
    expect(decodeTransactionWire(encodeTransactionWire(tx))).toEqual(tx);
  }
});

test('one beyond every known limit is unusual, and nothing else', () => {
  const of = (addresses: number): string | null => unusualFormat(wide(addresses) as unknown as Transaction);
  expect([of(64), of(96), of(97)]).toEqual([null, null, 'addresses']);
  expect(unusualFormat({ ...wide(200), version: 0 } as unknown as Transaction)).toBeNull();
});

test('limits grow with their date', () => {
  for (const [index, { addresses }] of V1_LIMITS.entries())
    expect(addresses).toBeGreaterThanOrEqual(V1_LIMITS[index - 1]?.addresses ?? 0);
});
