-- The legs of sandwiches whose verdict changes, as those of the next revision: the feed shows a revision with its legs. Key of
-- `sandwich_legs`: slot.
INSERT INTO sandwich_feed_legs (
    first_slot, bracket_id, revision, slot, block_index, outer_index, inner_index, part_index, role, is_deleted, pool,
    trader, signer, signature, poh_tick, trader_in, trader_out, loss_amount, loss_method, loss_side, slippage_use, limit_age
)
SELECT
    first_slot, bracket_id, {revisions:Array(UInt32)}[indexOf({ids:Array(String)}, bracket_id)], slot, block_index,
    outer_index, inner_index, part_index, role, 0, pool, trader, signer, signature, poh_tick, trader_in, trader_out,
    loss_amount, loss_method, loss_side, slippage_use, limit_age
FROM sandwich_legs FINAL
PREWHERE slot IN
    (
        SELECT arrayJoin(range(slot_range.1, slot_range.2 + 1))
        FROM (SELECT arrayJoin({ranges:Array(Tuple(UInt64, UInt64))}) AS slot_range)
    )
    AND bracket_id IN {ids:Array(String)}
