-- Why the brackets count that name a wallet as victim. Keys: `sandwich_legs_by_trader` by (trader, slot), `sandwiches`
-- by (first_slot, bracket_id). PREWHERE as in wallet-victim-legs.
SELECT
    bracket_id, toString(confidence), basis, link, link_address, quantity_ratio, base58Encode(mint_in),
    base58Encode(mint_out), toString(gross), toString(net), is_final, victim_count, revision
FROM sandwiches FINAL
PREWHERE (first_slot, bracket_id) IN
    (
        SELECT first_slot, bracket_id
        FROM sandwich_legs_by_trader
        WHERE trader = toFixedString(unhex({wallet:String}), 32) AND slot BETWEEN {from:UInt64} AND {to:UInt64}
            AND role = 'victim' AND confidence != 'suspected'
            AND slot - first_slot <= {window:UInt64} AND last_slot - slot <= {window:UInt64}
    )
