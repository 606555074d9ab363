import type { Block, TokenBalance, Transaction, TransactionMeta } from '@tickscope/chain';
import { encodeTransactionError, keptLog } from '@tickscope/chain';
import { SubscribeUpdateBlock, SubscribeUpdateTransactionInfo } from '@triton-one/yellowstone-grpc';
import bs58 from 'bs58';
import type { StoredBlock } from '../chain/chain.js';
import { storedTransaction } from '../chain/stored-transaction.js';
import { wireFields } from '../chain/wire.js';
import { syntheticEntries } from './synthetic-entries.js';

type TransactionInfo = Parameters<typeof SubscribeUpdateTransactionInfo.encode>[0];
type InfoMeta = NonNullable<TransactionInfo['meta']>;
type InfoTokenBalance = InfoMeta['preTokenBalances'][number];
type BlockRewards = NonNullable<Parameters<typeof SubscribeUpdateBlock.encode>[0]['rewards']>['rewards'];

/**
 * Converts a block of a file for streaming. Adds synthetic entries, which such files lack. `rewards` are those of the
 * file; `Block` keeps only their leader.
 */
export function toStoredBlock(block: Block, rewards: BlockRewards): StoredBlock {
  const { slot, transactions } = block;
  const blockhash = bs58.encode(block.blockhash);
  const { bodies, counts } = syntheticEntries(block);
  const stored = transactions.map((tx) =>
    storedTransaction(slot, SubscribeUpdateTransactionInfo.encode(transactionInfo(tx)).finish()),
  );
  return {
    slot,
    parentSlot: block.parentSlot ?? 0,
    blockhash,
    parentBlockhash: block.parentBlockhash === null ? '' : bs58.encode(block.parentBlockhash),
    blockHeight: block.blockHeight,
    executedTransactionCount: transactions.length,
    entriesCount: bodies.length,
    head: encodeHead(block, blockhash, rewards),
    transactions: stored,
    entries: bodies,
    arrival: counts.flatMap((count) => [
      { type: 'entry' as const, count: 1 },
      ...(count === 0 ? [] : [{ type: 'transaction' as const, count }]),
    ]),
    byteLength: stored.reduce((sum, { info }) => sum + info.length, 0) + 100 * bodies.length,
    hasSyntheticEntries: true,
  };
}

/** Fields 1 to 5 of a block message, which a block meta shares. */
function encodeHead(block: Block, blockhash: string, rewards: BlockRewards): Uint8Array {
  const encoded = SubscribeUpdateBlock.encode(
    SubscribeUpdateBlock.fromPartial({
      slot: String(block.slot),
      blockhash,
      rewards: { rewards },
      ...(block.blockTime !== null && { blockTime: { timestamp: String(block.blockTime) } }),
      ...(block.blockHeight !== null && { blockHeight: { blockHeight: String(block.blockHeight) } }),
    }),
  ).finish();
  return Buffer.concat(
    Array.from(wireFields(encoded))
      .filter(({ number }) => number <= 5)
      .map(({ raw }) => raw),
  );
}

function transactionInfo(tx: Transaction): TransactionInfo {
  const { header, config, meta } = tx;
  return {
    signature: tx.signatures[0] ?? new Uint8Array(0),
    isVote: tx.isVote,
    index: String(tx.index),
    transaction: {
      signatures: tx.signatures,
      message: {
        header: {
          numRequiredSignatures: header.numRequiredSignatures,
          numReadonlySignedAccounts: header.numReadonlySigned,
          numReadonlyUnsignedAccounts: header.numReadonlyUnsigned,
        },
        accountKeys: tx.staticKeys,
        recentBlockhash: tx.recentBlockhash,
        instructions: tx.instructions,
        versioned: tx.version !== 'legacy',
        addressTableLookups: tx.addressTableLookups,
        config:
          config === null
            ? undefined
            : {
                priorityFee: config.priorityFeeLamports?.toString(),
                computeUnitLimit: config.computeUnitLimit ?? undefined,
                loadedAccountsDataSizeLimit: config.loadedAccountsDataSizeLimit ?? undefined,
                heapSize: config.heapSize ?? undefined,
              },
      },
    },
    meta: meta === null ? undefined : infoMeta(tx, meta),
  };
}

function infoMeta(tx: Transaction, meta: TransactionMeta): InfoMeta {
  return {
    err: meta.error === null ? undefined : { err: encodeTransactionError(meta.error) },
    fee: meta.feeLamports.toString(),
    preBalances: meta.preBalances.map(String),
    postBalances: meta.postBalances.map(String),
    innerInstructions: (meta.innerInstructions ?? []).map(({ index, instructions }) => ({
      index,
      instructions: instructions.map(({ stackHeight, ...instruction }) => ({
        ...instruction,
        stackHeight: stackHeight ?? undefined,
      })),
    })),
    innerInstructionsNone: meta.innerInstructions === null,
    logMessages: keptLog(meta) ?? [],
    logMessagesNone: keptLog(meta) === null,
    preTokenBalances: meta.preTokenBalances.map(infoTokenBalance),
    postTokenBalances: meta.postTokenBalances.map(infoTokenBalance),
    rewards: [],
    loadedWritableAddresses: tx.loaded?.writable ?? [],
    loadedReadonlyAddresses: tx.loaded?.readonly ?? [],
    returnData: undefined,
    returnDataNone: true,
    computeUnitsConsumed: meta.computeUnits?.toString(),
    costUnits: meta.costUnits?.toString(),
  };
}

function infoTokenBalance(balance: TokenBalance): InfoTokenBalance {
  const amount = balance.amount.toString();
  return {
    accountIndex: balance.accountIndex,
    mint: balance.mint,
    owner: balance.owner ?? '',
    programId: balance.programId ?? '',
    uiTokenAmount: {
      uiAmount: Number(amount) / 10 ** balance.decimals,
      decimals: balance.decimals,
      amount,
      uiAmountString: amount,
    },
  };
}
