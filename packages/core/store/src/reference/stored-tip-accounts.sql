-- Every tip account that an operator added. Reads the whole table, which is small.
SELECT base58Encode(account), service, kind, source, from_slot
FROM tip_accounts FINAL
ORDER BY from_slot, account
