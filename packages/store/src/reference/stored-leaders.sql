-- The slots of a range that each leader is stored to lead, counted from its first. Key of `leaders`: the slots of an epoch.
SELECT base58Encode(toFixedString(identity, 32)), groupArray(toUInt32(slot - {from_slot:UInt64}))
FROM leaders FINAL
WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
GROUP BY identity
