-- The legs of some revisions of some sandwiches; a tombstone is a leg that its revision no longer has.
-- Key of `sandwich_feed_legs`: (first_slot, bracket_id, revision).
SELECT
    bracket_id, revision, is_deleted, toString(role), slot, block_index, poh_tick, base58Encode(trader),
    base58Encode(signer), base58Encode(signature), base58Encode(pool), toString(trader_in), toString(trader_out),
    toString(loss_amount), loss_method, loss_side, slippage_use, limit_age
FROM sandwich_feed_legs FINAL
WHERE (first_slot, bracket_id) IN arrayZip({first_slots:Array(UInt64)}, {ids:Array(String)})
    AND revision IN {revisions:Array(UInt32)}
ORDER BY bracket_id, revision, slot, block_index, outer_index, inner_index, part_index, role
