import bs58 from 'bs58';
import type { AbandonedBank, StoredBlock, StoredTransaction } from '../chain/chain.js';
import { ProtoWriter } from '../chain/proto-writer.js';
import type { AbandonedBankPlan } from './abandoned-bank.js';
import type { Arrival } from './arrival.js';
import type { CompiledTransaction } from './compile-transaction.js';
import { writeTransactionInfo } from './encode-transaction.js';
import type { HashedEntry } from './hash-entries.js';

/** A generated block before it is encoded. */
export interface GeneratedBlock {
  slot: number;
  parentSlot: number;
  blockhash: Buffer;
  parentBlockhash: Buffer;
  blockHeight: number;
  blockTime: number;
  leader: string;
  leaderRewardLamports: number;
  leaderBalanceLamports: number;
  entriesCount: number;
  entries: HashedEntry[];
  transactions: CompiledTransaction[];
  arrival: Arrival;
  /** Absent: the server does not number its banks. */
  bankId?: number;
  abandoned: AbandonedBankPlan | null;
}

const writer = new ProtoWriter(8 << 20);

/** Encodes a block's parts into one buffer; the results are views of it. */
export function encodeBlock(block: GeneratedBlock): StoredBlock {
  const { slot, transactions, entries, arrival } = block;
  writer.reset();
  writeHead(writer, block);
  const ends = [writer.position];
  for (const index of arrival.transactionOrder) {
    writeTransactionInfo(writer, transactions[index]!, index);
    ends.push(writer.position);
  }
  for (const entry of entries) {
    writeEntry(writer, slot, entry, block.bankId);
    ends.push(writer.position);
  }
  const bytes = writer.copyFrom(0);
  const piece = (index: number): Buffer => bytes.subarray(ends[index - 1], ends[index]);

  return {
    slot,
    parentSlot: block.parentSlot,
    blockhash: bs58.encode(block.blockhash),
    parentBlockhash: bs58.encode(block.parentBlockhash),
    blockHeight: block.blockHeight,
    executedTransactionCount: transactions.length,
    entriesCount: block.entriesCount,
    head: bytes.subarray(0, ends[0]),
    transactions: arrival.transactionOrder.map((index, position) =>
      stored(slot, index, transactions[index]!, piece(1 + position)),
    ),
    entries: entries.map((_, position) => piece(1 + transactions.length + position)),
    arrival: arrival.steps,
    byteLength: bytes.length,
    hasSyntheticEntries: false,
    ...(block.bankId !== undefined && { bankId: block.bankId }),
    ...(block.abandoned !== null && { abandoned: encodeAbandoned(slot, block.abandoned) }),
  };
}

function stored(
  slot: number,
  index: number,
  { plan, error }: CompiledTransaction,
  info: Uint8Array,
): StoredTransaction {
  return { slot, index, isVote: plan.isVote, isFailed: error !== null, info };
}

function encodeAbandoned(slot: number, bank: AbandonedBankPlan): AbandonedBank {
  const written = (write: () => void): Buffer => {
    writer.reset();
    write();
    return writer.copyFrom(0);
  };
  return {
    ...(bank.bankId !== undefined && { bankId: bank.bankId }),
    transactions: bank.transactions.map((tx, index) =>
      stored(
        slot,
        index,
        tx,
        written(() => writeTransactionInfo(writer, tx, index)),
      ),
    ),
    entries: bank.entries.map((entry) => written(() => writeEntry(writer, slot, entry, bank.bankId))),
    isReportedDead: bank.isReportedDead,
  };
}

function writeHead(to: ProtoWriter, block: GeneratedBlock): void {
  to.optionalVarintField(0x08, block.slot); // slot
  to.asciiField(0x12, bs58.encode(block.blockhash)); // blockhash
  const rewards = to.open(0x1a); // rewards
  const reward = to.open(0x0a); // rewards
  to.asciiField(0x0a, block.leader); // pubkey
  to.optionalVarintField(0x10, block.leaderRewardLamports); // lamports
  to.optionalVarintField(0x18, block.leaderBalanceLamports); // post_balance
  to.varintField(0x20, 1); // reward_type: Fee
  to.close(reward);
  to.close(rewards);
  const time = to.open(0x22); // block_time
  to.optionalVarintField(0x08, block.blockTime); // timestamp
  to.close(time);
  const height = to.open(0x2a); // block_height
  to.optionalVarintField(0x08, block.blockHeight); // block_height
  to.close(height);
}

function writeEntry(to: ProtoWriter, slot: number, entry: HashedEntry, bankId = 0): void {
  to.optionalVarintField(0x08, slot); // slot
  to.optionalVarintField(0x10, entry.index); // index
  to.optionalVarintField(0x18, entry.numHashes); // num_hashes
  to.bytesField(0x22, entry.hash); // hash
  to.optionalVarintField(0x28, entry.transactionCount); // executed_transaction_count
  to.optionalVarintField(0x30, entry.claimedStartIndex); // starting_transaction_index
  to.optionalVarintField(0x38, bankId); // bank_id
}
