import { SubscribeUpdateBlockMeta } from '@triton-one/yellowstone-grpc';
import bs58 from 'bs58';
import type { StoredBlock, StoredTransaction } from '../chain/chain.js';
import { firstSignature } from '../chain/stored-transaction.js';
import { u64 } from './exact-json.js';
import { type RpcEncoding, transactionJson } from './transaction-json.js';

export interface BlockJsonOptions {
  encoding: RpcEncoding;
  transactionDetails: 'full' | 'signatures' | 'none';
  rewards: boolean;
  /** Null: the client accepts only legacy transactions. */
  maxSupportedTransactionVersion: number | null;
}

/** Names of solana-storage.proto `RewardType`. */
const REWARD_TYPES = [null, 'Fee', 'Rent', 'Staking', 'Voting'];

/** The result of `getBlock` (`UiConfirmedBlock`). Throws -32015 for a transaction that is too new. */
export function blockJson(block: StoredBlock, options: BlockJsonOptions): Record<string, unknown> {
  const { rewards, blockTime, blockHeight } = headOf(block);
  const transactions = inOrder(block);
  return {
    previousBlockhash: block.parentBlockhash,
    blockhash: block.blockhash,
    parentSlot: block.parentSlot,
    ...(options.transactionDetails === 'full' && {
      transactions: transactions.map((tx) =>
        transactionJson(tx, options.encoding, options.maxSupportedTransactionVersion, options.rewards),
      ),
    }),
    ...(options.transactionDetails === 'signatures' && {
      signatures: transactions.map((tx) => bs58.encode(firstSignature(tx))),
    }),
    ...(options.rewards && { rewards }),
    blockTime,
    blockHeight,
  };
}

/** Sorts into block order: transactions are kept in arrival order. */
export function inOrder(block: StoredBlock): StoredTransaction[] {
  return [...block.transactions].sort((left, right) => left.index - right.index);
}

interface Head {
  rewards: Record<string, unknown>[];
  /** Unix seconds. */
  blockTime: number | bigint | null;
  blockHeight: number | null;
}

/** Decodes the fields that only the encoded head of a block contains. */
export function headOf(block: StoredBlock): Head {
  const { rewards, blockTime } = SubscribeUpdateBlockMeta.decode(block.head);
  return {
    rewards: (rewards?.rewards ?? []).map((reward) => ({
      pubkey: reward.pubkey,
      lamports: u64(reward.lamports),
      postBalance: u64(reward.postBalance),
      rewardType: REWARD_TYPES[reward.rewardType] ?? null,
      commission: reward.commission === '' ? null : Number(reward.commission),
    })),
    blockTime: blockTime === undefined ? null : u64(blockTime.timestamp),
    blockHeight: block.blockHeight,
  };
}
