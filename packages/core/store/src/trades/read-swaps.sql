-- Swaps and attempts of a slot range, in block order: of all pools, or of some pools in ranges of their own. Key of
-- `swaps`: (pool, slot …). Without pools, the index on slots skips the granules outside the range. PREWHERE is
-- explicit, because ClickHouse does not move conditions there with FINAL. It is safe: both columns belong to the key,
-- so all versions of a row pass it or none does. To save bytes, an address equal to the trader's, the usual case, is
-- returned as an empty text, and so is an outer program equal to the pool's, an aggregator equal to the outer program,
-- and the mint of a route's limit equal to the swap's mint on that side.
SELECT
    success, slot, block_index, outer_index, inner_index, part_index, base58Encode(pool), base58Encode(program_id),
    dex_name, toString(pool_kind), if(mint_in IS NULL, NULL, base58Encode(assumeNotNull(mint_in))),
    if(mint_out IS NULL, NULL, base58Encode(assumeNotNull(mint_out))), arrayMap(m -> base58Encode(m), mints),
    pool_in, pool_out, trader_in, trader_out, base58Encode(trader), if(authority = trader, '', base58Encode(authority)), authority_signed,
    if(signer = trader, '', base58Encode(signer)), arrayMap(s -> base58Encode(s), other_signers),
    if(source_account IS NULL, NULL, base58Encode(assumeNotNull(source_account))),
    if(source_owner IS NULL, NULL, if(source_owner = trader, '', base58Encode(assumeNotNull(source_owner)))), source_before, source_after,
    if(destination_account IS NULL, NULL, base58Encode(assumeNotNull(destination_account))),
    if(destination_owner IS NULL, NULL, if(destination_owner = trader, '', base58Encode(assumeNotNull(destination_owner)))),
    destination_before, destination_after,
    if(vault_in IS NULL, NULL, base58Encode(assumeNotNull(vault_in))),
    if(vault_out IS NULL, NULL, base58Encode(assumeNotNull(vault_out))),
    if(outer_program = program_id, '', base58Encode(outer_program)), fee, priority_fee, compute_unit_price, jito_tip,
    inferred, least_out, most_in,
    if(route_program IS NULL, NULL, if(route_program = outer_program, '', base58Encode(assumeNotNull(route_program)))),
    route_inner_index,
    if(route_mint IS NULL, NULL, if(route_mint = if(route_most_in IS NULL, mint_out, mint_in), '', base58Encode(assumeNotNull(route_mint)))),
    route_least_out, route_most_in, route_quoted, route_moved, curve_falls, curve_before, curve_after, curve_liquidity, curve_fee_in,
    curve_fee_out
FROM swaps FINAL
PREWHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
    AND
    (
        empty({ranges:Array(Tuple(String, UInt64, UInt64))})
        OR (pool, slot) IN
        (
            SELECT toFixedString(base58Decode(part.1), 32), arrayJoin(range(part.2, part.3 + 1))
            FROM (SELECT arrayJoin({ranges:Array(Tuple(String, UInt64, UInt64))}) AS part)
        )
    )
ORDER BY slot, block_index, outer_index, inner_index, part_index
