-- All labels, up to one more than the limit: with that one there are too many to remember. `labels` is small: a
-- build's list and the operator's additions.
SELECT base58Encode(address), kind, label, tags
FROM labels FINAL
LIMIT {most:UInt32} + 1
