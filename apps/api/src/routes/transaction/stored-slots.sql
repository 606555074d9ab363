-- Of some slots, those whose block is stored with its transactions, and who led them. Two blocks for one slot (a
-- conflict about to be cleared) count as none. Key of `slots`: one granule a slot.
SELECT slot, if(any(leader) IS NULL, NULL, base58Encode(assumeNotNull(any(leader))))
FROM
(
    SELECT slot, blockhash, leader, content
    FROM slots
    WHERE slot IN {slots:Array(UInt64)}
    ORDER BY slot, blockhash, version DESC
    LIMIT 1 BY slot, blockhash
)
GROUP BY slot
HAVING count() = 1 AND any(content) != 'entries_only'
