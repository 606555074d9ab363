-- The newest sandwiches before a position that match, one row for each revision that is not merged away. Without FINAL and LIMIT
-- BY, so that the skip indexes are used and the key's order is read only as far as the limit: an older revision may match, which
-- the reader of the rows finds out. Key of `sandwiches`: (first_slot, bracket_id); of `sandwiches_by_address`: (kind, address,
-- first_slot); of `leaders` and `slots`: slot.
SELECT first_slot, bracket_id, true
FROM sandwiches
PREWHERE first_slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
WHERE ({before_id:String} = '' OR (first_slot, bracket_id) < ({before_slot:UInt64}, {before_id:String}))
    AND ({dex:String} = '' OR dex_name = {dex:String})
    -- What else is asked for is checked on the rows.
    AND ({address:String} = '' OR (first_slot, bracket_id) IN
    (
        SELECT first_slot, bracket_id
        FROM sandwiches_by_address
        WHERE kind = {kind:String} AND address = toFixedString(base58Decode({address:String}), 32)
            AND first_slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
    ))
    -- Where a leader or a client is asked for, a few days at most. A later reading of the schedule may name another leader.
    AND ({is_led:UInt8} = 0 OR first_slot IN
    (
        SELECT slot
        FROM leaders
        WHERE {is_led:UInt8} AND slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
            AND ({leader:String} = '' OR identity = toFixedString(base58Decode({leader:String}), 32))
            AND ({client:String} = '' OR identity IN
                (SELECT identity FROM validators WHERE lower(client) = lower({client:String})))
        UNION ALL
        SELECT slot
        FROM slots
        WHERE {is_led:UInt8} AND slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
            AND ({leader:String} = '' OR leader = toFixedString(base58Decode({leader:String}), 32))
            AND ({client:String} = '' OR leader IN
                (SELECT identity FROM validators WHERE lower(client) = lower({client:String})))
    ))
    AND has({confidences:Array(String)}, toString(confidence))
    AND (empty({intents:Array(String)}) OR has({intents:Array(String)}, intent))
    AND ({least_loss:Float64} < 0 OR ifNull(toFloat64(loss_lamports) / 1e9 >= {least_loss:Float64}, false))
ORDER BY first_slot DESC, bracket_id DESC
LIMIT {rows:UInt32}
