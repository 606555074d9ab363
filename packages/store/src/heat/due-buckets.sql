-- Closed buckets whose rows in account_heat are not of the blocks that are stored: never made, or made before a block
-- was repaired, replaced or written again. The newest first. A bucket that changed a moment ago waits: its blocks may
-- still be coming. Key of `slots`: a row a slot of the last hours, narrow columns; `account_heat_buckets` is small.
SELECT bucket, toString(digest)
FROM bucket_digests(from_bucket = {from_bucket:UInt32}, to_bucket = {to_bucket:UInt32})
WHERE changed_at <= now() - INTERVAL {settle_seconds:UInt32} SECOND
    AND (bucket, digest) NOT IN
    (
        SELECT bucket, digest
        FROM account_heat_buckets
        WHERE bucket BETWEEN {from_bucket:UInt32} AND {to_bucket:UInt32}
    )
ORDER BY bucket DESC
LIMIT {most:UInt32}
