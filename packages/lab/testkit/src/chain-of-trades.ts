import { type Block, type Signature, signatureToBase58 } from '@tickscope/chain';
import { type Trade, tradedBlock } from './traded-block.js';

/** Builds blocks from trades by slot, in the order given. A slot without trades between them counts as skipped. */
export class ChainOfTrades {
  readonly #trades = new Map<number, Trade[]>();

  add(slot: number, ...trades: Trade[]): void {
    this.#trades.set(slot, [...(this.#trades.get(slot) ?? []), ...trades]);
  }

  blocks(): Block[] {
    const slots = [...this.#trades.keys()].sort((left, right) => left - right);
    return slots.map((slot, at) => tradedBlock(slot, this.#trades.get(slot)!, slots[at - 1] ?? slot - 1));
  }
}

/** The signature of a block's transaction, base58. */
export function signatureAt(blocks: readonly Block[], slot: number, index: number): Signature {
  return signatureToBase58(blocks.find((block) => block.slot === slot)!.transactions[index]!.signatures[0]!);
}
