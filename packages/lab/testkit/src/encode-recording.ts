import { type Block, encodeTransactionError, keptLog, type Transaction, toBase58 } from '@tickscope/chain';
import { SubscribeUpdate } from '@triton-one/yellowstone-grpc';

/** Encodes a recording: each message preceded by its length. */
export function recordingOf(messages: readonly Uint8Array[]): Buffer {
  return Buffer.concat(
    messages.flatMap((message) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(message.length);
      return [length, message];
    }),
  );
}

const encode = (update: object): Uint8Array =>
  SubscribeUpdate.encode(
    SubscribeUpdate.fromPartial({ filters: ['test'], ...update } as Partial<SubscribeUpdate>),
  ).finish();

/** A block as one message, as in a `blocks` subscription, encoded by the Yellowstone client's own codec. */
export function blockMessage(block: Block): Uint8Array {
  return encode({
    block: {
      ...headOf(block),
      transactions: block.transactions.map(transactionInfo),
      entries: block.entries.map((entry) => entryOf(block.slot, entry)),
    },
  });
}

/** The messages of a block in a subscription to single messages, in block order. */
export function partMessages(block: Block): Uint8Array[] {
  const slot = String(block.slot);
  return [
    ...block.entries.map((entry) => encode({ entry: entryOf(block.slot, entry) })),
    ...block.transactions.map((tx) => encode({ transaction: { slot, transaction: transactionInfo(tx) } })),
    encode({ blockMeta: headOf(block) }),
  ];
}

export function slotMessage(slot: number, status: number): Uint8Array {
  return encode({ slot: { slot: String(slot), status } });
}

function headOf(block: Block) {
  return {
    slot: String(block.slot),
    blockhash: toBase58(block.blockhash),
    parentSlot: String(block.parentSlot ?? 0),
    parentBlockhash: block.parentBlockhash === null ? '' : toBase58(block.parentBlockhash),
    executedTransactionCount: String(block.transactionCount),
    entriesCount: String(block.entries.length),
    ...(block.blockTime === null ? {} : { blockTime: { timestamp: String(block.blockTime) } }),
    ...(block.blockHeight === null ? {} : { blockHeight: { blockHeight: String(block.blockHeight) } }),
    ...(block.leader === null
      ? {}
      : { rewards: { rewards: [{ pubkey: toBase58(block.leader), rewardType: 1 }] } }),
  };
}

function entryOf(slot: number, entry: Block['entries'][number]) {
  return {
    slot: String(slot),
    index: String(entry.index),
    numHashes: String(entry.numHashes),
    hash: entry.hash,
    executedTransactionCount: String(entry.transactionCount),
    // Deliberately wrong, as on the real stream.
    startingTransactionIndex: '7',
  };
}

function transactionInfo(tx: Transaction) {
  const { header, config, meta, loaded } = tx;
  return {
    signature: tx.signatures[0]!,
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
        ...(config === null ? {} : { config: configOf(config) }),
      },
    },
    ...(meta === null
      ? {}
      : {
          meta: {
            ...(meta.error === null ? {} : { err: { err: encodeTransactionError(meta.error) } }),
            fee: String(meta.feeLamports),
            preBalances: meta.preBalances.map(String),
            postBalances: meta.postBalances.map(String),
            innerInstructions: (meta.innerInstructions ?? []).map(({ index, instructions }) => ({
              index,
              instructions: instructions.map(({ stackHeight, ...instruction }) => ({
                ...instruction,
                ...(stackHeight === null ? {} : { stackHeight }),
              })),
            })),
            innerInstructionsNone: meta.innerInstructions === null,
            logMessages: keptLog(meta) ?? [],
            logMessagesNone: keptLog(meta) === null,
            preTokenBalances: meta.preTokenBalances.map(tokenBalance),
            postTokenBalances: meta.postTokenBalances.map(tokenBalance),
            loadedWritableAddresses: loaded?.writable ?? [],
            loadedReadonlyAddresses: loaded?.readonly ?? [],
            ...(meta.computeUnits === null ? {} : { computeUnitsConsumed: String(meta.computeUnits) }),
            ...(meta.costUnits === null ? {} : { costUnits: String(meta.costUnits) }),
          },
        }),
  };
}

function configOf(config: NonNullable<Transaction['config']>) {
  return {
    ...(config.priorityFeeLamports === null ? {} : { priorityFee: String(config.priorityFeeLamports) }),
    ...(config.computeUnitLimit === null ? {} : { computeUnitLimit: config.computeUnitLimit }),
  };
}

function tokenBalance(balance: NonNullable<Transaction['meta']>['preTokenBalances'][number]) {
  return {
    accountIndex: balance.accountIndex,
    mint: balance.mint,
    owner: balance.owner ?? '',
    programId: balance.programId ?? '',
    uiTokenAmount: { decimals: balance.decimals, amount: String(balance.amount) },
  };
}

/** The message of a block as it is when the connection breaks in the middle: half of its transactions and entries. */
export function halfOf(message: Uint8Array): Uint8Array {
  const update = SubscribeUpdate.decode(message);
  const { block } = update;
  if (block === undefined) throw new Error('not the message of a whole block');
  block.transactions.splice(Math.floor(block.transactions.length / 2));
  block.entries.splice(Math.floor(block.entries.length / 2));
  return SubscribeUpdate.encode(update).finish();
}
