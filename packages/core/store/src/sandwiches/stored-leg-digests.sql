-- One digest of all legs per sandwich, which reveals whether two writers wrote different legs. Fetching the rows would
-- create tens of thousands of objects per batch only to compare them.
SELECT bracket_id, lower(hex(MD5(arrayStringConcat(arraySort(groupArray(concat(
    toString(slot), '.', toString(block_index), '.', toString(outer_index), '.',
    if(inner_index = -1, '', toString(inner_index)), '.', toString(part_index), '.', toString(role)))), ' '))))
FROM sandwich_legs FINAL
WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64} AND bracket_id IN {ids:Array(String)}
GROUP BY bracket_id
