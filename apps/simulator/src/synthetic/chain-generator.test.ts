import { createHash } from 'node:crypto';
import { SubscribeUpdate, type SubscribeUpdateBlock, txErrDecode } from '@triton-one/yellowstone-grpc';
import bs58 from 'bs58';
import { describe, expect, test } from 'vitest';
import { blockBytes, decodeBlock, orderedTransactions } from '../testing/decode.js';
import { replayPoh } from '../testing/poh-check.js';
import { RESERVED_ADDRESSES, UPGRADEABLE_LOADER } from './addresses.js';
import { ChainGenerator, type GeneratedSlot } from './chain-generator.js';
import type { GeneratorOptions } from './options.js';
import { type BlockTruth, slotTruth } from './truth.js';

function generate(slots: number, options: Partial<GeneratorOptions> = {}): GeneratedSlot[] {
  const generator = new ChainGenerator({ transactionsPerSlot: 120, ...options });
  return Array.from({ length: slots }, () => generator.next());
}

function blocksOf(slots: readonly GeneratedSlot[]): SubscribeUpdateBlock[] {
  return slots.flatMap(({ stored }) => (stored === null ? [] : [decodeBlock(stored)]));
}

const truths = new Map<GeneratedSlot, BlockTruth>();

function truthOf(slot: GeneratedSlot): BlockTruth {
  const truth = truths.get(slot) ?? (slotTruth(slot) as BlockTruth);
  truths.set(slot, truth);
  return truth;
}

const slots = generate(40, { seed: 'unit', skippedShare: 0.15 });
const blocks = blocksOf(slots);
const transactions = blocks.flatMap(orderedTransactions);

describe('the generated chain', () => {
  test('verifies hash by hash from parent to child, across skipped slots', () => {
    expect(slots.some(({ stored }) => stored === null)).toBe(true);
    let parent: SubscribeUpdateBlock | null = null;
    for (const block of blocks) {
      if (parent !== null)
        expect([block.parentSlot, block.parentBlockhash]).toEqual([parent.slot, parent.blockhash]);
      expect(bs58.encode(replayPoh(block, bs58.decode(block.parentBlockhash)))).toBe(block.blockhash);
      parent = block;
    }
  });

  test('holds 64 ticks for its own slot and for every skipped one before it', () => {
    for (const block of blocks) {
      const ticks = block.entries.filter(({ executedTransactionCount }) => executedTransactionCount === '0');
      expect(ticks.length).toBe((Number(block.slot) - Number(block.parentSlot)) * 64);
    }
  });

  test('has the same number of hashes between any two ticks', () => {
    for (const block of blocks) {
      let hashes = 0;
      const perTick = new Set<number>();
      for (const { numHashes, executedTransactionCount } of block.entries) {
        expect(Number(numHashes)).toBeGreaterThan(0);
        hashes += Number(numHashes);
        if (executedTransactionCount !== '0') continue;
        perTick.add(hashes);
        hashes = 0;
      }
      expect(perTick.size).toBe(1);
    }
  });

  test('counts as many transactions in its entries as it holds, each index once', () => {
    for (const block of blocks) {
      const counted = block.entries.reduce((sum, entry) => sum + Number(entry.executedTransactionCount), 0);
      expect(block.executedTransactionCount).toBe(String(counted));
      expect(orderedTransactions(block).map(({ index }) => Number(index))).toEqual([
        ...Array(counted).keys(),
      ]);
      expect(block.entries.map(({ index }) => Number(index))).toEqual([...block.entries.keys()]);
      expect(block.entriesCount).toBe(String(block.entries.length));
    }
  });

  test('claims a wrong start for the first entry of some blocks, as real servers do, and never for all', () => {
    const claims = blocks.map(({ entries }) => entries[0]!.startingTransactionIndex);
    expect(new Set(claims)).toEqual(new Set(['0', '8']));
  });

  test('loses exactly the fee between the balances before and after each transaction', () => {
    for (const { meta } of transactions) {
      const sum = (balances: readonly string[]): bigint =>
        balances.reduce((total, balance) => total + BigInt(balance), 0n);
      expect(sum(meta!.preBalances) - sum(meta!.postBalances)).toBe(BigInt(meta!.fee));
    }
  });

  test('neither creates nor loses tokens, and a failed transaction moves none', () => {
    for (const { meta } of transactions) {
      const change = new Map<string, bigint>();
      const add =
        (sign: bigint) =>
        ({ mint, uiTokenAmount }: { mint: string; uiTokenAmount?: { amount: string } | undefined }) =>
          change.set(mint, (change.get(mint) ?? 0n) + sign * BigInt(uiTokenAmount!.amount));
      meta!.preTokenBalances.forEach(add(-1n));
      meta!.postTokenBalances.forEach(add(1n));
      expect([...change.values()].every((amount) => amount === 0n)).toBe(true);
      if (meta!.err !== undefined) expect(meta!.postTokenBalances).toEqual(meta!.preTokenBalances);
    }
  });

  test('keeps the balance of a token account from one transaction to the next', () => {
    const held = new Map<string, string>();
    for (const { transaction, meta } of transactions) {
      const keys = [
        ...transaction!.message!.accountKeys,
        ...meta!.loadedWritableAddresses,
        ...meta!.loadedReadonlyAddresses,
      ];
      for (const balance of meta!.preTokenBalances) {
        const account = bs58.encode(keys[balance.accountIndex]!);
        if (held.has(account)) expect(balance.uiTokenAmount!.amount).toBe(held.get(account));
      }
      for (const balance of meta!.postTokenBalances)
        held.set(bs58.encode(keys[balance.accountIndex]!), balance.uiTokenAmount!.amount);
    }
    expect(held.size).toBeGreaterThan(100);
  });

  test('charges 5,000 lamports a signature and the priority fee that the budget asks for', () => {
    for (const slot of slots.filter(({ stored }) => stored !== null))
      for (const tx of truthOf(slot).transactions) {
        expect(BigInt(tx.fee) - BigInt(tx.priority_fee)).toBe(5000n * BigInt(tx.signatures.length));
        if (tx.compute_unit_price !== null && tx.version !== 1)
          expect(BigInt(tx.priority_fee)).toBe(
            (BigInt(tx.compute_unit_price) * BigInt(tx.compute_unit_limit!) + 999_999n) / 1_000_000n,
          );
      }
  });

  test('gives the leader the fees of its block, without the burned half of the base fee', () => {
    for (const slot of slots.filter(({ stored }) => stored !== null)) {
      const truth = truthOf(slot);
      const block = decodeBlock(slot.stored!);
      const priority = truth.transactions.reduce((sum, tx) => sum + BigInt(tx.priority_fee), 0n);
      const base = truth.transactions.reduce((sum, tx) => sum + BigInt(tx.fee), 0n) - priority;
      expect(block.rewards!.rewards).toHaveLength(1);
      expect(block.rewards!.rewards[0]).toMatchObject({
        pubkey: truth.leader,
        lamports: String(base - base / 2n + priority),
        rewardType: 1,
      });
    }
  });

  test('holds every sort of transaction that the chain knows', () => {
    const messages = transactions.map(({ transaction }) => transaction!.message!);
    expect(messages.some(({ versioned }) => !versioned)).toBe(true);
    expect(messages.some(({ versioned, config }) => versioned && config === undefined)).toBe(true);
    expect(messages.some(({ config }) => config?.priorityFee !== undefined)).toBe(true);
    expect(messages.some(({ addressTableLookups }) => addressTableLookups.length > 1)).toBe(true);
    expect(
      messages
        .filter(({ config }) => config)
        .every(({ addressTableLookups }) => addressTableLookups.length === 0),
    ).toBe(true);
    const signatureCounts = new Set(transactions.map(({ transaction }) => transaction!.signatures.length));
    expect([...signatureCounts].sort()).toEqual([1, 2, 3]);
    expect(transactions.some(({ meta }) => meta!.innerInstructions.length > 0)).toBe(true);
    expect(transactions.some(({ meta }) => meta!.loadedWritableAddresses.length > 0)).toBe(true);
    const jsons = new Set(
      transactions.flatMap(({ meta }) =>
        meta!.err === undefined ? [] : [JSON.stringify(txErrDecode.decode(meta!.err.err))],
      ),
    );
    expect(jsons.size).toBeGreaterThan(5);
  });

  test('names as many loaded addresses as its lookups have indexes', () => {
    for (const { transaction, meta } of transactions) {
      const lookups = transaction!.message!.addressTableLookups;
      const count = (name: 'writableIndexes' | 'readonlyIndexes'): number =>
        lookups.reduce((sum, lookup) => sum + lookup[name].length, 0);
      expect(meta!.loadedWritableAddresses).toHaveLength(count('writableIndexes'));
      expect(meta!.loadedReadonlyAddresses).toHaveLength(count('readonlyIndexes'));
    }
  });

  test('refers only to accounts that the transaction has', () => {
    for (const { transaction, meta } of transactions) {
      const message = transaction!.message!;
      const keyCount =
        message.accountKeys.length +
        meta!.loadedWritableAddresses.length +
        meta!.loadedReadonlyAddresses.length;
      expect(meta!.preBalances).toHaveLength(keyCount);
      const inner = meta!.innerInstructions.flatMap(({ instructions }) => instructions);
      for (const { programIdIndex, accounts } of [...message.instructions, ...inner])
        expect(Math.max(programIdIndex, ...accounts)).toBeLessThan(keyCount);
      for (const { index } of meta!.innerInstructions)
        expect(index).toBeLessThan(message.instructions.length);
    }
  });

  test('writes the bytes that the package codec writes', () => {
    for (const { stored } of slots.slice(0, 5)) {
      if (stored === null) continue;
      const bytes = blockBytes(stored);
      expect(Buffer.compare(SubscribeUpdate.encode(SubscribeUpdate.decode(bytes)).finish(), bytes)).toBe(0);
    }
  });

  test('uses a few accounts very often', () => {
    const uses = new Map<string, number>();
    for (const slot of slots.filter(({ stored }) => stored !== null))
      for (const tx of truthOf(slot).transactions.filter(({ is_vote }) => !is_vote))
        for (const account of tx.written) uses.set(account, (uses.get(account) ?? 0) + 1);
    const counts = [...uses.values()].sort((left, right) => right - left);
    expect(counts[0]! / counts[Math.floor(counts.length / 2)]!).toBeGreaterThan(50);
  });
});

describe('seeds', () => {
  const digest = (generated: readonly GeneratedSlot[]): string => {
    const hash = createHash('sha256');
    for (const { stored } of generated) hash.update(stored === null ? 'skipped' : blockBytes(stored));
    return hash.digest('hex');
  };

  test('give the same bytes again', () => {
    expect(digest(generate(12, { seed: 'a' }))).toBe(digest(generate(12, { seed: 'a' })));
  });

  test('give another chain each', () => {
    expect(digest(generate(3, { seed: 'a' }))).not.toBe(digest(generate(3, { seed: 'b' })));
  });
});

describe('leaders', () => {
  test('lead four slots in a row, the larger stakes more often', () => {
    const { world } = new ChainGenerator({ seed: 'leaders' });
    const led = new Map<string, number>();
    for (let rotation = 1000; rotation < 5000; rotation += 1) {
      const names = [0, 1, 2, 3].map((offset) => world.leaderOf(rotation * 4 + offset).identity.text);
      expect(new Set(names).size).toBe(1);
      led.set(names[0]!, (led.get(names[0]!) ?? 0) + 1);
    }
    const first = world.validators[0]!;
    const total = world.validators.reduce((sum, { stakeLamports }) => sum + stakeLamports, 0);
    const share = (led.get(first.identity.text) ?? 0) / 4000;
    expect(Math.abs(share - first.stakeLamports / total)).toBeLessThan(0.03);
  });
});

describe('an Alpenglow chain', () => {
  const alpenglow = blocksOf(generate(30, { seed: 'alpenglow', consensus: 'alpenglow', skippedShare: 0.2 }));

  test('has one tick at the end of a block, one hash an entry, nothing for skipped slots', () => {
    expect(alpenglow.some(({ slot, parentSlot }) => Number(slot) - Number(parentSlot) > 1)).toBe(true);
    for (const { entries } of alpenglow) {
      expect(entries.every(({ numHashes }) => numHashes === '1')).toBe(true);
      expect(entries.filter(({ executedTransactionCount }) => executedTransactionCount === '0')).toEqual([
        entries.at(-1),
      ]);
    }
  });

  test('verifies hash by hash', () => {
    for (const block of alpenglow)
      expect(bs58.encode(replayPoh(block, bs58.decode(block.parentBlockhash)))).toBe(block.blockhash);
  });

  test('has no votes among its transactions', () => {
    expect(alpenglow.flatMap(({ transactions: all }) => all).some(({ isVote }) => isVote)).toBe(false);
  });

  test('puts every transaction at the last tick but one of the slot', () => {
    const [slot] = generate(1, { consensus: 'alpenglow' });
    const truth = slotTruth(slot!) as BlockTruth;
    expect(new Set(truth.transactions.map(({ poh_tick }) => poh_tick))).toEqual(
      new Set([(truth.slot + 1) * 64 - 1]),
    );
  });
});

describe('the truth', () => {
  const full = slots.filter(({ stored }) => stored !== null);

  test('names skipped slots', () => {
    const skipped = slots.find(({ stored }) => stored === null)!;
    expect(slotTruth(skipped)).toMatchObject({ slot: skipped.slot, status: 'skipped' });
  });

  test('counts ticks so that both formulas agree', () => {
    for (const slot of full) {
      const { entries, slot: number, parent, transactions: all } = truthOf(slot);
      let before = 0;
      for (const [index, entry] of entries.entries()) {
        const after = entries.slice(index + 1).filter(({ is_tick }) => is_tick).length;
        expect(entry.poh_tick).toBe((parent + 1) * 64 + before + (entry.is_tick ? 1 : 0));
        expect(entry.poh_tick).toBe((number + 1) * 64 - after);
        if (entry.is_tick) before += 1;
      }
      for (const tx of all) expect(Math.floor(tx.poh_tick / 64)).toBe(number);
    }
  });

  test('agrees with the stream for each transaction', () => {
    for (const slot of full) {
      const { transactions: all } = truthOf(slot);
      for (const [index, decoded] of orderedTransactions(decodeBlock(slot.stored!)).entries()) {
        const truth = all[index]!;
        expect(truth.block_index).toBe(index);
        expect(truth.signatures).toEqual(
          decoded.transaction!.signatures.map((signature) => bs58.encode(signature)),
        );
        expect(truth.is_vote).toBe(decoded.isVote);
        expect(truth.fee).toBe(decoded.meta!.fee);
        expect(truth.compute_units).toBe(Number(decoded.meta!.computeUnitsConsumed));
        expect(truth.signer_sol_change).toBe(
          String(BigInt(decoded.meta!.postBalances[0]!) - BigInt(decoded.meta!.preBalances[0]!)),
        );
        const error = decoded.meta!.err === undefined ? null : txErrDecode.decode(decoded.meta!.err.err);
        expect(truth.success).toBe(error === null);
        expect(truth.error === null ? null : JSON.parse(truth.error)).toEqual(error);
      }
    }
  });

  test('write-locks the keys that the message header, the lookups and the demotions give', () => {
    for (const slot of full) {
      const { transactions: all } = truthOf(slot);
      for (const [index, { transaction, meta }] of orderedTransactions(decodeBlock(slot.stored!)).entries()) {
        const { header, accountKeys, instructions } = transaction!.message!;
        const {
          numRequiredSignatures: signed,
          numReadonlySignedAccounts,
          numReadonlyUnsignedAccounts,
        } = header!;
        const loaded = [...meta!.loadedWritableAddresses, ...meta!.loadedReadonlyAddresses];
        const keys = [...accountKeys, ...loaded].map((key) => bs58.encode(key));
        const called = new Set(instructions.map(({ programIdIndex }) => programIdIndex));
        const written = keys.filter((key, position) => {
          const byHeader =
            position < signed
              ? position < signed - numReadonlySignedAccounts
              : position < accountKeys.length - numReadonlyUnsignedAccounts;
          const byLookup = position < accountKeys.length + meta!.loadedWritableAddresses.length;
          if (position < accountKeys.length ? !byHeader : !byLookup) return false;
          return !RESERVED_ADDRESSES.has(key) && (!called.has(position) || keys.includes(UPGRADEABLE_LOADER));
        });
        expect(all[index]!.written).toEqual(written);
        expect(all[index]!.read).toEqual(keys.filter((key) => !written.includes(key)));
      }
    }
  });

  test('has transactions whose locks are demoted, and called programs that stay writable', () => {
    const odd = full
      .flatMap((slot) => truthOf(slot).transactions)
      .filter(({ kind }) => kind === 'demoted_locks');
    const programs = new Set(
      new ChainGenerator({ seed: 'unit' }).world.programs.trading.map(({ text }) => text),
    );
    const writesProgram = odd.map(({ written }) => written.some((key) => programs.has(key)));
    expect(new Set(writesProgram)).toEqual(new Set([true, false]));
  });
});
