SELECT slot, block_index, lower(hex(pool)), toString(trader_in), toString(trader_out)
FROM swaps_by_trader
WHERE trader = toFixedString(unhex({wallet:String}), 32) AND slot BETWEEN {from:UInt64} AND {to:UInt64}
ORDER BY slot, block_index, outer_index, inner_index, part_index, version DESC
LIMIT 1 BY slot, block_index, outer_index, inner_index, part_index
