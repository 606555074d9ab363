-- The brackets that tell the known bots among those who traded in a pool in a slot range, and what else these did (too
-- many round trips that are none make nobody known): of each address the latest.
-- Those of the pool itself within the range are left out: the detector finds them again.
-- Keys: `sandwiches` by first_slot, a day and more of them; `swaps` by (pool, slot).
SELECT
    bracket_id, base58Encode(pool), base58Encode(mint_in), arrayMap(a -> base58Encode(a), attackers), link_address,
    if(private_program IS NULL, NULL, base58Encode(assumeNotNull(private_program))), toString(confidence), basis,
    quantity_ratio, toString(gross), toString(net), first_slot, last_slot, toUnixTimestamp(block_time)
FROM
(
    SELECT
        *,
        arrayJoin(arrayDistinct(arrayConcat(
            attackers,
            [toFixedString(tryBase58Decode(link_address), 32)],
            if(private_program IS NULL, [], [assumeNotNull(private_program)])
        ))) AS address
    FROM sandwiches FINAL
    WHERE first_slot BETWEEN {history_from:UInt64} AND {to:UInt64}
        AND (basis IS NULL OR (confidence = 'exact' AND basis IN ('same_slot', 'short_span')))
        AND NOT (pool = toFixedString(base58Decode({pool:String}), 32) AND first_slot >= {from:UInt64})
)
WHERE address IN
    (
        SELECT arrayJoin([
            trader, signer, authority, CAST(outer_program AS FixedString(32)),
            ifNull(source_account, trader), ifNull(destination_account, trader)
        ])
        FROM swaps
        WHERE pool = toFixedString(base58Decode({pool:String}), 32) AND slot BETWEEN {from:UInt64} AND {to:UInt64} AND success
    )
ORDER BY address, last_slot DESC, first_slot DESC, bracket_id
LIMIT 2048 BY address, basis IS NULL
