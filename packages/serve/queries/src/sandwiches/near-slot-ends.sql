-- Like slot-ends.sql, in one read of the slots next to both ends; null: none is so near. And the oldest stored slot. Key of `slots`,
-- whose ends are known without a read.
WITH
    (SELECT min(slot) FROM slots) AS oldest,
    (SELECT max(slot) FROM slots) AS newest,
    greatest({from_slot:UInt64}, oldest) + {near:UInt64} AS first_up_to,
    greatest(least({to_slot:UInt64}, newest), {near:UInt64}) - {near:UInt64} AS last_from,
    slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64} AS is_asked,
    toUnixTimestamp(assumeNotNull(block_time)) AS time
SELECT
    maxIfOrNull(slot, slot < {from_slot:UInt64}),
    minIfOrNull(slot, is_asked AND slot <= first_up_to), argMinIfOrNull(time, slot, is_asked AND slot <= first_up_to),
    maxIfOrNull(slot, is_asked AND slot >= last_from), argMaxIfOrNull(time, slot, is_asked AND slot >= last_from),
    oldest
FROM slots
WHERE (slot BETWEEN greatest({from_slot:UInt64}, {near:UInt64}) - {near:UInt64} AND first_up_to
        OR slot BETWEEN last_from AND {to_slot:UInt64})
    AND content != 'entries_only' AND block_time IS NOT NULL
