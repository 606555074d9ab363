-- Every label: all of a small table.
SELECT base58Encode(address), kind, label, tags, source
FROM labels FINAL
