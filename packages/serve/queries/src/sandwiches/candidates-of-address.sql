-- The newest sandwiches of an address before a position, by some revision of them, each with whether it is stored now and
-- matches. Keys: of `sandwiches_by_address` (kind, address, first_slot, bracket_id), read in its order as far as the limit; of
-- `sandwiches` (first_slot, bracket_id).
WITH
    (
        SELECT groupArray((first_slot, bracket_id))
        FROM
        (
            SELECT first_slot, bracket_id
            FROM sandwiches_by_address
            WHERE kind = {kind:String} AND address = toFixedString(base58Decode({address:String}), 32)
                AND first_slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
                AND ({before_id:String} = '' OR (first_slot, bracket_id) < ({before_slot:UInt64}, {before_id:String}))
            ORDER BY first_slot DESC, bracket_id DESC
            LIMIT 1 BY first_slot, bracket_id
            LIMIT {rows:UInt32}
        )
    ) AS keys
SELECT
    key.1, key.2,
    key IN
    (
        SELECT first_slot, bracket_id
        FROM sandwiches FINAL
        PREWHERE (first_slot, bracket_id) IN (SELECT arrayJoin(keys).1, arrayJoin(keys).2)
        WHERE has({confidences:Array(String)}, toString(confidence))
            AND (empty({intents:Array(String)}) OR has({intents:Array(String)}, intent))
            AND ({least_loss:Float64} < 0 OR ifNull(toFloat64(loss_lamports) / 1e9 >= {least_loss:Float64}, false))
    )
FROM (SELECT arrayJoin(keys) AS key)
ORDER BY key DESC
