-- The number of fee payers that write-locked an account. Buckets with a current row of the account in
-- account_heat are read from there, all others from the locks. Versions of a block name the same payers, so the
-- best version need not be chosen. Keys: `account_heat` (account, bucket); `account_slots` (account, slot).
WITH
    -- An array is computed once. A subquery is computed at each use, and `made` is used twice.
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
    SELECT arrayJoin(writes.signer_prefix) AS payer
    FROM account_slots
    WHERE account = toFixedString(unhex({account:String}), 32)
        AND slot BETWEEN {from:UInt64} AND {to:UInt64}
        AND toUInt32(intDiv(slot, 128)) NOT IN (SELECT bucket FROM made)
        AND slot IN
        (
            SELECT slot
            FROM stored_slots(from_slot = {from:UInt64}, to_slot = {to:UInt64})
            WHERE is_readable
        )
)
