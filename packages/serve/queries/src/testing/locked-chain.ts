import type { Block } from '@tickscope/chain';
import { makeBlock } from '@tickscope/testkit/made-block';
import { bytesOf } from '@tickscope/testkit/store/chain-rows';

/** Not the first slot of a bucket, nor is any hour's. */
const FIRST = 400_000_100;

/** 330 slots of 30 seconds, some of them skipped, whose transactions share 40 accounts, and all have compute units. */
export function lockedChain(): Block[] {
  const accounts = Array.from({ length: 40 }, (_, at) => bytesOf(`account ${at}`, 32));
  const slots = Array.from({ length: 330 }, (_, at) => FIRST + at).filter((slot) => slot % 10 !== 3);
  return slots.map((slot, at) => {
    const block = makeBlock({ slot, parentSlot: slots[at - 1] ?? slot - 1, transactions: 12, accounts });
    const transactions = block.transactions.map((tx) =>
      tx.meta === null ? tx : { ...tx, meta: { ...tx.meta, computeUnits: tx.meta.computeUnits ?? 77_000 } },
    );
    return { ...block, transactions, blockTime: 1_788_264_000 + 30 * (slot - FIRST) };
  });
}
