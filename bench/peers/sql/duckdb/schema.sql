CREATE OR REPLACE TABLE locks (account BLOB, slot BIGINT, block_index INTEGER, is_write BOOLEAN);
CREATE OR REPLACE TABLE transactions (slot BIGINT, block_index INTEGER, signature BLOB, signer BLOB, poh_tick BIGINT);
CREATE OR REPLACE TABLE swaps (pool BLOB, slot BIGINT, block_index INTEGER, trader BLOB, mint_in BLOB, mint_out BLOB, trader_in UBIGINT, trader_out UBIGINT);
CREATE OR REPLACE TABLE swaps_by_trader AS SELECT * FROM swaps;
CREATE OR REPLACE TABLE legs (slot BIGINT, block_index INTEGER, role VARCHAR, trader BLOB, sandwich VARCHAR);
