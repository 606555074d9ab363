/** The supported block files, distinguished by their first bytes. */
export type FileFormat = 'recording' | 'getblock_json' | 'confirmed_block' | 'car';

export const FORMAT_NAMES: Record<FileFormat, string> = {
  recording: 'Geyser recording',
  getblock_json: 'getBlock JSON',
  confirmed_block: 'ConfirmedBlock protobuf',
  car: 'Old Faithful CAR',
};

/** Number of leading bytes that `detectFormat` needs (fewer if the file is shorter). */
export const HEAD_BYTES = 256;

/** Returns null for an unknown format. */
export function detectFormat(head: Uint8Array): FileFormat | null {
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1');
  if (/^(\u00ef\u00bb\u00bf)?\s*\{/.test(text)) return 'getblock_json';
  // A CARv1 header: its length, then dag-cbor of {roots, version}: a map of two, its first key "roots".
  if ([1, 2].includes(text.indexOf('\u00a2eroots'))) return 'car';
  // ConfirmedBlock: field 1, the previous blockhash in base58, then field 2.
  if (head[0] === 0x0a && head[2 + head[1]!] === 0x12 && BASE58_HASH.test(text.slice(2, 2 + head[1]!)))
    return 'confirmed_block';
  // A recording: a length below 256 MiB, then a SubscribeUpdate, whose fields are 1 to 11.
  if (head.length >= 5 && head[0]! < 0x10 && FIRST_TAGS.has(head[4]!)) return 'recording';
  return null;
}

const BASE58_HASH = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;
const FIRST_TAGS = new Set([0x0a, 0x12, 0x1a, 0x22, 0x2a, 0x32, 0x3a, 0x42, 0x4a, 0x52, 0x5a]);
