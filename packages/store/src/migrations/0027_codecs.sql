-- Codecs by measurement (bench/storage). New parts have them, and merges bring old rows over; nothing is rewritten at once.
ALTER TABLE swaps_by_trader MODIFY COLUMN signature CODEC(ZSTD);
ALTER TABLE account_locks MODIFY COLUMN block_index CODEC(T64, ZSTD);
ALTER TABLE account_locks MODIFY COLUMN compute_unit_price CODEC(ZSTD(3));
ALTER TABLE account_slots MODIFY COLUMN compute_units CODEC(T64, ZSTD);
ALTER TABLE transactions MODIFY COLUMN signer CODEC(ZSTD);
ALTER TABLE transactions MODIFY COLUMN compute_unit_price CODEC(ZSTD);
ALTER TABLE transactions MODIFY COLUMN compute_units CODEC(T64, ZSTD);
ALTER TABLE transactions MODIFY COLUMN cost_units CODEC(T64, ZSTD);
ALTER TABLE transactions MODIFY COLUMN sol_change CODEC(T64, ZSTD);
ALTER TABLE signatures MODIFY COLUMN block_index CODEC(T64, ZSTD);
