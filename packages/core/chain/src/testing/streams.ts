import type { Block } from '../block.js';
import { decodeGeyserUpdate } from '../geyser.js';
import { SlotAssembler, type SlotAssemblerOptions, type SlotOutcome } from '../slot-assembler.js';
import type { BuiltSlot } from './built-chain.js';
import { hex } from './bytes.js';

/** All outcomes of a stream of these messages, including its end. */
export function outcomesOf(
  messages: readonly Uint8Array[],
  options: Partial<SlotAssemblerOptions> = {},
): SlotOutcome[] {
  const assembler = new SlotAssembler({ source: 'geyser', expectTransactions: true, ...options });
  return [
    ...messages.flatMap((message) => assembler.push(decodeGeyserUpdate(message))),
    ...assembler.finish(),
  ];
}

export function blocksOf(outcomes: readonly SlotOutcome[]): Block[] {
  return outcomes
    .flatMap((outcome) => (outcome.kind === 'block' ? [outcome.block] : []))
    .sort((left, right) => left.slot - right.slot);
}

export function incompleteSlots(outcomes: readonly SlotOutcome[]): number[] {
  return outcomes
    .flatMap((outcome) => (outcome.kind === 'incomplete' ? [outcome.slot] : []))
    .sort((left, right) => left - right);
}

/** Text of a block's content; equal for equal blocks. */
export function blockText(block: Block): string {
  return JSON.stringify(
    {
      ...block,
      entries: block.entries.map((entry) => ({ ...entry, hash: hex(entry.hash) })),
      blockhash: hex(block.blockhash),
      parentBlockhash: hex(block.parentBlockhash!),
      transactions: block.transactions.map((tx) => [
        tx.index,
        hex(tx.signatures[0]!),
        tx.isVote,
        hex(tx.staticKeys[0]!),
        hex(tx.instructions[0]!.data),
      ]),
    },
    null,
    1,
  );
}

/** The same text for a generated block, from its plan. */
export function builtText(built: BuiltSlot, content: 'full' | 'entries_only' = 'full'): string {
  const { slot, entries, meta, transactionMessages } = built;
  return JSON.stringify(
    {
      slot,
      parentSlot: built.parentSlot,
      blockhash: hex(built.blockhash),
      parentBlockhash: hex(built.parentBlockhash),
      blockTime: Number(meta.blockTime!.timestamp),
      blockHeight: Number(meta.blockHeight!.blockHeight),
      leader: null,
      content,
      model: entries.length > 60 ? 'ticked' : 'alpenglow',
      source: 'geyser',
      entries: entries.map((entry) => ({ ...entry, hash: hex(entry.hash) })),
      transactions:
        content === 'entries_only'
          ? []
          : transactionMessages.map(({ index, signature, isVote, transaction }) => [
              Number(index),
              hex(signature),
              isVote,
              hex(transaction!.message!.accountKeys[0]!),
              hex(transaction!.message!.instructions[0]!.data),
            ]),
      transactionCount: transactionMessages.length,
      hasMeta: content === 'entries_only' || transactionMessages.length === 0,
    },
    null,
    1,
  );
}
