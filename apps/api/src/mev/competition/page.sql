SELECT
    base58Encode(signature_a), base58Encode(signature_b), slot_a, slot_b, base58Encode(pool),
    arrayMap(m -> base58Encode(m), pair), dex_name, is_front, bracket_id, tick_offset, success
FROM incidents
ORDER BY slot_a, index_a, slot_b, index_b, pool, is_front
LIMIT {limit:UInt64} OFFSET {offset:UInt64}
