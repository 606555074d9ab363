-- How many fee payers write-locked an account: from account_heat where a bucket has a row of it that is of the stored
-- blocks, from the locks in all other buckets. Copies of a lock name the same payer: a set needs no best one.
-- Keys: `account_heat` (account, bucket); `account_locks` (account, slot).
WITH
    -- An array is made once; what is a query is made again wherever it is named, and `made` is twice.
    (
        SELECT groupArray((bucket, digest))
        FROM current_account_heat(from_bucket = {from_bucket:UInt32}, to_bucket = {to_bucket:UInt32})
    ) AS current,
    made AS
    (
        SELECT bucket, signers
        FROM account_heat
        WHERE account = toFixedString(unhex({account:String}), 32)
            AND bucket BETWEEN {from_bucket:UInt32} AND {to_bucket:UInt32}
            AND (bucket, digest) IN (SELECT pair.1, pair.2 FROM (SELECT arrayJoin(current) AS pair))
        LIMIT 1 BY bucket
    )
SELECT toString(uniqExact(payer))
FROM
(
    SELECT arrayJoin(signers) AS payer FROM made
    UNION ALL
    SELECT signer_prefix AS payer
    FROM account_locks
    WHERE account = toFixedString(unhex({account:String}), 32)
        AND slot BETWEEN {from:UInt64} AND {to:UInt64}
        AND is_write
        AND toUInt32(intDiv(slot, 128)) NOT IN (SELECT bucket FROM made)
        AND slot IN
        (
            SELECT slot
            FROM stored_slots(from_slot = {from:UInt64}, to_slot = {to:UInt64})
            WHERE is_readable
        )
)
