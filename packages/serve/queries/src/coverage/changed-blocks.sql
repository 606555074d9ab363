-- Of each bucket of 256 slots in which a block was stored in the last ten to twenty minutes, a sum over those blocks: two
-- different sums of a bucket mean that something changed in between. The index on the time skips old granules.
SELECT intDiv(slot, 256) AS bucket, toString(sum(cityHash64(slot, blockhash, version, inserted_at)))
FROM slots
WHERE inserted_at >= toStartOfTenMinutes(now('UTC')) - INTERVAL 10 MINUTE
GROUP BY bucket
