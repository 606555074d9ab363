import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import bs58 from 'bs58';
import type { Commitment, StoredBlock, StoredTransaction } from '../chain/chain.js';
import type { FedChain } from '../chain/fed-chain.js';
import { accountKeyTexts, errorBytes, firstSignature } from '../chain/stored-transaction.js';
import { wireField } from '../chain/wire.js';
import { accountMethods } from './account-methods.js';
import { blockJson, headOf, inOrder } from './block-json.js';
import type { Cluster } from './cluster/cluster.js';
import { clusterMethods } from './cluster-methods.js';
import {
  base58Bytes,
  type Config,
  commitmentOf,
  configParam,
  confirmedAtLeast,
  oneOf,
  optionalInteger,
  optionalSlotParam,
  type Params,
  slotParam,
} from './params.js';
import {
  blockCleanedUp,
  blockNotAvailable,
  invalidParams,
  minContextSlotNotReached,
  missingInLongTermStorage,
  RPC_CODES,
  RpcError,
  slotSkipped,
} from './rpc-error.js';
import type { RpcFaults } from './rpc-faults.js';
import type { RpcMethod } from './rpc-method.js';
import { errorJson, RPC_ENCODINGS, transactionJson } from './transaction-json.js';

export interface MethodOptions {
  /**
   * Whether the node has long-term storage for blocks it no longer keeps: if so the error is -32009, otherwise -32001.
   */
  hasArchive: boolean;
  faults: RpcFaults;
  /** Facts of the chain besides its blocks; `null`: none. */
  cluster: Cluster | null;
}

/** Agave, `MAX_GET_CONFIRMED_BLOCKS_RANGE` and `MAX_GET_CONFIRMED_SIGNATURES_FOR_ADDRESS2_LIMIT`. */
const MOST_BLOCKS = 500_000;
const MOST_SIGNATURES = 1_000;
const RANK: Record<Commitment, number> = { processed: 0, confirmed: 1, finalized: 2 };
/** Blocks searched per turn of the event loop, which the stream shares. */
const BLOCKS_PER_TURN = 16;

/**
 * The methods of a Solana node, answered from a chain's kept blocks, like Agave's `rpc/src/rpc.rs`, with its texts and
 * codes. Blocks older than the chain keeps are gone.
 */
export function rpcMethods(chain: FedChain, options: MethodOptions): ReadonlyMap<string, RpcMethod> {
  const { faults } = options;
  const headSlot = (commitment: Commitment): number => chain.head(commitment)?.slot ?? 0;
  const isReached = (slot: number, commitment: Commitment): boolean => {
    const record = chain.slotAt(slot);
    return record?.state === 'block' && RANK[record.commitment] >= RANK[commitment];
  };
  const checkedHead = (config: Config): StoredBlock | null => {
    const head = chain.head(commitmentOf(config));
    const least = optionalInteger(config, 'minContextSlot', Number.MAX_SAFE_INTEGER);
    if (least !== null && (head?.slot ?? 0) < least) throw minContextSlotNotReached(head?.slot ?? 0);
    return head;
  };

  function findBlock(slot: number, commitment: Commitment): StoredBlock {
    if (faults.missingSlots.includes(slot)) throw missingInLongTermStorage(slot);
    const block = chain.blockAt(slot);
    const first = chain.firstAvailableSlot() ?? 0;
    if (slot > headSlot('finalized')) {
      if (block === null || commitment === 'finalized' || !isReached(slot, commitment))
        throw blockNotAvailable(slot);
    } else if (slot < first) {
      if (options.hasArchive) throw missingInLongTermStorage(slot);
      throw blockCleanedUp(slot, first);
    } else if (block === null) throw slotSkipped(slot);
    // A recording without transactions has no block to show.
    if (block === null || block.transactions.length !== block.executedTransactionCount)
      throw blockNotAvailable(slot);
    return block;
  }

  function blocksFrom(start: number, end: number, commitment: Commitment, limit: number): number[] {
    if (end < start) return [];
    if (end - start > MOST_BLOCKS) throw invalidParams(`Slot range too large; max ${MOST_BLOCKS}`);
    return chain
      .blocksBetween(start, end)
      .map(({ slot }) => slot)
      .filter((slot) => isReached(slot, commitment))
      .slice(0, limit);
  }

  /** Newest block first. */
  async function* reachedBlocks(commitment: Commitment): AsyncGenerator<StoredBlock> {
    let looked = 0;
    for (const block of chain.blocksBetween(0, Number.MAX_SAFE_INTEGER).reverse()) {
      if (isReached(block.slot, commitment)) yield block;
      looked += 1;
      if (looked % BLOCKS_PER_TURN === 0) await nextTurn();
    }
  }

  const methods: Record<string, RpcMethod> = {
    ...clusterMethods(chain, options.cluster, checkedHead),
    ...accountMethods(options.cluster, checkedHead),
    getHealth: () => {
      if (faults.isUnhealthy)
        throw new RpcError(RPC_CODES.nodeUnhealthy, 'Node is unhealthy', { numSlotsBehind: null });
      return 'ok';
    },
    getVersion: () => ({ 'solana-core': '4.3.0', 'feature-set': 3_640_012_085 }),
    getFirstAvailableBlock: () => chain.firstAvailableSlot() ?? 0,
    getSlot: (params) => checkedHead(configParam(params, 0))?.slot ?? 0,
    getBlockHeight: (params) => checkedHead(configParam(params, 0))?.blockHeight ?? 0,
    getBlock: (params) => {
      const slot = slotParam(params, 0);
      const config = encodingOrConfig(params, 1);
      const commitment = confirmedAtLeast(config);
      const blockOptions = {
        encoding: oneOf(config, 'encoding', RPC_ENCODINGS, 'json'),
        transactionDetails: oneOf(config, 'transactionDetails', ['full', 'signatures', 'none'], 'full'),
        rewards: config['rewards'] !== false,
        maxSupportedTransactionVersion: optionalInteger(config, 'maxSupportedTransactionVersion', 255),
      } as const;
      const result = blockJson(findBlock(slot, commitment), blockOptions);
      if (faults.wrongBlockhashSlots.includes(slot)) result['blockhash'] = anotherHash(slot);
      return result;
    },
    getBlocks: (params) => {
      const start = slotParam(params, 0);
      const hasEnd = typeof params[1] === 'number';
      const config = configParam(params, hasEnd || params[1] === null ? 2 : 1);
      const commitment = confirmedAtLeast(config);
      const head = headSlot(commitment);
      const end = Math.min(hasEnd ? slotParam(params, 1) : start + MOST_BLOCKS, head);
      return blocksFrom(start, end, commitment, MOST_BLOCKS + 1);
    },
    getBlocksWithLimit: (params) => {
      const start = slotParam(params, 0);
      const limit = optionalSlotParam(params, 1);
      if (limit === null) throw invalidParams('`params` should have at least 2 argument(s)');
      if (limit > MOST_BLOCKS) throw invalidParams(`Limit too large; max ${MOST_BLOCKS}`);
      const commitment = confirmedAtLeast(configParam(params, 2));
      const end = Math.min(start + MOST_BLOCKS, headSlot(commitment));
      return blocksFrom(start, end, commitment, limit);
    },
    getTransaction: async (params) => {
      const signature = base58Bytes(params[0], 64, 'Invalid');
      const config = encodingOrConfig(params, 1);
      const encoding = oneOf(config, 'encoding', RPC_ENCODINGS, 'json');
      const maxVersion = optionalInteger(config, 'maxSupportedTransactionVersion', 255);
      for await (const block of reachedBlocks(confirmedAtLeast(config)))
        for (const tx of block.transactions)
          if (Buffer.compare(firstSignature(tx), signature) === 0)
            return {
              slot: block.slot,
              ...transactionJson(tx, encoding, maxVersion, true),
              blockTime: headOf(block).blockTime,
            };
      return null;
    },
    getSignaturesForAddress: async (params) => {
      const address = Buffer.from(base58Bytes(params[0], 32, 'Invalid')).toString('hex');
      const config = configParam(params, 1);
      const limit = optionalInteger(config, 'limit', Number.MAX_SAFE_INTEGER) ?? MOST_SIGNATURES;
      if (limit < 1 || limit > MOST_SIGNATURES) throw invalidParams(`Invalid limit; max ${MOST_SIGNATURES}`);
      const before = signatureSetting(config, 'before');
      const until = signatureSetting(config, 'until');
      const commitment = confirmedAtLeast(config);
      const found: Record<string, unknown>[] = [];
      // Newest first: nothing until `before` has passed, nothing from `until` on.
      let isPast = before === null;
      for await (const block of reachedBlocks(commitment))
        for (const tx of inOrder(block).reverse()) {
          const signature = firstSignature(tx);
          if (until !== null && Buffer.compare(signature, until) === 0) return found;
          if (isPast && accountKeyTexts(tx).has(address)) found.push(signatureJson(chain, block, tx));
          if (found.length === limit) return found;
          if (before !== null && Buffer.compare(signature, before) === 0) isPast = true;
        }
      return found;
    },
  };
  return new Map(Object.entries(methods));
}

/** An old form of the call has the encoding in place of the settings. */
function encodingOrConfig(params: Params, index: number): Config {
  const value = params[index];
  return typeof value === 'string' ? { encoding: value } : configParam(params, index);
}

function signatureSetting(config: Config, name: 'before' | 'until'): Uint8Array | null {
  const value = config[name];
  return value === undefined || value === null ? null : base58Bytes(value, 64, 'Invalid');
}

function signatureJson(chain: FedChain, block: StoredBlock, tx: StoredTransaction): Record<string, unknown> {
  return {
    signature: bs58.encode(firstSignature(tx)),
    slot: block.slot,
    err: errorJson(errorBytesOf(tx)),
    memo: null,
    blockTime: headOf(block).blockTime,
    confirmationStatus: chain.slotAt(block.slot)?.commitment ?? null,
  };
}

/** `errorBytes` gives the field as it is encoded: a `TransactionError` message, whose field 1 is the bincode. */
function errorBytesOf(tx: StoredTransaction): Uint8Array | null {
  const message = errorBytes(tx);
  return message === null ? null : (wireField(message, 1)?.bytes ?? null);
}

/** A wrong hash, always the same one for a slot. */
function anotherHash(slot: number): string {
  return bs58.encode(createHash('sha256').update(`not the hash of slot ${slot}`).digest());
}
