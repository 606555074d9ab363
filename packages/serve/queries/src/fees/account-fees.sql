-- The compute-unit prices (micro-lamports) of the successful transactions that write-locked some accounts in some slots, by
-- account; accounts without a writer have no row. A transaction that sets no price is counted, but is in no percentile.
-- Percentiles use the nearest rank: hot-details.sql in write-locks says why the levels are reduced by a tiny amount. The quarters
-- are of the slot's 64 ticks: the index in the block at which each begins is in `entries`, so transactions are not read; a block
-- without 64 ticks has none. Keys: `account_slots` (account, slot), with its arrays: at most 64 accounts in 300 slots; `entries`
-- by slot, narrow columns. Versions of a block have the same entries, so the best one is not chosen.
WITH quarters AS
(
    SELECT
        slot,
        [
            minIf(start_index, poh_tick >= slot * 64 + 16),
            minIf(start_index, poh_tick >= slot * 64 + 32),
            minIf(start_index, poh_tick >= slot * 64 + 48)
        ] AS starts
    FROM entries
    WHERE slot IN {slots:Array(UInt64)}
    GROUP BY slot
    HAVING uniqExactIf(entry_index, is_tick) >= 64
)
SELECT
    base58Encode(account),
    toUInt32(sum(arrayCount(f -> bitAnd(f, 24) = 0, flags))),
    toUInt32(sum(arrayCount(f -> bitAnd(f, 88) = 64, flags))),
    toUInt32(sum(arrayCount(f -> bitTest(f, 3), flags))),
    toUInt32(sum(arrayCount(f -> bitTest(f, 4), flags))),
    arrayZip(
        arrayMap(count -> toUInt32(count), sumForEach(arrayMap(prices -> length(prices), samples))),
        quantilesExactArrayForEach(0, 0.2499999999, 0.4999999999, 0.7499999999, 0.8999999999, 0.9499999999, 0.9999999999)(samples)
    ),
    arraySort(groupArray(share)),
    toUInt32(countIf(compute_units IS NULL AND NOT bitTest(flags[1], 4)))
FROM
(
    SELECT
        w.account AS account, w.flags AS flags, w.compute_units AS compute_units, w.share AS share,
        arrayFilter((p, f) -> bitAnd(f, 88) = 0, w.prices, w.flags) AS paid,
        arrayMap(
            i -> if(empty(q.starts), 4, arrayCount(s -> i >= s, q.starts)),
            arrayFilter((i, f) -> bitAnd(f, 88) = 0, w.indexes, w.flags)) AS quarter,
        arrayConcat([paid], arrayMap(at -> arrayFilter((p, q) -> q = at, paid, quarter), range(4))) AS samples
    FROM
    (
        SELECT
            account, slot, compute_units, writes.price AS prices,
            arrayFilter(f -> bitTest(f, 0), locks.flags) AS flags,
            arrayFilter((i, f) -> bitTest(f, 0), locks.block_index, locks.flags) AS indexes,
            compute_units / nullIf(arrayLast(limit -> limit.1 <= slot, {limits:Array(Tuple(UInt64, UInt64))}).2, 0) AS share
        FROM account_slots FINAL
        WHERE account IN (SELECT toFixedString(unhex(arrayJoin({accounts:Array(String)})), 32))
            AND slot IN {slots:Array(UInt64)}
            AND write_count > 0
    ) AS w
    LEFT JOIN quarters AS q ON q.slot = w.slot
)
GROUP BY account
ORDER BY account
