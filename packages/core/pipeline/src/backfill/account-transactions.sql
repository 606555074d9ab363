-- Number of transactions of a range that lock an account. Key of `account_slots`: (account, slot); of two versions the
-- better.
SELECT sum(locks)
FROM
(
    SELECT argMax(lock_count, version) AS locks
    FROM account_slots
    WHERE account = toFixedString(unhex({account:String}), 32) AND slot BETWEEN {from:UInt64} AND {to:UInt64}
    GROUP BY slot
)
