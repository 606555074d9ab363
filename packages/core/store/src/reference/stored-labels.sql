-- Every label. Reads the whole table, which is small.
SELECT base58Encode(address), kind, label, tags, source
FROM labels FINAL
