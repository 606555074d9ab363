-- Entries that break a rule of the chain, computed from the rows alone. One row per rule and slot, with the number of
-- violations and the first one. Key (slot, entry_index): reads only the range.
WITH
    s AS
    (
        SELECT slot, parent_slot, toString(model) AS model
        FROM slots FINAL
        WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
    ),
    e AS
    (
        SELECT *
        FROM entries FINAL
        WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64} AND slot IN (SELECT slot FROM s)
    ),
    counted AS
    (
        SELECT
            slot, entry_index, poh_tick, start_index, is_tick, transaction_count, num_hashes,
            sum(is_tick) OVER so_far AS ticks_so_far,
            sum(is_tick) OVER whole - ticks_so_far AS ticks_after,
            sum(transaction_count) OVER so_far - transaction_count AS transactions_before,
            -- Cumulative hashes; the difference between two ticks is the number of hashes of a tick.
            sum(num_hashes) OVER so_far AS hashes_so_far
        FROM e
        WINDOW
            so_far AS (PARTITION BY slot ORDER BY entry_index ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW),
            whole AS (PARTITION BY slot)
    ),
    per_tick AS
    (
        SELECT
            slot, entry_index,
            hashes_so_far - lagInFrame(hashes_so_far, 1, toUInt64(0)) OVER in_order AS hashes,
            first_value(hashes_so_far) OVER in_order AS hashes_of_first
        FROM counted
        WHERE is_tick
        WINDOW in_order AS (PARTITION BY slot ORDER BY entry_index ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
    ),
    broken AS
    (
        SELECT 'tick_backward' AS rule, slot, entry_index,
            concat('tick ', toString(poh_tick), ', from the slot''s end ', toString((slot + 1) * 64 - ticks_after)) AS detail
        FROM counted WHERE poh_tick != (slot + 1) * 64 - ticks_after
        UNION ALL
        SELECT 'tick_forward', counted.slot, entry_index,
            concat('tick ', toString(poh_tick), ', from the parent''s end ', toString(ifNull(s.parent_slot + 1, 0) * 64 + ticks_so_far))
        FROM counted INNER JOIN s ON s.slot = counted.slot
        WHERE s.model = 'ticked' AND poh_tick != ifNull(s.parent_slot + 1, 0) * 64 + ticks_so_far
        UNION ALL
        SELECT 'start_index', slot, entry_index,
            concat('begins with transaction ', toString(start_index), ', after ', toString(transactions_before))
        FROM counted WHERE start_index != transactions_before
        UNION ALL
        SELECT 'is_tick', slot, entry_index,
            concat(if(is_tick, 'a tick with ', 'not a tick, with '), toString(transaction_count), ' transactions')
        FROM counted WHERE is_tick != (transaction_count = 0)
        UNION ALL
        -- The number is constant within a block; any value is allowed (Agave, verify_tick_hash_count).
        SELECT 'hashes_per_tick', per_tick.slot, entry_index,
            concat(toString(hashes), ' hashes to this tick, ', toString(hashes_of_first), ' to the first')
        FROM per_tick INNER JOIN s ON s.slot = per_tick.slot
        WHERE s.model = 'ticked' AND hashes != hashes_of_first
        UNION ALL
        SELECT 'alpenglow_hashes', counted.slot, entry_index, concat(toString(num_hashes), ' hashes in an Alpenglow block')
        FROM counted INNER JOIN s ON s.slot = counted.slot
        WHERE s.model = 'alpenglow' AND num_hashes != 1
        UNION ALL
        -- Two different rows with the same key, before a merge hides one of them.
        SELECT 'entry_copies', slot, entry_index, concat(toString(count()), ' copies that differ')
        FROM entries
        WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
        GROUP BY slot, entry_index
        HAVING uniqExact((hash, num_hashes, transaction_count, poh_tick)) > 1
    )
SELECT rule, slot, count(), min(entry_index), argMin(detail, entry_index)
FROM broken
GROUP BY rule, slot
ORDER BY slot, rule
LIMIT 1000
