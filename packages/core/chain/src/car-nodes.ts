/**
 * The nodes of an Old Faithful archive: dag-cbor arrays whose first element is the kind.
 * Source: rpcpool/yellowstone-faithful (6bba09db) `ledger.ipldsch`; `geyser-plugin-runner/src/dataframe.rs` for
 * checksums written as negative integers (a u64 that was kept in an i64).
 */
import { decode } from '@ipld/dag-cbor';
import { CID } from 'multiformats/cid';
import { cidKey } from './car-sections.js';
import { ChainDataError } from './errors.js';

/** Links are the hex SHA-256 of the node they refer to. */
export type CarNode =
  | { kind: 'transaction'; data: DataFrame; metadata: DataFrame; slot: number; index: number | null }
  | { kind: 'entry'; numHashes: number; hash: Uint8Array; transactions: string[] }
  | BlockNode
  | { kind: 'rewards'; slot: number; data: DataFrame }
  | { kind: 'frame'; frame: DataFrame }
  /** Subset and epoch nodes, which only list blocks. */
  | { kind: 'list' };

export interface BlockNode {
  kind: 'block';
  slot: number;
  entries: string[];
  parentSlot: number;
  /** Unix seconds; 0 if unknown. */
  blockTime: number;
  blockHeight: number | null;
  /** Null if the archive has no rewards for the block. */
  rewards: string | null;
}

/** A part of a payload. */
export interface DataFrame {
  /** Checksum of the whole payload, u64. */
  checksum: bigint | null;
  index: number | null;
  /** Number of frames of the payload; null for a single one. */
  total: number | null;
  data: Uint8Array;
  next: string[];
}

/** Decodes a section's bytes as a node. Throws `ChainDataError('malformed')`. */
export function decodeCarNode(bytes: Uint8Array): CarNode {
  let value: unknown;
  try {
    value = decode(bytes);
  } catch (cause) {
    throw new ChainDataError('malformed', 'an archive node is not dag-cbor', { cause });
  }
  const [kind, ...fields] = list(value);
  switch (kind) {
    case 0:
      return {
        kind: 'transaction',
        data: dataFrame(fields[0]),
        metadata: dataFrame(fields[1]),
        slot: count(fields[2]),
        index: optional(fields[3], count),
      };
    case 1:
      return {
        kind: 'entry',
        numHashes: count(fields[0]),
        hash: byteString(fields[1], 32),
        transactions: links(fields[2]),
      };
    case 2:
      return blockNode(fields);
    case 3:
    case 4:
      return { kind: 'list' };
    case 5:
      return { kind: 'rewards', slot: count(fields[0]), data: dataFrame(fields[1]) };
    case 6:
      return { kind: 'frame', frame: dataFrame(value) };
    default:
      throw malformed(`kind ${String(kind)}`);
  }
}

function blockNode(fields: unknown[]): BlockNode {
  const meta = list(fields[3]);
  return {
    kind: 'block',
    slot: count(fields[0]),
    entries: links(fields[2]),
    parentSlot: count(meta[0]),
    blockTime: count(meta[1]),
    blockHeight: optional(meta[2], count),
    rewards: rewardsLink(fields[4]),
  };
}

function dataFrame(value: unknown): DataFrame {
  const [kind, checksum, index, total, data, next] = list(value);
  if (kind !== 6) throw malformed('a data frame of another kind');
  return {
    checksum: optional(checksum, u64),
    index: optional(index, count),
    total: optional(total, count),
    data: byteString(data, null),
    next: optional(next, links) ?? [],
  };
}

/** A block without rewards links to the empty identity CID `bafkqaaa`. */
function rewardsLink(value: unknown): string | null {
  const cid = link(value);
  return cid.multihash.code === 0 && cid.multihash.size === 0 ? null : cidKey(cid.bytes);
}

function links(value: unknown): string[] {
  return list(value).map((item) => cidKey(link(item).bytes));
}

function link(value: unknown): CID {
  const cid = CID.asCID(value);
  if (cid === null) throw malformed('something other than a link');
  return cid;
}

function list(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw malformed('something other than a list');
  return value;
}

function optional<T>(value: unknown, read: (value: unknown) => T): T | null {
  return value === undefined || value === null ? null : read(value);
}

function count(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw malformed('something other than a count');
  return value;
}

function u64(value: unknown): bigint {
  if (typeof value !== 'bigint' && !Number.isInteger(value)) throw malformed('a checksum that is no integer');
  return BigInt.asUintN(64, BigInt(value as bigint | number));
}

function byteString(value: unknown, size: number | null): Uint8Array {
  if (!(value instanceof Uint8Array) || (size !== null && value.length !== size))
    throw malformed(size === null ? 'something other than bytes' : `something other than ${size} bytes`);
  return value;
}

function malformed(what: string): ChainDataError {
  return new ChainDataError('malformed', `not an archive node: ${what}`);
}
