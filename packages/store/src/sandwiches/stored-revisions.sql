-- The newest revision of some sandwiches, including retracted ones. Key of `sandwiches`: (first_slot, bracket_id).
SELECT bracket_id, revision, toString(digest), is_deleted, last_slot, is_final
FROM sandwiches
WHERE (first_slot, bracket_id) IN arrayZip({first_slots:Array(UInt64)}, {ids:Array(String)})
ORDER BY bracket_id, revision DESC
LIMIT 1 BY bracket_id
