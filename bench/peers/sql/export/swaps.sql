SELECT {pool} AS pool, slot, block_index, {trader} AS trader, {mint_in} AS mint_in, {mint_out} AS mint_out, trader_in, trader_out FROM swaps FINAL ORDER BY swaps.pool, slot, block_index
