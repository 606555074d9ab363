-- Live blocks arrive as small parts, a part per table and batch. The default merges five of them, or two that are ten
-- seconds old, and so rewrote each row some thirty times (docs/adr/0021). Ten at a time rewrite it a few times, and leave
-- some ten parts more in the partition that is being written.
ALTER TABLE slots MODIFY SETTING min_parts_to_merge_at_once = 10, merge_selector_base = 10;
ALTER TABLE entries MODIFY SETTING min_parts_to_merge_at_once = 10, merge_selector_base = 10;
ALTER TABLE transactions MODIFY SETTING min_parts_to_merge_at_once = 10, merge_selector_base = 10;
ALTER TABLE account_locks MODIFY SETTING min_parts_to_merge_at_once = 10, merge_selector_base = 10;
ALTER TABLE account_slots MODIFY SETTING min_parts_to_merge_at_once = 10, merge_selector_base = 10;
ALTER TABLE slot_heat MODIFY SETTING min_parts_to_merge_at_once = 10, merge_selector_base = 10;
ALTER TABLE signatures MODIFY SETTING min_parts_to_merge_at_once = 10, merge_selector_base = 10;
ALTER TABLE swaps MODIFY SETTING min_parts_to_merge_at_once = 10, merge_selector_base = 10;
ALTER TABLE swaps_by_trader MODIFY SETTING min_parts_to_merge_at_once = 10, merge_selector_base = 10;
ALTER TABLE token_links MODIFY SETTING min_parts_to_merge_at_once = 10, merge_selector_base = 10;
ALTER TABLE unknown_frames MODIFY SETTING min_parts_to_merge_at_once = 10, merge_selector_base = 10;
ALTER TABLE detected_slots MODIFY SETTING min_parts_to_merge_at_once = 10, merge_selector_base = 10;
