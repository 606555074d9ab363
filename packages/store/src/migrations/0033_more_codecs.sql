-- Codecs by measurement (bench/storage). New parts have them, and merges bring old rows over; nothing is rewritten at once.
-- `transactions.markets` stays as it is: pages of a wallet's transactions read one granule of it for each row. Numbers that
-- grow in the order of the table are kept as differences, cropped to the bits that they need.
ALTER TABLE signatures MODIFY COLUMN signature_prefix CODEC(Delta, T64, ZSTD);
ALTER TABLE account_locks
    MODIFY COLUMN slot CODEC(Delta, T64, ZSTD),
    MODIFY COLUMN is_write CODEC(ZSTD),
    MODIFY COLUMN is_signer CODEC(ZSTD),
    MODIFY COLUMN is_failed CODEC(ZSTD);
ALTER TABLE account_slots MODIFY COLUMN slot CODEC(Delta, T64, ZSTD);
ALTER TABLE transactions
    MODIFY COLUMN tx_index CODEC(T64, ZSTD),
    MODIFY COLUMN poh_tick CODEC(DoubleDelta, ZSTD),
    MODIFY COLUMN other_signatures CODEC(ZSTD),
    MODIFY COLUMN other_signers CODEC(ZSTD),
    MODIFY COLUMN tx_version CODEC(ZSTD),
    MODIFY COLUMN success CODEC(ZSTD),
    MODIFY COLUMN fee CODEC(ZSTD),
    MODIFY COLUMN priority_fee CODEC(ZSTD),
    MODIFY COLUMN compute_unit_limit CODEC(ZSTD),
    MODIFY COLUMN jito_tip CODEC(ZSTD),
    MODIFY COLUMN token_changes CODEC(ZSTD),
    MODIFY COLUMN accounts_read_count CODEC(ZSTD),
    MODIFY COLUMN accounts_written_count CODEC(ZSTD);
ALTER TABLE entries
    MODIFY COLUMN num_hashes CODEC(T64, ZSTD),
    MODIFY COLUMN is_tick CODEC(ZSTD),
    MODIFY COLUMN poh_tick CODEC(DoubleDelta, ZSTD);
