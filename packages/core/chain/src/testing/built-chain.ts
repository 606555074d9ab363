import type {
  SubscribeUpdateBlockMeta,
  SubscribeUpdateEntry,
  SubscribeUpdateTransactionInfo,
} from '@triton-one/yellowstone-grpc';
import bs58 from 'bs58';
import type { Entry } from '../block.js';
import { named32, named64 } from './bytes.js';
import { encodeUpdate } from './library-messages.js';

/** The plan of a slot in a generated chain. Everything else follows from the names of its parts. */
export interface SlotPlan {
  /** Slots without a block before it. */
  skippedBefore: number;
  /**
   * Transaction entries: the tick of the slot (0 to 63, ascending) in which each lies, and its number of transactions.
   */
  packs: { tick: number; transactions: number }[];
  model: 'ticked' | 'alpenglow';
  /** Whether block meta states the number of entries (0 means that it does not). */
  tellsEntriesCount: boolean;
}

export const plainSlot: SlotPlan = {
  skippedBefore: 0,
  packs: [
    { tick: 0, transactions: 2 },
    { tick: 63, transactions: 1 },
  ],
  model: 'ticked',
  tellsEntriesCount: true,
};

export interface BuiltSlot {
  slot: number;
  parentSlot: number;
  blockhash: Uint8Array;
  parentBlockhash: Uint8Array;
  /** The expected entries. Their ticks come from the plan, not from counting. */
  entries: Entry[];
  meta: SubscribeUpdateBlockMeta;
  entryMessages: SubscribeUpdateEntry[];
  transactionMessages: SubscribeUpdateTransactionInfo[];
}

/** Builds a chain of blocks, the first with parent `parentSlot`. `fork` gives other blocks for the same slots. */
export function buildChain(plans: readonly SlotPlan[], parentSlot = 1_000, fork = 'main'): BuiltSlot[] {
  const chain: BuiltSlot[] = [];
  for (const plan of plans) {
    const parent = chain.at(-1);
    chain.push(
      buildSlot(
        plan,
        parent?.slot ?? parentSlot,
        parent?.blockhash ?? named32(`${fork} block ${parentSlot}`),
        fork,
      ),
    );
  }
  return chain;
}

function buildSlot(plan: SlotPlan, parentSlot: number, parentBlockhash: Uint8Array, fork: string): BuiltSlot {
  const slot = parentSlot + 1 + plan.skippedBefore;
  const entries: Entry[] = [];
  let startIndex = 0;
  const numHashes = plan.model === 'alpenglow' ? 1 : 62_500;
  const add = (transactionCount: number, pohTick: number): void => {
    const index = entries.length;
    entries.push({
      index,
      numHashes: plan.model === 'alpenglow' ? 1 : transactionCount === 0 ? numHashes - index : 3,
      hash: named32(`${fork} slot ${slot} entry ${index}`),
      transactionCount,
      startIndex,
      isTick: transactionCount === 0,
      pohTick,
    });
    startIndex += transactionCount;
  };
  if (plan.model === 'alpenglow') {
    for (const { transactions } of plan.packs) add(transactions, slot * 64 + 63);
    add(0, slot * 64 + 64);
  } else {
    for (let skipped = parentSlot + 1; skipped < slot; skipped += 1)
      for (let tick = 0; tick < 64; tick += 1) add(0, skipped * 64 + tick + 1);
    for (let tick = 0; tick < 64; tick += 1) {
      for (const pack of plan.packs) if (pack.tick === tick) add(pack.transactions, slot * 64 + tick);
      add(0, slot * 64 + tick + 1);
    }
  }
  const blockhash = entries.at(-1)!.hash;
  return {
    slot,
    parentSlot,
    blockhash,
    parentBlockhash,
    entries,
    meta: {
      slot: String(slot),
      blockhash: bs58.encode(blockhash),
      rewards: undefined,
      blockTime: { timestamp: String(1_770_000_000 + slot) },
      blockHeight: { blockHeight: String(slot - 100) },
      parentSlot: String(parentSlot),
      parentBlockhash: bs58.encode(parentBlockhash),
      executedTransactionCount: String(startIndex),
      entriesCount: plan.tellsEntriesCount ? String(entries.length) : '0',
    },
    entryMessages: entries.map(({ index, numHashes, hash, transactionCount, startIndex }) => ({
      slot: String(slot),
      index: String(index),
      numHashes: String(numHashes),
      hash,
      executedTransactionCount: String(transactionCount),
      // Servers report a wrong first index.
      startingTransactionIndex: String(index === 0 ? 7 : startIndex),
    })),
    transactionMessages: Array.from({ length: startIndex }, (_, index) =>
      buildTransaction(`${fork} slot ${slot} transaction ${index}`, index),
    ),
  };
}

function buildTransaction(name: string, index: number): SubscribeUpdateTransactionInfo {
  const signature = named64(name);
  return {
    signature,
    isVote: index % 2 === 1,
    index: String(index),
    transaction: {
      signatures: [signature],
      message: {
        header: { numRequiredSignatures: 1, numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 1 },
        accountKeys: [named32(`${name} payer`), named32('program')],
        recentBlockhash: named32('recent'),
        instructions: [{ programIdIndex: 1, accounts: Uint8Array.of(0), data: Uint8Array.of(index & 0xff) }],
        versioned: false,
        addressTableLookups: [],
      },
    },
    meta: undefined,
  };
}

export function wholeBlockMessage(built: BuiltSlot): Uint8Array {
  return encodeUpdate({
    filters: ['blocks'],
    block: {
      ...built.meta,
      transactions: built.transactionMessages,
      entries: built.entryMessages,
      updatedAccountCount: '9',
      accounts: [],
    },
  });
}

export function metaMessage(built: BuiltSlot): Uint8Array {
  return encodeUpdate({ filters: ['meta'], blockMeta: built.meta });
}

export function entryMessages(built: BuiltSlot): Uint8Array[] {
  return built.entryMessages.map((entry) => encodeUpdate({ filters: ['entries'], entry }));
}

export function transactionMessages(built: BuiltSlot): Uint8Array[] {
  return built.transactionMessages.map((transaction) =>
    encodeUpdate({ filters: ['transactions'], transaction: { slot: String(built.slot), transaction } }),
  );
}

/** All messages of the slot in a stream of single messages. */
export function singleMessages(built: BuiltSlot): Uint8Array[] {
  return [...entryMessages(built), metaMessage(built), ...transactionMessages(built)];
}
