-- Of each bucket of 256 slots in which a block was replaced or removed in the last ten to twenty minutes, a sum over what was
-- recorded of it: first of all, before a row is deleted. One pass over `gaps`, some thousand rows.
SELECT intDiv(from_slot, 256) AS bucket, toString(sum(cityHash64(from_slot, to_slot, toString(state), updated_at)))
FROM gaps
WHERE cause = 'replaced' AND updated_at >= toStartOfTenMinutes(now('UTC')) - INTERVAL 10 MINUTE
GROUP BY bucket
