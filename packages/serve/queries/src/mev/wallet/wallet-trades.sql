-- The newest trades of a wallet, one row per transaction: its swaps and failed swaps, in the instructions'
-- order. Key of `swaps_by_trader`: (trader, slot). One row per swap in the range. PREWHERE as in wallet-legs.
SELECT
    slot, block_index, base58Encode(any(signature)), any(poh_tick), toUnixTimestamp(any(block_time)), max(success),
    arrayMap(
        s -> (base58Encode(s.4), base58Encode(s.5), arrayMap(m -> base58Encode(m), s.6)),
        arraySort(groupArray((
            outer_index, inner_index, part_index, pool, CAST(program_id AS FixedString(32)),
            arrayMap(m -> assumeNotNull(m), arrayFilter(m -> m IS NOT NULL, [mint_in, mint_out]))
        )))
    )
FROM swaps_by_trader FINAL
PREWHERE trader = toFixedString(unhex({wallet:String}), 32) AND slot BETWEEN {from:UInt64} AND {to:UInt64}
GROUP BY slot, block_index
ORDER BY slot DESC, block_index DESC
LIMIT {limit:UInt32}
