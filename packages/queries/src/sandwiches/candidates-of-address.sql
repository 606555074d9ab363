-- The newest sandwiches of an address before a position, by some revision of them: the reader of the rows finds out whether the
-- newest one says so. Key of `sandwiches_by_address`: (kind, address, first_slot, bracket_id), read in its order as far as the limit.
SELECT first_slot, bracket_id
FROM sandwiches_by_address
WHERE kind = {kind:String} AND address = toFixedString(base58Decode({address:String}), 32)
    AND first_slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
    AND ({before_id:String} = '' OR (first_slot, bracket_id) < ({before_slot:UInt64}, {before_id:String}))
    AND ({with_suspected:UInt8} OR may_count)
ORDER BY first_slot DESC, bracket_id DESC
LIMIT 1 BY first_slot, bracket_id
LIMIT {rows:UInt32}
