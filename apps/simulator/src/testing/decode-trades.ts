import { decodeGeyserUpdate, type Transaction } from '@tickscope/chain';
import { extractTrades, type TransactionTrades } from '@tickscope/dex';
import { type GeneratedUpdate, generateUpdates } from '../synthetic/generate-updates.js';
import type { GeneratorOptions } from '../synthetic/options.js';
import type { BlockTruth, TransactionTruth } from '../synthetic/truth.js';

/** A transaction of a generated chain: the decoded one, and the generator's record. */
export interface DecodedTrades {
  slot: number;
  tx: Transaction;
  trades: TransactionTrades;
  truth: TransactionTruth;
}

export interface DecodedChain {
  updates: GeneratedUpdate[];
  transactions: DecodedTrades[];
  /** By `slot.index`. */
  at(slot: number, blockIndex: number): DecodedTrades;
}

/** Generates `slots` slots and decodes them with the packages that decode real ones. */
export function decodeChain(options: Partial<GeneratorOptions>, slots: number): DecodedChain {
  const updates = [...generateUpdates(options, slots)];
  const transactions: DecodedTrades[] = [];
  const byPosition = new Map<string, DecodedTrades>();
  for (const { slot, update, truth } of updates) {
    if (update === null) continue;
    const decoded = decodeGeyserUpdate(update);
    if (decoded?.kind !== 'block') throw new Error('a generated update is no block');
    const truths = (truth() as BlockTruth).transactions;
    for (const tx of [...decoded.block.transactions].sort((left, right) => left.index - right.index)) {
      const found = { slot, tx, trades: extractTrades(slot, tx), truth: truths[tx.index]! };
      transactions.push(found);
      byPosition.set(`${slot}.${tx.index}`, found);
    }
  }
  return {
    updates,
    transactions,
    at(slot, blockIndex) {
      const found = byPosition.get(`${slot}.${blockIndex}`);
      if (found === undefined) throw new Error(`no transaction ${slot}.${blockIndex}`);
      return found;
    },
  };
}
