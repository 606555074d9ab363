-- For some pools, each in its slot range: the token links that lead in up to four steps to an account that paid in a
-- swap there. `mints` holds the mints of the pools with the same ranges. Keys: `swaps` by (pool, slot), `token_links` by (mint, slot). An authority equal
-- to the source's owner, the usual case, is stored as zeros and returned as an empty text. The accounts of each step are one
-- array: a scalar subquery is run once, however often it is used, and a subquery of rows each time.
WITH
    mint_slots AS
    (
        SELECT toFixedString(base58Decode(part.1), 32), arrayJoin(range(part.2, part.3 + 1))
        FROM (SELECT arrayJoin({mints:Array(Tuple(String, UInt64, UInt64))}) AS part)
    ),
    (
        SELECT groupUniqArray(assumeNotNull(source_account))
        FROM swaps
        PREWHERE (pool, slot) IN
            (
                SELECT toFixedString(base58Decode(part.1), 32), arrayJoin(range(part.2, part.3 + 1))
                FROM (SELECT arrayJoin({ranges:Array(Tuple(String, UInt64, UInt64))}) AS part)
            )
        WHERE source_account IS NOT NULL AND success
    ) AS paying,
    (
        SELECT groupUniqArray(from_account) FROM token_links
        PREWHERE (mint, slot) IN mint_slots WHERE to_account IN (SELECT arrayJoin(paying))
    ) AS one_step,
    (
        SELECT groupUniqArray(from_account) FROM token_links
        PREWHERE (mint, slot) IN mint_slots WHERE to_account IN (SELECT arrayJoin(one_step))
    ) AS two_steps,
    (
        SELECT groupUniqArray(from_account) FROM token_links
        PREWHERE (mint, slot) IN mint_slots WHERE to_account IN (SELECT arrayJoin(two_steps))
    ) AS three_steps
SELECT
    slot, block_index, outer_index, inner_index, part_index, toString(kind), base58Encode(mint),
    base58Encode(from_account), if(from_owner IS NULL, NULL, base58Encode(assumeNotNull(from_owner))),
    base58Encode(to_account), if(to_owner IS NULL, NULL, base58Encode(assumeNotNull(to_owner))), amount,
    if(authority = toFixedString('', 32), '', base58Encode(authority)), authority_signed
FROM token_links FINAL
PREWHERE (mint, slot) IN mint_slots
WHERE to_account IN (SELECT arrayJoin(arrayConcat(paying, one_step, two_steps, three_steps)))
ORDER BY slot, block_index, outer_index, inner_index, part_index
