import { createHash } from 'node:crypto';
import { assembleBlock, type Block, type RawEntry } from '@tickscope/chain';
import { makeBlock } from './made-block.js';

const sha256 = (...parts: Uint8Array[]): Uint8Array =>
  new Uint8Array(createHash('sha256').update(Buffer.concat(parts)).digest());

function merkle(row: Uint8Array[]): Uint8Array {
  if (row.length === 1) return row[0]!;
  const above: Uint8Array[] = [];
  for (let at = 0; at < row.length; at += 2)
    above.push(sha256(Uint8Array.of(1), row[at]!, row[at + 1] ?? row[at]!));
  return merkle(above);
}

const HASHES_PER_TICK = 12;

export interface TrueChainOptions {
  slots: readonly number[];
  content?: Block['content'];
  model?: 'ticked' | 'alpenglow';
}

/**
 * Linked blocks whose hashes are a valid Proof of History, with transactions of one and of several signatures. Slots
 * missing from `slots` are skipped slots.
 */
export function trueChain({ slots, content = 'full', model = 'ticked' }: TrueChainOptions): Block[] {
  const blocks: Block[] = [];
  let parentBlockhash = sha256(Buffer.from('genesis of a test'));
  let parentSlot = slots[0]! - 1;
  for (const slot of slots) {
    const { transactions } = makeBlock({ slot, transactions: 20 });
    const sizes = Array.from({ length: 5 }, () => 4);
    const entries: RawEntry[] = [];
    let hash = parentBlockhash;
    let used = 0;
    const add = (numHashes: number, transactionCount: number): void => {
      const plain = transactionCount === 0 ? numHashes : numHashes - 1;
      for (let round = 0; round < plain; round += 1) hash = sha256(hash);
      const own = transactions.slice(used, used + transactionCount).flatMap(({ signatures }) => signatures);
      used += transactionCount;
      if (transactionCount > 0)
        hash = sha256(hash, merkle(own.map((each) => sha256(Uint8Array.of(0), each))));
      entries.push({ numHashes, hash, transactionCount });
    };
    if (model === 'alpenglow') {
      for (const size of sizes) add(1, size);
      add(1, 0);
    } else {
      const ticks = (slot - parentSlot) * 64;
      for (let tick = 0; tick < ticks; tick += 1) {
        // An entry of four transactions before each of the last five ticks except the very last.
        const size = tick >= ticks - 6 && tick < ticks - 1 ? sizes[tick - (ticks - 6)]! : 0;
        if (size > 0) add(5, size);
        add(size > 0 ? HASHES_PER_TICK - 5 : HASHES_PER_TICK, 0);
      }
    }
    blocks.push(
      assembleBlock({
        ...{ slot, parentSlot, blockhash: hash, parentBlockhash },
        ...{ blockTime: null, blockHeight: null, leader: null },
        source: 'generated',
        entries: content === 'no_entries' ? null : entries,
        transactions: content === 'entries_only' ? null : transactions,
        ...{ promisedTransactions: transactions.length, promisedEntries: null },
      }),
    );
    [parentSlot, parentBlockhash] = [slot, hash];
  }
  return blocks;
}
