-- Seconds between the insertion of the first and the last block, and the number of blocks. Reads one small
-- column of `slots`.
SELECT dateDiff('second', min(inserted_at), max(inserted_at)), count() FROM slots
