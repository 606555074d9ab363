-- A page of a block's transactions in the chain's order. Key of `transactions`: (slot, block_index).
SELECT
    base58Encode(signature), block_index, entry_index, tx_index, poh_tick, base58Encode(signer), is_vote, success, error,
    toString(fee), toString(priority_fee), toString(jito_tip), compute_units, compute_unit_limit,
    toString(compute_unit_price), cost_units, arrayMap(m -> base58Encode(m.program_id), markets)
FROM transactions
WHERE slot = {slot:UInt64} AND block_index >= {from_index:UInt32} AND ({with_votes:Bool} OR NOT is_vote)
ORDER BY block_index, version DESC
LIMIT 1 BY block_index
LIMIT {rows:UInt32}
