-- What one insert of every table is made from: a row a swap or attempt. Dropped when all is made.
CREATE TABLE IF NOT EXISTS bench_flow
(
    slot         UInt64,
    block_index  UInt32,
    pool_number  UInt64,
    pool         FixedString(32),
    token        FixedString(32),
    trader       FixedString(32),
    is_buy       Bool COMMENT 'pays SOL',
    success      Bool,
    role         UInt8 COMMENT '0 none, then as sandwich_legs',
    is_suspected Bool,
    first_slot   UInt64 COMMENT 'of the sandwich, where role is not 0',
    first_index  UInt32,
    last_slot    UInt64,
    sol          UInt64,
    tokens       UInt64,
    luck         UInt64 COMMENT 'a hash of the row',
    -- Values that several tables have of it.
    signature    FixedString(64) ALIAS concat(sipHash128(slot, block_index), sipHash128(slot, block_index, 1), sipHash128(slot, block_index, 2), sipHash128(slot, block_index, 3)),
    poh_tick     UInt64 ALIAS slot * 64 + intDiv(block_index, 32),
    block_time   DateTime ALIAS toDateTime(1700000000 + intDiv(slot * 2, 5)),
    bracket_id   String ALIAS concat(first_slot, '.', first_index, '.2.-1.0'),
    program_id   FixedString(32) ALIAS [
        base58Decode('675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8'),
        base58Decode('pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA'),
        base58Decode('whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc')
    ][pool_number % 3 + 1],
    dex_name     String ALIAS ['Raydium AMM v4', 'PumpSwap', 'Orca Whirlpool'][pool_number % 3 + 1],
    sol_mint     FixedString(32) ALIAS base58Decode('So11111111111111111111111111111111111111112'),
    mint_in      FixedString(32) ALIAS if(is_buy, sol_mint, token),
    mint_out     FixedString(32) ALIAS if(is_buy, token, sol_mint),
    paid         UInt64 ALIAS if(is_buy, sol, tokens),
    got          UInt64 ALIAS if(is_buy, tokens, sol)
)
ENGINE = Memory
