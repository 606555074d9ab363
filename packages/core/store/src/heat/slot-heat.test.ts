import { expect, test } from 'vitest';
import type { AccountInBlock } from '../writer/account-activity.js';
import { slotHeat } from './slot-heat.js';

const account = (id: number, knownComputeUnits: number, writeCount: number): AccountInBlock => ({
  account: Uint8Array.of(id),
  lockCount: writeCount + 1,
  writeCount,
  signedCount: 0,
  failedCount: 0,
  computeUnits: knownComputeUnits,
  knownComputeUnits,
  firstPohTick: null,
  lastPohTick: null,
});
const idsOf = (accounts: AccountInBlock[]): number[] => accounts.map((each) => each.account[0]!).sort();

test('accounts that are only read are in no list', () => {
  expect(slotHeat([account(1, 0, 0), account(2, 5, 1)], 10)).toMatchObject({
    accounts: [{ account: Uint8Array.of(2) }],
    cutComputeUnits: null,
  });
});

test('a list that holds every written account leaves none out', () => {
  expect(slotHeat([account(1, 5, 1), account(2, 5, 1)], 2).cutComputeUnits).toBeNull();
});

test('omitted accounts used at most the bound of the list, also where writes decide among equals', () => {
  const { accounts, cutComputeUnits } = slotHeat(
    [account(1, 70, 1), account(2, 90, 1), account(3, 70, 2), account(4, 10, 9), account(5, 70, 1)],
    3,
  );
  expect(idsOf(accounts)).toEqual([1, 2, 3]);
  expect(cutComputeUnits).toBe(70);
});

test('without known compute units, the most written accounts are listed', () => {
  const { accounts, cutComputeUnits } = slotHeat([account(1, 0, 1), account(2, 0, 3), account(3, 0, 2)], 2);
  expect(idsOf(accounts)).toEqual([2, 3]);
  expect(cutComputeUnits).toBe(0);
});
