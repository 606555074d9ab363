-- Whether a bucket still holds the blocks that its digest was computed from. Key of `slots`, 128 slots.
SELECT count()
FROM bucket_digests(from_bucket = {bucket:UInt32}, to_bucket = {bucket:UInt32})
WHERE digest = {digest:UInt64}
