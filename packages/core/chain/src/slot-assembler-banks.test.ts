import { createHash } from 'node:crypto';
import bs58 from 'bs58';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Block } from './block.js';
import { decodeGeyserUpdate, type GeyserUpdate, SLOT_DEAD } from './geyser.js';
import { SlotAssembler, type SlotOutcome } from './slot-assembler.js';
import { buildChain, plainSlot, transactionMessages, wholeBlockMessage } from './testing/built-chain.js';
import { hex, named32 } from './testing/bytes.js';
import { shuffledWithRepeats } from './testing/stream-arbitraries.js';

const SLOT = 1_001;
const PARENT = SLOT - 1;
const sha = (...parts: Uint8Array[]): Uint8Array => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

interface Bank {
  id: number;
  updates: GeyserUpdate[];
  blockhash: string;
  /** In hex, in block order. */
  signatures: string[];
}

/** A bank of one-transaction entries and, if it is finished, a tick and block meta. Every entry has one hash. */
function bankOf(
  id: number,
  names: readonly string[],
  parent: string,
  isFinished: boolean,
  run: string,
): Bank {
  const updates: GeyserUpdate[] = [];
  const signatures: string[] = [];
  let hash = named32(parent);
  const [model] = buildChain([plainSlot]);
  const example = decodeGeyserUpdate(transactionMessages(model!)[0]!);
  if (example.kind !== 'transaction') throw new Error('no transaction');
  for (const [index, name] of names.entries()) {
    const signature = Uint8Array.from(Buffer.concat([named32(`${name} 1`), named32(`${name} 2`)]));
    signatures.push(hex(signature));
    hash = sha(hash, sha(Uint8Array.of(0), signature));
    updates.push({
      kind: 'transaction',
      slot: SLOT,
      bankId: id,
      // `run`: the bank in which it was executed, as its results show.
      transaction: { ...example.transaction, index, signatures: [signature], recentBlockhash: named32(run) },
    });
    updates.push({
      kind: 'entry',
      entry: { slot: SLOT, bankId: id, index, numHashes: 1, hash, transactionCount: 1 },
    });
  }
  if (isFinished) {
    hash = sha(hash);
    const index = names.length;
    updates.push({
      kind: 'entry',
      entry: { slot: SLOT, bankId: id, index, numHashes: 1, hash, transactionCount: 0 },
    });
    updates.push({
      kind: 'block_meta',
      meta: {
        ...{ slot: SLOT, bankId: id, parentSlot: PARENT, blockhash: hash, parentBlockhash: named32(parent) },
        ...{ blockTime: null, blockHeight: null, leader: null },
        ...{ executedTransactionCount: names.length, entriesCount: names.length + 1 },
      },
    });
  }
  return { id, updates, blockhash: bs58.encode(hash), signatures };
}

const unnumbered = (update: GeyserUpdate): GeyserUpdate =>
  update.kind === 'entry'
    ? { kind: 'entry', entry: { ...update.entry, bankId: null } }
    : update.kind === 'block_meta'
      ? { kind: 'block_meta', meta: { ...update.meta, bankId: null } }
      : update.kind === 'transaction'
        ? { ...update, bankId: null }
        : update;

function outcomesOf(updates: readonly GeyserUpdate[]): SlotOutcome[] {
  const assembler = new SlotAssembler({ source: 'geyser', expectTransactions: true, expectEntries: true });
  return [...updates.flatMap((update) => assembler.push(update)), ...assembler.finish()];
}

function expectBank(outcomes: readonly SlotOutcome[], bank: Bank, run: string): void {
  expect(outcomes.map(({ kind }) => kind)).toEqual(['block']);
  const { block } = outcomes[0] as { block: Block };
  expect(bs58.encode(block.blockhash)).toBe(bank.blockhash);
  expect(block.transactions.map((tx) => hex(tx.signatures[0]!))).toEqual(bank.signatures);
  expect(new Set(block.transactions.map((tx) => hex(tx.recentBlockhash)))).toEqual(
    new Set([hex(named32(run))]),
  );
  expect(block.entries.map(({ transactionCount }) => transactionCount)).toEqual([
    ...bank.signatures.map(() => 1),
    0,
  ]);
}

const nameOf = (update: GeyserUpdate): string =>
  update.kind === 'entry'
    ? `entry ${update.entry.index} ${hex(update.entry.hash)}`
    : update.kind === 'transaction'
      ? `transaction ${update.transaction.index} ${hex(update.transaction.signatures[0]!)}`
      : update.kind;

const dead = (bankId: number | null): GeyserUpdate => ({
  kind: 'slot',
  status: { slot: SLOT, bankId, parentSlot: null, status: SLOT_DEAD },
});
const names = (count: number, prefix = 'tx'): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix} ${index}`);

describe('two banks in one slot', () => {
  const abandoned = bankOf(7, ['lost', ...names(6)], 'wrong parent', false, 'first');
  const winner = bankOf(8, names(5), 'parent', true, 'second');
  const sameOrder = bankOf(7, names(7), 'wrong parent', false, 'first');

  /** The order that a server keeps: each kind of message is sent by one thread, one bank after the other. */
  function bankAfterBank(updates: readonly GeyserUpdate[]): GeyserUpdate[] {
    const ofWinner = new Set(winner.updates.map(unnumbered).map(nameOf));
    const isOfWinner = (update: GeyserUpdate): number => Number(ofWinner.has(nameOf(update)));
    const bankByBank = [...updates].sort((left, right) => isOfWinner(left) - isOfWinner(right));
    return updates.map(({ kind }) => {
      const next = bankByBank.findIndex((update) => update.kind === kind);
      return bankByBank.splice(next, 1)[0]!;
    });
  }

  it('of a server that numbers its banks are never mixed, in any order of their messages', () => {
    const all = [...abandoned.updates, ...winner.updates, dead(7)];
    fc.assert(
      fc.property(shuffledWithRepeats(all), (updates) => expectBank(outcomesOf(updates), winner, 'second')),
      { numRuns: 100 },
    );
  });

  it('of a server that does not are kept apart by the hash chain, however its kinds of messages are interleaved', () => {
    const all = [...abandoned.updates, ...winner.updates, dead(null)].map(unnumbered);
    fc.assert(
      fc.property(shuffledWithRepeats(all), (shuffled) => {
        const [outcome] = outcomesOf(bankAfterBank(shuffled));
        expect(outcome?.kind).toBe('block');
        const { block } = outcome as { block: Block };
        expect(bs58.encode(block.blockhash)).toBe(winner.blockhash);
        expect(block.transactions.map((tx) => hex(tx.signatures[0]!))).toEqual(winner.signatures);
      }),
      { numRuns: 100 },
    );
  });

  it('are seen to be two by a part beyond what block meta counts, where no two differ yet', () => {
    const { updates } = winner;
    const transactionsOf = (all: readonly GeyserUpdate[]): GeyserUpdate[] =>
      all.filter(({ kind }) => kind === 'transaction');
    const [first, ...later] = transactionsOf(updates);
    const surplus = transactionsOf(abandoned.updates).at(-1)!;
    const others = updates.filter(({ kind }) => kind !== 'transaction');
    // As many transactions as the block has, and one of them is not its own.
    for (const order of [
      [...others, surplus, ...later, first!],
      [surplus, ...later, ...others, first!],
    ])
      expectBank(outcomesOf(order.map(unnumbered)), winner, 'second');
  });

  it('keep the results of the bank that goes on, where both executed the same transactions', () => {
    for (const middle of [[], [dead(null)]])
      expectBank(
        outcomesOf([...sameOrder.updates, ...middle, ...winner.updates].map(unnumbered)),
        winner,
        'second',
      );
  });

  it('wait for the later copies of transactions that both banks executed', () => {
    const entriesFirst = (update: GeyserUpdate): boolean => update.kind !== 'transaction';
    const late = winner.updates.filter((update) => !entriesFirst(update));
    const updates = [...sameOrder.updates, ...winner.updates.filter(entriesFirst), ...late].map(unnumbered);
    expectBank(outcomesOf(updates), winner, 'second');
  });

  it('give no block without the whole of one, whatever the other has at the missing place', () => {
    for (const [at, missing] of winner.updates.entries()) {
      if (missing.kind === 'transaction') continue;
      const updates = [...sameOrder.updates, ...winner.updates.toSpliced(at, 1)];
      expect(outcomesOf(updates.map(unnumbered)).map(({ kind }) => kind)).toEqual(['incomplete']);
      expect(outcomesOf(updates).map(({ kind }) => kind)).toEqual(['incomplete']);
    }
  });

  it('are kept apart in a whole-block message that has the parts of both', () => {
    const parts = [...abandoned.updates, ...winner.updates].map(unnumbered);
    const meta = parts.find((update) => update.kind === 'block_meta')!;
    const block = {
      ...(meta.kind === 'block_meta' ? meta.meta : neverUsed()),
      entries: parts.flatMap((update) => (update.kind === 'entry' ? [update.entry] : [])),
      transactions: parts.flatMap((update) => (update.kind === 'transaction' ? [update.transaction] : [])),
    };
    expectBank(outcomesOf([{ kind: 'block', block }]), winner, 'second');
  });

  it('cost a bounded number of hashes, whatever an entry claims', () => {
    const claims = [...abandoned.updates, ...winner.updates]
      .map(unnumbered)
      .map((update) =>
        update.kind === 'entry'
          ? ({ kind: 'entry', entry: { ...update.entry, numHashes: 2 ** 50 } } as const)
          : update,
      );
    expect(outcomesOf(claims).map(({ kind }) => kind)).toEqual(['incomplete']);
  });

  it('a dead bank without parts leaves the slot to its other bank, as a whole block too', () => {
    const [built] = buildChain([plainSlot], PARENT);
    const whole = decodeGeyserUpdate(wholeBlockMessage(built!));
    for (const updates of [
      [dead(null), whole],
      [dead(3), whole],
      [dead(3), ...winner.updates],
    ])
      expect(outcomesOf(updates).map(({ kind }) => kind)).toEqual(['block']);
  });
});

function neverUsed(): never {
  throw new Error('the bank has no block meta');
}
