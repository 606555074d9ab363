-- One number for all sandwiches that end in a slot range: two equal numbers mean that none has changed. None is longer
-- than the maximum span. Key of `sandwiches`: first_slot.
SELECT toString(sum(cityHash64(bracket_id, digest)))
FROM sandwiches FINAL
WHERE first_slot BETWEEN {first_from:UInt64} AND {last_to:UInt64}
    AND last_slot BETWEEN {last_from:UInt64} AND {last_to:UInt64}
