-- The counted brackets that name a wallet as victim. Keys: `sandwich_legs_by_trader` by (trader, slot), `sandwich_legs`
-- by (slot, block_index).
SELECT slot, block_index, bracket_id, first_slot, last_slot, toString(loss_amount), loss_method
FROM sandwich_legs FINAL
WHERE (slot, block_index) IN
    (
        SELECT slot, block_index
        FROM sandwich_legs_by_trader
        WHERE trader = toFixedString(unhex({wallet:String}), 32) AND slot BETWEEN {from:UInt64} AND {to:UInt64}
            AND role = 'victim'
    )
    AND trader = toFixedString(unhex({wallet:String}), 32) AND role = 'victim' AND confidence != 'suspected'
ORDER BY slot, block_index, outer_index, inner_index, part_index, bracket_id
