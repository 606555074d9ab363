-- Seconds between the first and the last block's insertion, and how many blocks. Reads one small column of `slots`.
SELECT dateDiff('second', min(inserted_at), max(inserted_at)), count() FROM slots
