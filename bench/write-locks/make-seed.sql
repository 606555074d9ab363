-- The locks of the real block that all data is made from, and how many of its transactions name each account.
CREATE OR REPLACE TABLE bench_seed ENGINE = Memory AS
SELECT
    account, block_index, is_write, is_signer, is_vote, is_failed, compute_units, compute_unit_price, signer_prefix,
    count() OVER (PARTITION BY account) AS uses
FROM account_locks FINAL
WHERE slot = {seed:UInt64}
