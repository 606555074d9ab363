-- The newest sandwiches of a wallet in a range, as they are stored now, whatever their confidence. Key of `sandwich_legs_by_trader`: (trader, slot), which may name an older revision; of `sandwiches`:
-- (first_slot, bracket_id), the granules with one of them.
SELECT
    first_slot, last_slot, toUnixTimestamp(block_time), arrayMap(a -> base58Encode(a), attackers),
    if(private_program IS NULL, NULL, base58Encode(assumeNotNull(private_program))), base58Encode(pool),
    base58Encode(program_id), base58Encode(mint_in), base58Encode(mint_out),
    base58Encode(gain_mint), toString(gross), toString(net), toString(cost), victim_count,
    attempt_count, toString(confidence), intent
FROM sandwiches FINAL
PREWHERE first_slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
    AND (first_slot, bracket_id) IN
    (
        SELECT first_slot, bracket_id
        FROM sandwich_legs_by_trader
        WHERE trader = toFixedString(base58Decode({address:String}), 32)
            AND slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64} + {span:UInt64} AND role IN ('front', 'back')
    )
WHERE has(attackers, toFixedString(base58Decode({address:String}), 32))
ORDER BY first_slot DESC, bracket_id DESC
LIMIT {most:UInt32}
