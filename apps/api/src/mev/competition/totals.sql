SELECT
    grouping(pool), base58Encode(any(incidents.pool)), any(dex_name), arrayMap(m -> base58Encode(m), any(pair)),
    count(), countIf(bracket_id = '' AND is_front), countIf(bracket_id = '' AND NOT is_front),
    uniqExactIf(bracket_id, bracket_id != '' AND success), uniqExactIf((slot_a, index_a), success),
    avgIf(tick_offset, success), minIf(tick_offset, success), maxIf(tick_offset, success), countIf(success)
FROM incidents
GROUP BY GROUPING SETS ((pool), ())
