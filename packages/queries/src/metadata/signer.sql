-- Returns the address if it signed a transaction that locked it, which makes it a wallet. Key of
-- `account_locks`: (account, slot). Reads at most 2,000 rows, in any order: a wallet signed nearly all of its
-- rows, and a busy program has too many to read. For several addresses, one such query each, joined.
SELECT base58Encode(toFixedString(unhex({address:String}), 32))
FROM (SELECT is_signer FROM account_locks WHERE account = toFixedString(unhex({address:String}), 32) LIMIT 2000)
HAVING countIf(is_signer) > 0
