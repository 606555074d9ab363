import type { LoadedAddresses, TransactionMeta } from './block.js';
import { type BlockNode, type CarNode, decodeCarNode } from './car-nodes.js';
import { PayloadReader } from './car-payload.js';
import { readCarSections } from './car-sections.js';
import { ChainDataError } from './errors.js';
import { decodeBincodeRewardsLeader, isBincodeRewards } from './rewards-bincode.js';
import { decodeBincodeStatusMeta, isBincodeStatusMeta } from './status-meta-bincode.js';
import { decodeTransactionWire } from './transaction-wire.js';
import type { WireTransaction } from './wire-transaction.js';

/** A block as stored in an Old Faithful archive. */
export interface RawCarBlock {
  slot: number;
  /** Null only for slot 0. */
  parentSlot: number | null;
  /** Unix seconds; null if the archive has 0. */
  blockTime: number | null;
  blockHeight: number | null;
  /** In order, ticks included. */
  entries: RawCarEntry[];
  /** In order, grouped by entry. */
  transactions: RawCarTransaction[];
  /** Address of the fee reward, 32 bytes; null if the archive has no rewards or none with a type. */
  leader: Uint8Array | null;
}

export interface RawCarEntry {
  numHashes: number;
  /** 32 bytes. */
  hash: Uint8Array;
  transactionCount: number;
}

export interface RawCarTransaction {
  /** Index in the block. */
  index: number;
  wire: WireTransaction;
  /** Null if the archive has none, or has it in an old format that this version does not read. */
  meta: TransactionMeta | null;
  /** Empty for a transaction without lookups; null if it has some and the archive lacks the addresses. */
  loaded: LoadedAddresses | null;
}

/** Decoders of an archive's protobuf messages (`solana.storage.ConfirmedBlock`). Both throw `ChainDataError`. */
export interface CarCodecs {
  decodeMeta(bytes: Uint8Array): { meta: TransactionMeta; loaded: LoadedAddresses | null };
  decodeRewardsLeader(bytes: Uint8Array): Uint8Array | null;
}

export interface CarLimits {
  /** Bytes in the file of nodes that wait for their block. */
  maxPendingBytes: number;
  maxNodeBytes: number;
  /** Payloads of one block, compressed and decompressed bytes together. */
  maxPayloadBytes: number;
}

/**
 * Blocks reach some 10 MiB, those with an epoch's rewards some 100. The node limit is that of go-car, which writes the
 * archives.
 */
const DEFAULT_LIMITS: CarLimits = {
  maxPendingBytes: 256 * 1024 * 1024,
  maxNodeBytes: 32 * 1024 * 1024,
  maxPayloadBytes: 512 * 1024 * 1024,
};

/** Memory overhead of a pending node: key, objects, map entry. */
const NODE_OVERHEAD_BYTES = 512;

/**
 * Yields the blocks of an Old Faithful archive (CARv1, in which children precede their parent) in file order, each node
 * verified against its CID. Ignores nodes that no block refers to.
 *
 * Throws `ChainDataError`: `malformed` for damaged or oversized data, `incomplete` for a missing node or a file that
 * ends before its root, `contradiction` if nodes disagree on slot or index, `unsupported` for a newer transaction
 * version. Errors of `chunks` pass through. Yields nothing after an error.
 */
export async function* readCarBlocks(
  chunks: AsyncIterable<Uint8Array>,
  codecs: CarCodecs,
  limits: CarLimits = DEFAULT_LIMITS,
): AsyncGenerator<RawCarBlock> {
  const pending = new Map<string, CarNode>();
  let pendingBytes = 0;
  for await (const { key, bytes } of readCarSections(chunks, limits.maxNodeBytes)) {
    const node = decodeCarNode(bytes);
    if (node.kind === 'list') continue;
    if (node.kind === 'block') {
      yield withContext(`slot ${node.slot}`, () => assemble(node, pending, codecs, limits.maxPayloadBytes));
      pending.clear();
      pendingBytes = 0;
      continue;
    }
    if (pending.has(key)) continue;
    pendingBytes += bytes.length + NODE_OVERHEAD_BYTES;
    if (pendingBytes > limits.maxPendingBytes)
      throw new ChainDataError(
        'malformed',
        `more than ${limits.maxPendingBytes} bytes of nodes without a block`,
      );
    pending.set(key, node);
  }
  if (pending.size > 0)
    throw new ChainDataError('incomplete', `the archive ends with ${pending.size} nodes without a block`);
}

function assemble(
  block: BlockNode,
  pending: Map<string, CarNode>,
  codecs: CarCodecs,
  maxPayloadBytes: number,
): RawCarBlock {
  const { slot, parentSlot } = block;
  if (slot > 0 && parentSlot >= slot)
    throw new ChainDataError('contradiction', `its parent slot is ${parentSlot}`);
  const payloads = new PayloadReader(pending, maxPayloadBytes);
  const entries: RawCarEntry[] = [];
  const transactions: RawCarTransaction[] = [];
  for (const entryKey of block.entries) {
    const entry = take(pending, entryKey, 'entry');
    for (const key of entry.transactions) {
      const index = transactions.length;
      const node = take(pending, key, 'transaction');
      if (node.slot !== slot || (node.index ?? index) !== index)
        throw new ChainDataError(
          'contradiction',
          `transaction ${index} is transaction ${node.index} of slot ${node.slot}`,
        );
      transactions.push(
        withContext(`transaction ${index}`, () => readTransaction(index, node, payloads, codecs)),
      );
    }
    entries.push({
      numHashes: entry.numHashes,
      hash: entry.hash,
      transactionCount: entry.transactions.length,
    });
  }
  return {
    slot,
    parentSlot: slot === 0 ? null : parentSlot,
    blockTime: block.blockTime === 0 ? null : block.blockTime,
    // Only the first block has height 0; elsewhere 0 means that the height was not recorded.
    blockHeight: block.blockHeight === 0 && slot > 0 ? null : block.blockHeight,
    entries,
    transactions,
    leader: block.rewards === null ? null : readLeader(slot, block.rewards, pending, payloads, codecs),
  };
}

function readTransaction(
  index: number,
  node: Extract<CarNode, { kind: 'transaction' }>,
  payloads: PayloadReader,
  codecs: CarCodecs,
): RawCarTransaction {
  const wire = decodeTransactionWire(payloads.read(node.data));
  const { meta, loaded } = readMeta(payloads.readCompressed(node.metadata), codecs);
  const hasLookups = wire.addressTableLookups.length > 0;
  return { index, wire, meta, loaded: hasLookups ? loaded : { writable: [], readonly: [] } };
}

function readMeta(
  bytes: Uint8Array,
  codecs: CarCodecs,
): { meta: TransactionMeta | null; loaded: LoadedAddresses | null } {
  if (bytes.length === 0) return { meta: null, loaded: null };
  if (!isBincodeStatusMeta(bytes)) return codecs.decodeMeta(bytes);
  // Bincode metadata predates lookup tables.
  return { meta: unlessUnsupported(() => decodeBincodeStatusMeta(bytes)), loaded: null };
}

function readLeader(
  slot: number,
  key: string,
  pending: Map<string, CarNode>,
  payloads: PayloadReader,
  codecs: CarCodecs,
): Uint8Array | null {
  const node = take(pending, key, 'rewards');
  if (node.slot !== slot)
    throw new ChainDataError('contradiction', `its rewards are those of slot ${node.slot}`);
  const bytes = payloads.readCompressed(node.data);
  if (bytes.length === 0) return null;
  if (!isBincodeRewards(bytes)) return codecs.decodeRewardsLeader(bytes);
  return unlessUnsupported(() => decodeBincodeRewardsLeader(bytes));
}

/** Removes the node, so that it cannot be used in a block twice. */
function take<K extends CarNode['kind']>(
  pending: Map<string, CarNode>,
  key: string,
  kind: K,
): Extract<CarNode, { kind: K }> {
  const node = pending.get(key);
  if (node === undefined) throw new ChainDataError('incomplete', `a node of kind ${kind} is missing`);
  if (node.kind !== kind)
    throw new ChainDataError('malformed', `a node of kind ${node.kind} where ${kind} belongs`);
  pending.delete(key);
  return node as Extract<CarNode, { kind: K }>;
}

/** Turns an unknown old format into a missing fact instead of a rejected block: the bytes are what was archived. */
function unlessUnsupported<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof ChainDataError && error.code === 'unsupported') return null;
    throw error;
  }
}

function withContext<T>(where: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ChainDataError)) throw error;
    throw new ChainDataError(error.code, `${where}: ${error.message}`, { cause: error });
  }
}
