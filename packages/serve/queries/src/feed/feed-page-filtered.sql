-- Like feed-page.sql, limited to sandwiches that may pass a filter; the caller filters again. A wallet matches
-- if it is in any retained revision of the sandwich, so that the revision that drops the wallet is sent too.
SELECT _block_number, _block_offset, toUnixTimestamp64Milli(arrived_at), first_slot, bracket_id, revision
FROM sandwich_feed
WHERE arrived_at >= fromUnixTimestamp64Milli({from_ms:Int64})
    AND (_block_number, _block_offset) > ({block:UInt64}, {offset:UInt64})
    AND (_block_number, _block_offset) <= ({to_block:UInt64}, {to_offset:UInt64})
    AND ({dex:String} = '' OR dex_name = {dex:String})
    AND ({pool:String} = '' OR toFixedString(base58Decode({pool:String}), 32) IN (pool, back_pool))
    AND ({mint:String} = '' OR toFixedString(base58Decode({mint:String}), 32) IN (mint_in, mint_out))
    AND ({final_only:Bool} = false OR is_final)
    AND
    (
        {attacker:String} = ''
        OR has(attackers, toFixedString(base58Decode({attacker:String}), 32))
        OR (first_slot, bracket_id) IN
        (
            SELECT first_slot, bracket_id
            FROM sandwich_feed_legs
            WHERE {attacker:String} != ''
                AND (trader = toFixedString(base58Decode({attacker:String}), 32) OR signer = toFixedString(base58Decode({attacker:String}), 32))
        )
    )
    AND
    (
        {victim:String} = ''
        OR (first_slot, bracket_id) IN
        (
            SELECT first_slot, bracket_id
            FROM sandwich_feed_legs
            WHERE {victim:String} != '' AND role = 'victim' AND trader = toFixedString(base58Decode({victim:String}), 32)
        )
    )
ORDER BY _block_number, _block_offset
LIMIT {rows:UInt32}
