import type { BlockParts } from '../assemble-block.js';
import type { Transaction } from '../block.js';
import type { RawEntry } from '../ticks.js';
import type { BuiltSlot } from './built-chain.js';
import { aTransaction, named64 } from './bytes.js';

/** The parts of a generated block, from a source that knows everything. */
export function partsOf(built: BuiltSlot): BlockParts {
  return {
    slot: built.slot,
    parentSlot: built.parentSlot,
    blockhash: built.blockhash,
    parentBlockhash: built.parentBlockhash,
    blockTime: null,
    blockHeight: null,
    leader: null,
    source: 'generated',
    entries: rawEntries(built),
    transactions: transactionsOf(built),
    promisedTransactions: built.transactionMessages.length,
    promisedEntries: built.entries.length,
  };
}

export function rawEntries(built: BuiltSlot): RawEntry[] {
  return built.entries.map(({ numHashes, hash, transactionCount }) => ({
    numHashes,
    hash,
    transactionCount,
  }));
}

export function transactionsOf(built: BuiltSlot): Transaction[] {
  return built.transactionMessages.map((_, index) =>
    aTransaction({ index, signatures: [named64(`slot ${built.slot} transaction ${index}`)] }),
  );
}
