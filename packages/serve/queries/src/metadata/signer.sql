-- Returns the address if it signed a transaction that locked it, which makes it a wallet. Key of
-- `account_slots`: (account, slot). Reads at most 2,000 rows, in any order: a wallet signed in nearly all of its
-- slots, and a busy program has too many to read. For several addresses, one such query each, joined.
SELECT base58Encode(toFixedString(unhex({address:String}), 32))
FROM (SELECT signed_count FROM account_slots WHERE account = toFixedString(unhex({address:String}), 32) LIMIT 2000)
HAVING sum(signed_count) > 0
