-- Liquidity beside one swap in 500.
INSERT INTO pool_events (pool, slot, block_index, outer_index, inner_index, part_index, block_time, signature, kind,
    program_id, dex_name, pool_kind, amounts, actor, signer, other_signers, version)
SELECT
    pool, slot, block_index, 4, -1, 0, block_time, signature,
    'liquidity_added', toFixedString(base58Decode('675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8'), 32), 'Raydium AMM v4',
    'constant_product', [(token, tokens)], trader, trader, [], 5
FROM bench_flow
WHERE luck % 500 = 1 AND success
