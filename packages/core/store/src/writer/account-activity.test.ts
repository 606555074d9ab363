import { createHash } from 'node:crypto';
import type { AccountLock, Transaction } from '@tickscope/chain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AccountActivity, type AccountInBlock } from './account-activity.js';

const accountOf = (index: number): Uint8Array => {
  const key = createHash('sha256')
    .update(`account ${index >> 2}`)
    .digest();
  // Four of them differ in one byte only.
  key[31] = index & 3;
  return new Uint8Array(key);
};

interface Step {
  locks: { index: number; isWrite: boolean; isSigner: boolean }[];
  meta: { isFailed: boolean; units: number | null } | null;
  pohTick: number | null;
  isVote: boolean;
  price: bigint | null;
}
const step: fc.Arbitrary<Step> = fc.record({
  locks: fc.uniqueArray(fc.record({ index: fc.nat(12), isWrite: fc.boolean(), isSigner: fc.boolean() }), {
    selector: ({ index }) => index,
    maxLength: 6,
  }),
  meta: fc.option(fc.record({ isFailed: fc.boolean(), units: fc.option(fc.nat(1_400_000), { freq: 6 }) }), {
    freq: 6,
  }),
  pohTick: fc.option(fc.integer({ min: 2 ** 34, max: 2 ** 34 + 64 }), { freq: 6 }),
  isVote: fc.boolean(),
  price: fc.option(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })),
});

const transactionOf = ({ meta, isVote }: Step): Transaction =>
  ({
    isVote,
    meta: meta === null ? null : { error: meta.isFailed ? '"AccountInUse"' : null, computeUnits: meta.units },
  }) as Transaction;
const locksOf = ({ locks }: Step): AccountLock[] =>
  locks.map(({ index, isWrite, isSigner }) => ({ account: accountOf(index), isWrite, isSigner }));

let added = 0;
function add(activity: AccountActivity, one: Step): void {
  const tx = { ...transactionOf(one), index: added };
  added += 1;
  activity.add(tx, { locks: locksOf(one), computeUnitPrice: one.price, pohTick: one.pohTick });
}

/** The transactions that lock an account, and the flags of each, by the comment of `account_slots.locks.flags`. */
function listsOf(steps: readonly Step[], index: number): [number[], number[]] {
  const first = added - steps.length;
  const found = steps.flatMap(({ locks, meta, isVote, price }, at) =>
    locks
      .filter((lock) => lock.index === index)
      .map(({ isWrite, isSigner }): [number, number] => [
        first + at,
        (isWrite ? 1 : 0) |
          (isSigner ? 2 : 0) |
          (isVote ? 4 : 0) |
          (meta?.isFailed === true ? 8 : 0) |
          (meta === null ? 16 : 0) |
          (isWrite && (meta === null || meta.units === null) ? 32 : 0) |
          (isWrite && price === null ? 64 : 0),
      ]),
  );
  return [found.map(([at]) => at), found.map(([, flags]) => flags)];
}

/** The same sums, each taken from the whole list of steps. */
function expected(steps: readonly Step[], index: number): AccountInBlock {
  const locking = steps.filter(({ locks }) => locks.some((lock) => lock.index === index));
  const writing = locking.filter(({ locks }) => locks.some((lock) => lock.index === index && lock.isWrite));
  const units = writing.map(({ meta }) => meta?.units ?? null);
  return {
    account: accountOf(index),
    lockCount: locking.length,
    writeCount: writing.length,
    signedCount: locking.filter(({ locks }) => locks.some((lock) => lock.index === index && lock.isSigner))
      .length,
    failedCount: locking.some(({ meta }) => meta === null)
      ? null
      : locking.filter(({ meta }) => meta?.isFailed === true).length,
    computeUnits: units.includes(null) ? null : units.reduce<number>((sum, one) => sum + (one ?? 0), 0),
    knownComputeUnits: units.reduce<number>((sum, one) => sum + (one ?? 0), 0),
    firstPohTick: locking.find(({ pohTick }) => pohTick !== null)?.pohTick ?? null,
    lastPohTick: locking.at(-1)!.pohTick,
  };
}

describe('AccountActivity', () => {
  test('sums up the transactions of each account', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const activity = new AccountActivity();
        for (const one of steps) add(activity, one);
        const touched = [...new Set(steps.flatMap(({ locks }) => locks.map(({ index }) => index)))];
        expect([...activity.accounts()]).toEqual(touched.map((index) => expected(steps, index)));
        const lists: unknown[] = [];
        activity.eachAccount((account, { transactions, flags }) =>
          lists.push([account, transactions.map(({ tx }) => tx.index), [...flags]]),
        );
        expect(lists).toEqual(touched.map((index) => [expected(steps, index), ...listsOf(steps, index)]));
      }),
    );
  });

  test('holds thousands of accounts apart', () => {
    const activity = new AccountActivity();
    const one: Step = {
      locks: [],
      meta: { isFailed: false, units: 1 },
      pohTick: 1,
      isVote: false,
      price: null,
    };
    const locks = Array.from({ length: 6_000 }, (_, index) => ({
      ...{ index, isWrite: index % 2 === 0, isSigner: false },
    }));
    for (let round = 0; round < 2; round += 1) add(activity, { ...one, locks });
    const accounts = [...activity.accounts()];
    expect(accounts.length).toBe(6_000);
    expect(accounts.every(({ lockCount }) => lockCount === 2)).toBe(true);
    const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
    expect(accounts.map(({ account }) => hex(account)).join()).toBe(
      locks.map(({ index }) => hex(accountOf(index))).join(),
    );
  });
});
