-- The next rows after a position in the feed. Key of `sandwich_feed`: arrived_at; a few minutes of it.
SELECT _block_number, _block_offset, toUnixTimestamp64Milli(arrived_at), first_slot, bracket_id, revision
FROM sandwich_feed
WHERE arrived_at >= fromUnixTimestamp64Milli({from_ms:Int64})
    AND (_block_number, _block_offset) > ({block:UInt64}, {offset:UInt64})
    AND (_block_number, _block_offset) <= ({to_block:UInt64}, {to_offset:UInt64})
ORDER BY _block_number, _block_offset
LIMIT {rows:UInt32}
