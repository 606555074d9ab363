-- Some sandwiches as they are stored now, with the columns of the feed (feed-rows.sql), which has no position for them. Key of
-- `sandwiches`: (first_slot, bracket_id).
SELECT
    0, 0, 0, bracket_id, first_slot, last_slot, revision, is_deleted, is_final, link, link_address,
    toUnixTimestamp(block_time), arrayMap(a -> base58Encode(a), attackers),
    if(private_program IS NULL, NULL, base58Encode(assumeNotNull(private_program))),
    base58Encode(pool), base58Encode(back_pool), base58Encode(program_id), dex_name, base58Encode(mint_in),
    base58Encode(mint_out), quantity_ratio, toString(gross), toString(net), toString(kept), toString(cost), listed_victims, attempt_count,
    toString(victim_loss), toUnixTimestamp64Milli(detected_at), base58Encode(gain_mint),
    toString(cause), toString(confidence_before), intent_before, intent_then, toString(confidence), toString(confidence_then), reason, basis, intent, evidence, swaps_before, swaps_after,
    transactions_before, transactions_after
FROM sandwiches FINAL
PREWHERE first_slot IN {first_slots:Array(UInt64)} AND bracket_id IN {ids:Array(String)}
ORDER BY first_slot DESC, bracket_id DESC
