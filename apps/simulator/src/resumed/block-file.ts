import { createHash } from 'node:crypto';
import type { StoredBlock } from '../chain/chain.js';
import { encodeBlockUpdate } from '../chain/encode-update.js';
import { parseUpdate } from '../replayed/parse-update.js';

const DIGEST_BYTES = 32;
const NOTHING = new Uint8Array(0);

/** Encodes a block as a file: the SHA-256 of the rest, then a Geyser block message. */
export function encodeBlockFile(block: StoredBlock): Buffer {
  const { transactions, entries } = block;
  const message = encodeBlockUpdate(NOTHING, { header: block, transactions, entries }, NOTHING);
  return Buffer.concat([digest(message), message]);
}

/** Null if the file is damaged. */
export function decodeBlockFile(bytes: Buffer): StoredBlock | null {
  const message = bytes.subarray(DIGEST_BYTES);
  if (bytes.length <= DIGEST_BYTES || !digest(message).equals(bytes.subarray(0, DIGEST_BYTES))) return null;
  try {
    const event = parseUpdate(message);
    return event?.type === 'block' ? event.block : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function digest(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
