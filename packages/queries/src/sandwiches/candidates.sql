-- The newest sandwiches before a position that match, one row for each revision that is not merged away. Without FINAL and LIMIT
-- BY, so that the skip indexes are used and the key's order is read only as far as the limit: an older revision may match, which
-- the reader of the rows finds out. Key of `sandwiches`: (first_slot, bracket_id); of `sandwich_legs_by_trader`: (trader, slot);
-- of `leaders` and `slots`: slot.
SELECT first_slot, bracket_id
FROM sandwiches
PREWHERE first_slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
WHERE ({before_id:String} = '' OR (first_slot, bracket_id) < ({before_slot:UInt64}, {before_id:String}))
    AND ({pool:String} = '' OR pool = toFixedString(base58Decode({pool:String}), 32)
        OR back_pool = toFixedString(base58Decode({pool:String}), 32))
    AND ({mint:String} = '' OR mint_in = toFixedString(base58Decode({mint:String}), 32)
        OR mint_out = toFixedString(base58Decode({mint:String}), 32))
    AND ({dex:String} = '' OR dex_name = {dex:String})
    AND ({attacker:String} = '' OR has(attackers, toFixedString(base58Decode({attacker:String}), 32)))
    AND ({victim:String} = '' OR (first_slot, bracket_id) IN
    (
        SELECT first_slot, bracket_id
        FROM sandwich_legs_by_trader
        WHERE trader = toFixedString(base58Decode({victim:String}), 32) AND role = 'victim'
    ))
    -- Where a leader or a client is asked for, a few days at most. A later reading of the schedule may name another leader.
    AND ({is_led:UInt8} = 0 OR first_slot IN
    (
        SELECT slot
        FROM leaders
        WHERE {is_led:UInt8} AND slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
            AND ({leader:String} = '' OR identity = toFixedString(base58Decode({leader:String}), 32))
            AND ({client:String} = '' OR identity IN
                (SELECT identity FROM validators WHERE lower(client) = lower({client:String})))
        UNION ALL
        SELECT slot
        FROM slots
        WHERE {is_led:UInt8} AND slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
            AND ({leader:String} = '' OR leader = toFixedString(base58Decode({leader:String}), 32))
            AND ({client:String} = '' OR leader IN
                (SELECT identity FROM validators WHERE lower(client) = lower({client:String})))
    ))
    -- Those that no record of the actor makes count.
    AND ({with_suspected:UInt8} OR confidence != 'suspected' OR arrayExists(
        said -> said != '' AND NOT startsWith(said, 'suspected'), [if_unknown, if_known_bot, if_scalper]))
ORDER BY first_slot DESC, bracket_id DESC
LIMIT {rows:UInt32}
