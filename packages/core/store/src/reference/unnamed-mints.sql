-- Mints that were traded in a slot range and that `tokens` does not have, or had no name for too long ago. Key of
-- `transactions`: slot. `tokens` is read whole, two columns. Any row with a name suffices, so FINAL is not needed.
SELECT base58Encode(mint)
FROM
(
    SELECT DISTINCT arrayJoin(arrayFlatten(arrayMap(m -> m.mints, markets))) AS mint
    FROM transactions
    WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64} AND notEmpty(markets)
)
WHERE mint NOT IN
    (
        SELECT mint
        FROM tokens
        WHERE source NOT IN ('mint', 'none') OR observed_at > now64(3) - toIntervalSecond({retry_after:UInt32})
    )
ORDER BY mint
LIMIT {limit:UInt32}
SETTINGS max_threads = 1
