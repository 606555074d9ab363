SELECT slot, block_index FROM transactions WHERE signature = unhex($signature)
