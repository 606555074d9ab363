-- How many sandwiches some actors have in each hour of a slot range, by the slot of the first leg; of a sandwich with several of the
-- addresses one for each. Key of `sandwiches_by_address`: (kind, address, first_slot).
SELECT intDiv(first_slot, {slots_per_hour:UInt32}) AS hour, toUInt32(count())
FROM sandwiches_by_address
WHERE kind IN ('attacker', 'link')
    AND address IN (SELECT toFixedString(base58Decode(arrayJoin({addresses:Array(String)})), 32))
    AND first_slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
GROUP BY hour
ORDER BY hour
