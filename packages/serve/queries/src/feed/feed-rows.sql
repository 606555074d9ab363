-- The content of some revisions of sandwiches, with every row of each. If a revision was written twice, the
-- first row counts. Key of `sandwich_feed`: (arrived_at, bracket_id, revision).
SELECT
    _block_number, _block_offset, toUnixTimestamp64Milli(arrived_at), bracket_id, first_slot, last_slot, revision,
    is_deleted, is_final, link, link_address, toUnixTimestamp(block_time),
    arrayMap(a -> base58Encode(a), attackers),
    if(private_program IS NULL, NULL, base58Encode(assumeNotNull(private_program))),
    base58Encode(pool), base58Encode(back_pool), base58Encode(program_id), dex_name, base58Encode(mint_in),
    base58Encode(mint_out), quantity_ratio, toString(gross), toString(net), toString(kept), toString(cost), listed_victims, attempt_count,
    toString(victim_loss), toUnixTimestamp64Milli(detected_at), base58Encode(gain_mint),
    toString(cause), toString(confidence_before), intent_before, intent_then, toString(confidence), toString(confidence_then), reason, basis, intent, evidence, swaps_before, swaps_after,
    transactions_before, transactions_after
FROM sandwich_feed
WHERE arrived_at BETWEEN fromUnixTimestamp64Milli({from_ms:Int64}) AND fromUnixTimestamp64Milli({to_ms:Int64})
    AND (bracket_id, revision) IN arrayZip({ids:Array(String)}, {revisions:Array(UInt32)})
ORDER BY _block_number, _block_offset
