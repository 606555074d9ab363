DROP TABLE IF EXISTS locks, transactions, swaps, legs;
CREATE TABLE locks (account bytea, slot bigint, block_index int, is_write boolean);
CREATE TABLE transactions (slot bigint, block_index int, signature bytea, signer bytea, poh_tick bigint);
CREATE TABLE swaps (pool bytea, slot bigint, block_index int, trader bytea, mint_in bytea, mint_out bytea, trader_in numeric(20), trader_out numeric(20));
CREATE TABLE legs (slot bigint, block_index int, role text, trader bytea, sandwich text);
