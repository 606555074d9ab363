-- The tables of sandwiches get a part from nearly every block too. With the default they had two fifths of all merges of
-- a live store, each of a few hundred rows (docs/adr/0021). Ten parts at a time, as for the tables of blocks.
ALTER TABLE sandwiches MODIFY SETTING min_parts_to_merge_at_once = 10, merge_selector_base = 10;
ALTER TABLE sandwich_legs MODIFY SETTING min_parts_to_merge_at_once = 10, merge_selector_base = 10;
ALTER TABLE sandwich_legs_by_trader MODIFY SETTING min_parts_to_merge_at_once = 10, merge_selector_base = 10;
ALTER TABLE sandwich_feed MODIFY SETTING min_parts_to_merge_at_once = 10, merge_selector_base = 10;
ALTER TABLE sandwich_feed_legs MODIFY SETTING min_parts_to_merge_at_once = 10, merge_selector_base = 10;
ALTER TABLE actor_trips MODIFY SETTING min_parts_to_merge_at_once = 10, merge_selector_base = 10;
