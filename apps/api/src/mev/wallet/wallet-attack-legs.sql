-- What the attackers did in the brackets that name a wallet as victim, their failed attempts up to 10 slots around too.
-- Brackets with a leg beyond the window are left out. Keys: `sandwich_legs_by_trader` by (trader, slot), `sandwich_legs`
-- by slot, some 20 slots a bracket. No FINAL on the first: at worst it names a bracket that is no more. PREWHERE as in
-- wallet-victim-legs.
WITH brackets AS
    (
        SELECT DISTINCT bracket_id, first_slot, last_slot
        FROM sandwich_legs_by_trader
        WHERE trader = toFixedString(unhex({wallet:String}), 32) AND slot BETWEEN {from:UInt64} AND {to:UInt64}
            AND role = 'victim' AND confidence != 'suspected'
            AND slot - first_slot <= {window:UInt64} AND last_slot - slot <= {window:UInt64}
    )
SELECT
    bracket_id, toString(role), slot, block_index, poh_tick, base58Encode(signer), base58Encode(trader),
    base58Encode(signature), base58Encode(pool)
FROM sandwich_legs FINAL
PREWHERE slot IN (SELECT arrayJoin(range(toUInt64(greatest(first_slot, 10) - 10), last_slot + 11)) FROM brackets)
    AND bracket_id IN (SELECT bracket_id FROM brackets) AND role != 'victim'
ORDER BY slot, block_index, outer_index, inner_index, part_index, bracket_id
