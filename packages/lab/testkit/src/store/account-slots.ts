/**
 * A statement that fills `account_slots` from locks, independently of the writer.
 *
 * @param locks a SELECT with the columns of the view `account_locks` except `inserted_at`, and `first_tick` and `tick_span`, which are the same in all rows of an account and slot
 */
export const accountSlotsOf = (locks: string): string => `
  INSERT INTO account_slots (account, slot, lock_count, write_count, signed_count, failed_count, compute_units, first_tick,
    tick_span, locks.block_index, locks.flags, writes.compute_units, writes.price, writes.signer_prefix, version)
  WITH arraySort(groupArray((block_index, is_write, is_signer, is_vote, is_failed, compute_units, compute_unit_price, signer_prefix))) AS sorted,
    arrayFilter(lock -> lock.2, sorted) AS written
  SELECT
    account, slot, count(), countIf(is_write), countIf(is_signer),
    if(countIf(is_failed IS NULL) > 0, NULL, countIf(ifNull(is_failed, false))),
    if(countIf(is_write AND compute_units IS NULL) > 0, NULL, sumIf(ifNull(compute_units, 0), is_write)),
    any(first_tick), any(tick_span),
    arrayMap(lock -> lock.1, sorted),
    arrayMap(
      lock -> toUInt8(if(lock.2, 1, 0) + if(lock.3, 2, 0) + if(lock.4, 4, 0) + if(ifNull(lock.5, false), 8, 0)
        + if(lock.5 IS NULL, 16, 0) + if(lock.2 AND lock.6 IS NULL, 32, 0) + if(lock.2 AND lock.7 IS NULL, 64, 0)),
      sorted),
    arrayMap(lock -> ifNull(lock.6, 0), written), arrayMap(lock -> ifNull(lock.7, 0), written),
    arrayMap(lock -> lock.8, written),
    version
  FROM (${locks})
  GROUP BY account, slot, version`;
