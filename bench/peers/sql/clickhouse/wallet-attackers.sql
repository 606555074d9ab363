-- Two steps by key: the wallet's victim legs, then all legs of those sandwiches, which lie in the same slots; attempts up to ten around them.
WITH mine AS
(
    SELECT slot, block_index, bracket_id, first_slot, last_slot
    FROM sandwich_legs_by_trader FINAL
    WHERE trader = toFixedString(unhex({wallet:String}), 32) AND slot BETWEEN {from:UInt64} AND {to:UInt64} AND role = 'victim'
)
SELECT m.slot, m.block_index, arrayStringConcat(arrayMap(x -> x.3, arraySort(groupArray((l.slot, l.block_index, concat(toString(l.role), ' ', lower(hex(l.trader))))))), ',')
FROM
(
    SELECT * FROM sandwich_legs FINAL
    WHERE slot IN (SELECT arrayJoin(range(toUInt64(first_slot - 10), last_slot + 11)) FROM mine) AND role != 'victim'
) AS l
INNER JOIN mine AS m ON m.bracket_id = l.bracket_id
GROUP BY m.slot, m.block_index
