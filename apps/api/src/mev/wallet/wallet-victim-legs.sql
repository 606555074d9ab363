-- The counted brackets that name a wallet as victim. Keys: `sandwich_legs_by_trader` by (trader, slot), `sandwich_legs`
-- by (slot, block_index). PREWHERE, for with FINAL nothing is moved there, and all of a granule would be merged; what it asks
-- of is of the key, so that all revisions of a row pass it or none.
SELECT slot, block_index, bracket_id, first_slot, last_slot, toString(loss_amount), loss_method
FROM sandwich_legs FINAL
PREWHERE (slot, block_index) IN
    (
        SELECT slot, block_index
        FROM sandwich_legs_by_trader
        WHERE trader = toFixedString(unhex({wallet:String}), 32) AND slot BETWEEN {from:UInt64} AND {to:UInt64}
            AND role = 'victim'
    )
    AND role = 'victim'
WHERE trader = toFixedString(unhex({wallet:String}), 32) AND confidence != 'suspected'
ORDER BY slot, block_index, outer_index, inner_index, part_index, bracket_id
