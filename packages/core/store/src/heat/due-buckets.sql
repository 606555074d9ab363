-- Closed buckets whose account_heat rows do not match the stored blocks, newest first: buckets never computed, or
-- computed before a block was repaired, replaced or rewritten. A bucket that changed a moment ago waits, because its
-- blocks may still be arriving. Key of `slots`: one row per slot of the last hours, narrow columns.
-- `account_heat_buckets` is small.
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
