-- Of each bucket of 256 slots over which detection has run in the last ten to twenty minutes, a sum over these runs. A block
-- that was removed has one, too. The index on the time skips old granules.
SELECT intDiv(slot, 256) AS bucket, toString(sum(cityHash64(slot, blockhash, version, detected_at, is_deleted)))
FROM detected_slots
WHERE detected_at >= toStartOfTenMinutes(now('UTC')) - INTERVAL 10 MINUTE
GROUP BY bucket
