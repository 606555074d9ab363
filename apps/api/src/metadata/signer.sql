-- The address, if it signs what it is locked by: a wallet. Key of `account_locks`: (account, slot); at most 2,000 of its
-- rows, whichever come first: of a wallet nearly all are signed, and a busy program's are too many to look at all. For
-- several addresses one such query each, joined.
SELECT base58Encode(toFixedString(unhex({address:String}), 32))
FROM (SELECT is_signer FROM account_locks WHERE account = toFixedString(unhex({address:String}), 32) LIMIT 2000)
HAVING countIf(is_signer) > 0
