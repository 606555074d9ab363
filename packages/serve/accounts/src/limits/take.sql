-- $1 names, $2 subjects, $3 limits, $4 lengths in seconds, $5 now or null. Each window is one row by the primary key.
SELECT taken_at, is_allowed, used, ends_at
FROM tickscope.take_windows($1::text[], $2::text[], $3::integer[], $4::integer[], $5::timestamptz)
