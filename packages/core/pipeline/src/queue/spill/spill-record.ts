import { deserialize, serialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import {
  type Block,
  ChainDataError,
  decodeGeyserUpdate,
  SlotAssembler,
  type SlotAssemblerOptions,
} from '@tickscope/chain';
import { MAX_MESSAGE_BYTES } from '../../source/recording.js';

/**
 * One block on disk: a head of 48 bytes, then its payload. The head, big-endian:
 *
 *   0  magic u32              8  payload length u32      28  bytes in memory u32
 *   4  version u8            12  slot u64                32  arrival, Unix milliseconds, f64
 *   5  kind u8               20  parent slot u64         40  CRC-32 of the payload u32
 *   6  two zero bytes            (2^64 − 1: none)        44  CRC-32 of the head so far u32
 */
export interface RecordHead {
  kind: PayloadKind;
  payloadBytes: number;
  slot: number;
  parentSlot: number | null;
  /** Approximate memory use of the block. */
  memoryBytes: number;
  /** Unix milliseconds. */
  arrivedAt: number;
  payloadCrc: number;
}

/**
 * `message`: the whole-block message as received. `block`: the serialised block, if it was assembled from many
 * messages.
 */
export type PayloadKind = 'message' | 'block';

export const HEAD_BYTES = 48;
/** "TKSP": marks where the next record begins after a damaged one. */
export const MAGIC = Buffer.from('TKSP', 'latin1');

const VERSION = 1;
const KINDS: readonly PayloadKind[] = ['message', 'block'];
const NO_PARENT = 2n ** 64n - 1n;
const HEAD_CRC_AT = 44;

export interface RecordInput extends Pick<RecordHead, 'slot' | 'parentSlot'> {
  /** The message that held the whole block or, without one, the block. */
  content: Uint8Array | Block;
  memoryBytes: number;
  arrivedAt: number;
}

/** Encodes the head and payload of a block. */
export function encodeRecord({ slot, parentSlot, content, memoryBytes, arrivedAt }: RecordInput): {
  head: Buffer;
  payload: Uint8Array;
} {
  const kind = kindOf(content);
  const payload = content instanceof Uint8Array ? content : serialize(content);
  const head = Buffer.alloc(HEAD_BYTES);
  MAGIC.copy(head, 0);
  head.writeUInt8(VERSION, 4);
  head.writeUInt8(KINDS.indexOf(kind), 5);
  head.writeUInt32BE(payload.length, 8);
  head.writeBigUInt64BE(BigInt(slot), 12);
  head.writeBigUInt64BE(parentSlot === null ? NO_PARENT : BigInt(parentSlot), 20);
  head.writeUInt32BE(Math.min(memoryBytes, 0xffff_ffff), 28);
  head.writeDoubleBE(arrivedAt, 32);
  head.writeUInt32BE(crc32(payload), 40);
  head.writeUInt32BE(crc32(head.subarray(0, HEAD_CRC_AT)), HEAD_CRC_AT);
  return { head, payload };
}

export function kindOf(content: RecordInput['content']): PayloadKind {
  return content instanceof Uint8Array ? 'message' : 'block';
}

/** Decodes the head at an offset; null if it is absent or damaged. */
export function decodeHead(bytes: Buffer, at: number): RecordHead | null {
  if (at + HEAD_BYTES > bytes.length) return null;
  const head = bytes.subarray(at, at + HEAD_BYTES);
  if (!head.subarray(0, 4).equals(MAGIC)) return null;
  if (head.readUInt32BE(HEAD_CRC_AT) !== crc32(head.subarray(0, HEAD_CRC_AT))) return null;
  const kind = KINDS[head.readUInt8(5)];
  const payloadBytes = head.readUInt32BE(8);
  if (head.readUInt8(4) !== VERSION || kind === undefined || payloadBytes > MAX_MESSAGE_BYTES) return null;
  const parentSlot = head.readBigUInt64BE(20);
  return {
    kind,
    payloadBytes,
    slot: Number(head.readBigUInt64BE(12)),
    parentSlot: parentSlot === NO_PARENT ? null : Number(parentSlot),
    memoryBytes: head.readUInt32BE(28),
    arrivedAt: head.readDoubleBE(32),
    payloadCrc: head.readUInt32BE(40),
  };
}

/**
 * Decodes the block of a record. A message passes the same checks as when it was received.
 * @throws ChainDataError if the payload is not what was written, or is not the block that its head names
 */
export function decodePayload(
  head: RecordHead,
  payload: Buffer,
  assembly: Pick<SlotAssemblerOptions, 'source' | 'expectTransactions' | 'expectEntries'>,
): Block {
  if (payload.length !== head.payloadBytes || crc32(payload) !== head.payloadCrc)
    throw new ChainDataError('malformed', 'its checksum does not match');
  const block = head.kind === 'block' ? (deserialize(payload) as Block) : blockOf(payload, assembly);
  if (block.slot !== head.slot)
    throw new ChainDataError('contradiction', `it holds slot ${block.slot} instead of ${head.slot}`);
  return block;
}

function blockOf(
  message: Buffer,
  assembly: Pick<SlotAssemblerOptions, 'source' | 'expectTransactions' | 'expectEntries'>,
): Block {
  const [outcome] = new SlotAssembler(assembly).push(decodeGeyserUpdate(message));
  if (outcome?.kind === 'block') return outcome.block;
  throw new ChainDataError('incomplete', outcome?.reason ?? 'the message holds no block');
}
