-- Tips of a transaction, by account. Key of `tips`: (slot, block_index).
SELECT service, base58Encode(account), toString(lamports)
FROM tips FINAL
PREWHERE slot = {slot:UInt64} AND block_index = {block_index:UInt32}
ORDER BY account
