import type { StoredTransaction } from './chain.js';
import { wireField, wireFields } from './wire.js';

/**
 * Reads the fields that filters need from an encoded `SubscribeUpdateTransactionInfo` on demand. Most clients never
 * need them, and a decoded copy of every transaction would take more memory than the chain.
 */
export function firstSignature(tx: StoredTransaction): Uint8Array {
  return wireField(tx.info, 1)?.bytes ?? EMPTY;
}

/** All account keys as hex: static, loaded writable, loaded readonly. */
export function accountKeyTexts(tx: StoredTransaction): Set<string> {
  const keys = new Set<string>();
  const add = (key: Uint8Array): unknown =>
    keys.add(Buffer.from(key.buffer, key.byteOffset, key.length).toString('hex'));
  for (const field of wireFields(tx.info))
    if (field.number === 3) {
      const message = wireField(field.bytes, 2);
      if (message !== null)
        for (const part of wireFields(message.bytes)) if (part.number === 2) add(part.bytes);
    } else if (field.number === 4)
      for (const part of wireFields(field.bytes))
        if (part.number === 12 || part.number === 13) add(part.bytes);
  return keys;
}

/** Encoded `TransactionError`; null for a success. */
export function errorBytes(tx: StoredTransaction): Uint8Array | null {
  const meta = wireField(tx.info, 4);
  return meta === null ? null : (wireField(meta.bytes, 1)?.bytes ?? null);
}

/** The token accounts' owners (base58), and whether the balance changed, for the token-account expansion. */
export function tokenOwners(tx: StoredTransaction, changedOnly: boolean): Set<string> {
  const meta = wireField(tx.info, 4);
  const owners = new Set<string>();
  if (meta === null) return owners;
  const before = new Map<number, { owner: string; amount: string }>();
  const after = new Map<number, { owner: string; amount: string }>();
  for (const field of wireFields(meta.bytes))
    if (field.number === 7 || field.number === 8) {
      let accountIndex = 0;
      let owner = '';
      let amount = '';
      for (const part of wireFields(field.bytes))
        if (part.number === 1) accountIndex = part.value;
        else if (part.number === 4) owner = ascii(part.bytes);
        else if (part.number === 3) amount = ascii(wireField(part.bytes, 3)?.bytes ?? EMPTY);
      (field.number === 7 ? before : after).set(accountIndex, { owner, amount });
    }
  for (const [index, { owner, amount }] of after)
    if (owner !== '' && (!changedOnly || before.get(index)?.amount !== amount)) owners.add(owner);
  for (const [index, { owner }] of before)
    if (owner !== '' && (!changedOnly || !after.has(index))) owners.add(owner);
  return owners;
}

/** A transaction as kept, from its encoded `SubscribeUpdateTransactionInfo`. */
export function storedTransaction(slot: number, info: Uint8Array): StoredTransaction {
  let index = 0;
  let isVote = false;
  let isFailed = false;
  for (const field of wireFields(info))
    if (field.number === 5) index = field.value;
    else if (field.number === 2) isVote = field.value !== 0;
    else if (field.number === 4) isFailed = wireField(field.bytes, 1) !== null;
  return { slot, index, isVote, isFailed, info };
}

const EMPTY = new Uint8Array(0);

function ascii(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}
