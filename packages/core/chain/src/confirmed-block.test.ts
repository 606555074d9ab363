import { describe, expect, it } from 'vitest';
import { accountKeys } from './account-locks.js';
import { toBase58 } from './base58.js';
import { decodeConfirmedBlock } from './confirmed-block.js';
import { ChainDataError } from './errors.js';
import { hex } from './testing/bytes.js';
import { transactionsOfConfirmedBlock } from './testing/library-messages.js';
import { hasSharedData, readSharedData } from './testing/shared-data.js';

const facts = [
  { slot: 18_144_001, transactions: 89, votes: 89, failed: 4, accounts: 169 },
  { slot: 43_200_000, transactions: 208, votes: 192, failed: 3, accounts: 412 },
];

describe.skipIf(!hasSharedData).each(facts)(
  'ConfirmedBlock $slot (skipped without shared/data)',
  ({ slot, transactions, votes, failed, accounts }) => {
    const bytes = hasSharedData ? readSharedData(`full-blocks/${slot}.confirmedblock.pb`) : Buffer.alloc(0);
    const block = hasSharedData ? decodeConfirmedBlock(bytes, slot) : null!;

    it(`has ${transactions} transactions: ${votes} votes, ${failed} failed, ${accounts} accounts`, () => {
      expect(block.content).toBe('no_entries');
      expect(block.parentSlot).toBe(slot - 1);
      expect(block.transactions).toHaveLength(transactions);
      expect(block.transactions.filter((tx) => tx.isVote)).toHaveLength(votes);
      expect(block.transactions.filter((tx) => tx.meta?.error !== null)).toHaveLength(failed);
      expect(new Set(block.transactions.flatMap((tx) => accountKeys(tx).map(toBase58))).size).toBe(accounts);
    });

    it("holds the signatures, keys, fees and balances that Triton's library reads", () => {
      const infos = transactionsOfConfirmedBlock(bytes);
      expect(infos).toHaveLength(transactions);
      for (const [index, { transaction, meta }] of infos.entries()) {
        const tx = block.transactions[index]!;
        expect(tx.signatures.map(hex)).toEqual(transaction!.signatures.map(hex));
        expect(tx.staticKeys.map(hex)).toEqual(transaction!.message!.accountKeys.map(hex));
        expect(String(tx.meta?.feeLamports)).toBe(meta!.fee);
        expect(tx.meta?.preBalances.map(String)).toEqual(meta!.preBalances);
        expect(tx.meta?.postBalances.map(String)).toEqual(meta!.postBalances);
        expect(tx.meta?.error === null).toBe(meta!.err === undefined);
      }
    });

    it('refuses every cut within a field, and reads the remaining fields of a cut between two', () => {
      const sizes = new Set<number>();
      for (let run = 1; run <= 150; run += 1) {
        const cut = bytes.subarray(0, bytes.length - ((run * 37) % 6_000));
        try {
          sizes.add(decodeConfirmedBlock(cut, slot).transactions.length);
        } catch (error) {
          expect(error).toBeInstanceOf(ChainDataError);
        }
      }
      // The format holds no count of its transactions: a cut between two of them cannot be seen.
      expect(sizes.size).toBeLessThan(5);
    });
  },
);
