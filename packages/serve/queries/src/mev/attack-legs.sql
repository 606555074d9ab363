-- The attackers' rows of some sandwiches: their legs, and their failed attempts up to 10 slots around the
-- victims. Key of `sandwich_legs`: slot. A few rows a slot.
SELECT
    bracket_id, toString(role), slot, block_index, poh_tick, base58Encode(signer), base58Encode(trader),
    base58Encode(signature), base58Encode(pool)
FROM sandwich_legs FINAL
PREWHERE slot IN {slots:Array(UInt64)}
WHERE bracket_id IN {ids:Array(String)} AND role != 'victim'
ORDER BY slot, block_index, outer_index, inner_index, part_index, bracket_id
