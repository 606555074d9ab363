-- The addresses of the actors of sandwiches that may count and have one of some wallets' trades, or one of some transactions,
-- as victim. Keys: `sandwich_legs_by_trader` by (trader, slot), `sandwich_legs` by (slot, block_index), `sandwiches` by
-- (first_slot, bracket_id).
SELECT DISTINCT base58Encode(arrayJoin(arrayConcat(
    attackers, [toFixedString(CAST(tryBase58Decode(toLowCardinality(link_address)) AS String), 32)],
    if(private_program IS NULL, [], [assumeNotNull(private_program)])))) AS address
FROM sandwiches FINAL
WHERE if_known_bot != '' AND (first_slot, bracket_id) IN
    (
        SELECT first_slot, bracket_id
        FROM sandwich_legs_by_trader
        WHERE trader IN (SELECT toFixedString(unhex(arrayJoin({wallets:Array(String)})), 32))
            AND slot BETWEEN {from:UInt64} AND {to:UInt64} AND role = 'victim' AND may_count
        UNION ALL
        SELECT first_slot, bracket_id
        FROM sandwich_legs
        WHERE (slot, block_index) IN {positions:Array(Tuple(UInt64, UInt32))} AND role = 'victim' AND may_count
    )
ORDER BY address
LIMIT {limit:UInt32}
