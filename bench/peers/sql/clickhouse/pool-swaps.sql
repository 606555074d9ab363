SELECT lower(hex(pool)), slot, block_index, lower(hex(trader)), lower(hex(mint_in)), toString(trader_in), toString(trader_out)
FROM swaps
WHERE pool IN (SELECT toFixedString(unhex(arrayJoin({pools:Array(String)})), 32)) AND slot BETWEEN {from:UInt64} AND {to:UInt64}
ORDER BY slot, block_index, pool, outer_index, inner_index, part_index, version DESC
LIMIT 1 BY slot, block_index, pool, outer_index, inner_index, part_index
