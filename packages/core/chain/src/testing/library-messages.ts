import { SubscribeUpdate, SubscribeUpdateTransactionInfo } from '@triton-one/yellowstone-grpc';
import bs58 from 'bs58';
import type { GetBlockRow } from './shared-data.js';

// Transactions as messages of Triton's client library, created from other formats with independent readers: the
// reference against which the package's decoders are tested.

export type LibraryTransactionInfo = SubscribeUpdateTransactionInfo;
export type LibraryTransaction = NonNullable<LibraryTransactionInfo['transaction']>;
export type LibraryMessage = NonNullable<LibraryTransaction['message']>;
export type LibraryMeta = NonNullable<LibraryTransactionInfo['meta']>;

/** The bytes of a message of the stream. */
export function encodeUpdate(update: Partial<SubscribeUpdate>): Uint8Array {
  return new Uint8Array(SubscribeUpdate.encode({ filters: [], createdAt: undefined, ...update }).finish());
}

/** Splits protobuf bytes into their fields: number and, for varints, the value, else the bytes. */
function* protobufFields(bytes: Uint8Array): Generator<[field: number, value: bigint | Uint8Array]> {
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = BigInt(bytes[at++]!);
      value |= (byte & 0x7fn) << shift;
      if (byte < 0x80n) return value;
    }
  };
  while (at < bytes.length) {
    const key = Number(varint());
    if (key % 8 === 0) yield [key >> 3, varint()];
    else if (key % 8 === 2) {
      const size = Number(varint());
      yield [key >> 3, bytes.subarray(at, at + size)];
      at += size;
    } else throw new Error(`wire type ${key % 8}`);
  }
}

function lengthDelimited(field: number, bytes: Uint8Array): Buffer {
  const size: number[] = [];
  let rest = bytes.length;
  for (; rest >= 0x80; rest >>= 7) size.push((rest & 0x7f) | 0x80);
  return Buffer.concat([Uint8Array.from([(field << 3) | 2, ...size, rest]), bytes]);
}

/**
 * The transactions of a `ConfirmedBlock`. Their messages equal those of the Geyser stream under other field numbers, so
 * each is rewrapped and decoded by the library.
 */
export function transactionsOfConfirmedBlock(block: Uint8Array): LibraryTransactionInfo[] {
  const infos: LibraryTransactionInfo[] = [];
  for (const [field, value] of protobufFields(block)) {
    if (field !== 4 || typeof value === 'bigint') continue;
    const wrapped: Buffer[] = [];
    for (const [inner, bytes] of protobufFields(value))
      if (typeof bytes !== 'bigint' && (inner === 1 || inner === 2))
        wrapped.push(lengthDelimited(inner + 2, bytes));
    const info = SubscribeUpdateTransactionInfo.decode(Buffer.concat(wrapped));
    infos.push({ ...info, index: String(infos.length) });
  }
  return infos;
}

/** Reads legacy and v0 wire bytes (chain facts 14, 17), independently of the package's reader. */
export function transactionOfWire(wire: Uint8Array): LibraryTransaction {
  let rest = wire;
  const take = (count: number): Uint8Array => {
    const head = rest.slice(0, count);
    rest = rest.slice(count);
    return head;
  };
  const byte = (): number => take(1)[0]!;
  const compact = (): number => {
    const groups: number[] = [];
    do groups.push(byte());
    while (groups.at(-1)! > 127);
    return groups.reduceRight((sum, group) => sum * 128 + (group % 128), 0);
  };
  const list = <T>(read: () => T): T[] => Array.from({ length: compact() }, read);
  const signatures = list(() => take(64));
  const versioned = rest[0] === 0x80;
  if (versioned) byte();
  return {
    signatures,
    message: {
      versioned,
      header: {
        numRequiredSignatures: byte(),
        numReadonlySignedAccounts: byte(),
        numReadonlyUnsignedAccounts: byte(),
      },
      accountKeys: list(() => take(32)),
      recentBlockhash: take(32),
      instructions: list(() => ({
        programIdIndex: byte(),
        accounts: Uint8Array.from(list(byte)),
        data: Uint8Array.from(list(byte)),
      })),
      addressTableLookups: versioned
        ? list(() => ({
            accountKey: take(32),
            writableIndexes: Uint8Array.from(list(byte)),
            readonlyIndexes: Uint8Array.from(list(byte)),
          }))
        : [],
    },
  };
}

/** Returns keys, instructions and loaded addresses of a row of a base64 `getBlock`. */
export function transactionOfGetBlock(row: GetBlockRow, index: number): LibraryTransactionInfo {
  const transaction = transactionOfWire(new Uint8Array(Buffer.from(row.transaction[0], 'base64')));
  const { writable, readonly } = row.meta.loadedAddresses;
  return SubscribeUpdateTransactionInfo.fromPartial({
    signature: transaction.signatures[0]!,
    transaction,
    index: String(index),
    meta: {
      fee: String(row.meta.fee),
      preBalances: row.meta.preBalances.map(String),
      postBalances: row.meta.postBalances.map(String),
      loadedWritableAddresses: writable.map((key) => bs58.decode(key)),
      loadedReadonlyAddresses: readonly.map((key) => bs58.decode(key)),
    },
  });
}
