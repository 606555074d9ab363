-- What all addresses are known as that somebody named, and one more than are told: then there are too many. `labels` is
-- small: a build's list, and what the operator adds.
SELECT base58Encode(address), kind, label, tags
FROM labels FINAL
LIMIT {most:UInt32} + 1
