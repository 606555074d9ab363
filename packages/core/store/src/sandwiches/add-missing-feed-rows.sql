-- Revisions missing from the feed because ClickHouse died between an insert into `sandwiches` and the view that copies
-- it. Their legs were written earlier and exist. Key of `sandwiches`: first_slot. A day has few newest rows.
INSERT INTO sandwich_feed (
    first_slot, bracket_id, revision, is_deleted, last_slot, block_time, is_final, confidence, confidence_then, reason, link, link_address,
    basis, attackers, private_program, pool, back_pool, program_id, dex_name, mint_in, mint_out, quantity_ratio, gross,
    net, kept, cost, listed_victims, attempt_count, victim_loss, intent, evidence, swaps_before, swaps_after, transactions_before,
    transactions_after, gain_mint, cause, confidence_before, intent_before, intent_then, detected_at
)
SELECT
    first_slot, bracket_id, revision, is_deleted, last_slot, block_time, is_final, confidence, confidence_then, reason, link, link_address,
    basis, attackers, private_program, pool, back_pool, program_id, dex_name, mint_in, mint_out, quantity_ratio, gross,
    net, kept, cost, listed_victims, attempt_count, victim_loss, intent, evidence, swaps_before, swaps_after, transactions_before,
    transactions_after, gain_mint, cause, confidence_before, intent_before, intent_then, detected_at
FROM
(
    SELECT *
    FROM sandwiches
    WHERE detected_at > now64(3) - INTERVAL 1 DAY
    ORDER BY revision DESC
    LIMIT 1 BY bracket_id
)
WHERE (bracket_id, revision) NOT IN (SELECT bracket_id, revision FROM sandwich_feed)
    AND (bracket_id, revision) IN (SELECT bracket_id, revision FROM sandwich_feed_legs)
