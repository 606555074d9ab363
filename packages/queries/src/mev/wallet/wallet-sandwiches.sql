-- The sandwiches that may count and have a wallet as victim, one row per victim swap. Key of `sandwich_legs_by_trader`:
-- (trader, slot). Without FINAL: at worst it returns a retracted sandwich, or one sandwich twice.
SELECT slot, block_index, bracket_id, first_slot, last_slot
FROM sandwich_legs_by_trader
PREWHERE trader = toFixedString(unhex({wallet:String}), 32) AND slot BETWEEN {from:UInt64} AND {to:UInt64}
WHERE role = 'victim' AND may_count
    AND slot - first_slot <= {window:UInt64} AND last_slot - slot <= {window:UInt64}
ORDER BY slot, block_index
