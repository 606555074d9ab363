import type { Block } from '@tickscope/chain';
import { type NaiveAccount, naiveLocks } from '@tickscope/testkit/store/naive-locks';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';

/** The valid rows of a bucket in `account_heat`, read as a query does, by account. */
export async function storedHeat(client: TestConnection, bucket: number): Promise<unknown[]> {
  const rows = await client.read.queryRows<[string, ...unknown[]]>(
    `SELECT lower(hex(account)), write_count, conflict_count, failed_count, unknown_count, compute_units,
        max_slot_compute_units, arraySort(arrayMap(x -> toString(x), signers)),
        arrayMap(x -> toString(x), prices), price_counts,
        arrayMap((at, locks, writes) -> (at, locks, writes), slot_offsets, slot_lock_counts, slot_write_counts)
    FROM account_heat FINAL
    WHERE (bucket, digest) IN
        (SELECT bucket, digest FROM current_account_heat(from_bucket = ${bucket}, to_bucket = ${bucket}))`,
    { timeoutMs: 60_000 },
  );
  return rows.sort((left, right) => (left[0] < right[0] ? -1 : 1));
}

/** The expected row of an account. */
export function expectedHeatRow(account: NaiveAccount): unknown[] {
  const counts = new Map<bigint, number>();
  for (const price of account.prices) counts.set(price, (counts.get(price) ?? 0) + 1);
  const most = [...account.unitsBySlot.values()].reduce((a, b) => (a > b ? a : b), 0n);
  return [
    ...[account.account, account.writes, account.conflicts, account.failed, account.unknown],
    ...[String(account.units), String(most), [...account.signers].sort()],
    ...[[...counts.keys()].map(String), [...counts.values()]],
    [...account.locksBySlot]
      .sort(([left], [right]) => left - right)
      .map(([slot, locks]) => [slot % 128, locks, account.writesBySlot.get(slot) ?? 0]),
  ];
}

/** The expected rows of a bucket of these blocks, counted lock by lock. With few accounts, every one has a row. */
export function expectedHeat(blocks: readonly Block[]): unknown[] {
  return [...naiveLocks(blocks).values()]
    .filter(({ writes }) => writes > 0)
    .sort((left, right) => (left.account < right.account ? -1 : 1))
    .map(expectedHeatRow);
}
