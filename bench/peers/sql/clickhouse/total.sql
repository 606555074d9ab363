SELECT sum(lock_count)
FROM
(
    SELECT lock_count FROM account_slots
    WHERE account = toFixedString(unhex({account:String}), 32) AND slot BETWEEN {from:UInt64} AND {to:UInt64}
    ORDER BY slot, version DESC
    LIMIT 1 BY slot
)
