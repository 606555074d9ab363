-- The sandwiches that count, by the slot of their first frontrun leg, of a short slot range. Key of `sandwiches`: (first_slot,
-- bracket_id).
SELECT first_slot, toUInt32(count())
FROM sandwiches FINAL
PREWHERE first_slot BETWEEN {from:UInt64} AND {to:UInt64}
WHERE is_counted
GROUP BY first_slot
