-- The stored slots of each leader in a range, as offsets from its first slot. Key of `leaders`: the slots of an epoch.
SELECT base58Encode(toFixedString(identity, 32)), groupArray(toUInt32(slot - {from_slot:UInt64}))
FROM leaders FINAL
WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
GROUP BY identity
