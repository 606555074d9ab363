-- The sandwiches that count and have a wallet as victim, one row per victim swap. Keys of `sandwich_legs_by_trader`:
-- (trader, slot); of `sandwiches`: (first_slot, bracket_id). Without FINAL: at worst it returns a retracted sandwich, or one sandwich twice.
SELECT slot, block_index, bracket_id, first_slot, last_slot
FROM sandwich_legs_by_trader
PREWHERE trader = toFixedString(unhex({wallet:String}), 32) AND slot BETWEEN {from:UInt64} AND {to:UInt64}
WHERE role = 'victim' AND slot - first_slot <= {window:UInt64} AND last_slot - slot <= {window:UInt64}
    AND (first_slot, bracket_id) IN
    (
        SELECT first_slot, bracket_id
        FROM sandwiches FINAL
        PREWHERE (first_slot, bracket_id) IN
        (
            SELECT first_slot, bracket_id
            FROM sandwich_legs_by_trader
            WHERE trader = toFixedString(unhex({wallet:String}), 32) AND slot BETWEEN {from:UInt64} AND {to:UInt64} AND role = 'victim'
        )
        WHERE is_counted
    )
ORDER BY slot, block_index
