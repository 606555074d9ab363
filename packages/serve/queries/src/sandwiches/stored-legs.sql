-- The legs, victims and attempts of some sandwiches as they are stored now, with the columns of the feed (feed-legs.sql). Key of
-- `sandwich_legs`: slot, some 30 slots a sandwich.
SELECT
    bracket_id, revision, is_deleted, toString(role), slot, block_index, poh_tick, base58Encode(trader),
    base58Encode(signer), base58Encode(signature), base58Encode(pool), toString(trader_in), toString(trader_out),
    toString(loss_amount), loss_method, loss_side, slippage_use, limit_age
FROM sandwich_legs FINAL
PREWHERE slot IN {slots:Array(UInt64)} AND bracket_id IN {ids:Array(String)}
ORDER BY bracket_id, slot, block_index, outer_index, inner_index, part_index, role
