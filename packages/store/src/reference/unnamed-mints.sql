-- Mints that a range of slots traded and that `tokens` does not know, or knows to have no name since too long. Key of
-- `transactions`: the slots; `tokens` is read whole, two columns. Any row with a name will do, so no FINAL.
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
