-- The transactions of the same slots, each with a signature of its own and a tick as if 64 ticks divided the block.
INSERT INTO transactions (slot, block_index, entry_index, tx_index, poh_tick, block_time, signature, signer, tx_version,
    is_vote, success, error, fee, priority_fee, compute_unit_price, compute_unit_limit, compute_units, jito_tip,
    sol_change, token_changes, accounts_read_count, accounts_written_count, version)
WITH (SELECT max(block_index) + 1 FROM transactions WHERE slot = {seed:UInt64}) AS size
SELECT
    s.slot, t.block_index + c.copy * size AS index, intDiv(index, 16), index % 16,
    s.slot * 64 + intDiv(index * 64, size * {copies:UInt8}), toDateTime(1700000000 + intDiv(s.slot * 3, 10)),
    toFixedString(concat(sipHash128(s.slot, index), sipHash128(s.slot, index, 1), sipHash128(s.slot, index, 2), sipHash128(s.slot, index, 3)), 64),
    t.signer, t.tx_version, t.is_vote, t.success, t.error, t.fee, t.priority_fee, t.compute_unit_price,
    t.compute_unit_limit, t.compute_units, t.jito_tip, t.sol_change, t.token_changes, t.accounts_read_count,
    t.accounts_written_count, 5
FROM (SELECT number + {from:UInt64} AS slot FROM numbers({slots:UInt64})) AS s
CROSS JOIN (SELECT number AS copy FROM numbers({copies:UInt8})) AS c
CROSS JOIN (SELECT * FROM transactions FINAL WHERE slot = {seed:UInt64}) AS t
