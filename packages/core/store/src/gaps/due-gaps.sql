-- Open gaps whose next repair attempt is due, newest first. `gaps` is small: one row per range and cause.
SELECT from_slot, to_slot, cause, state, detail, tries, toUnixTimestamp64Micro(updated_at)
FROM gaps FINAL
WHERE state IN ('open', 'repairing')
    AND dateDiff('second', updated_at, now64(6)) >= if(tries = 0, 0, least({first_wait:UInt32} * pow(2, tries - 1), {longest_wait:UInt32}))
ORDER BY from_slot DESC
LIMIT {limit:UInt32}
