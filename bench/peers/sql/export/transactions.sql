SELECT slot, block_index, {signature} AS signature, {signer} AS signer, poh_tick FROM transactions FINAL ORDER BY slot, block_index
