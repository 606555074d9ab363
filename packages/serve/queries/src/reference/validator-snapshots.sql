-- All snapshots of some validators, oldest first; each has a few a month. Key of `validators`: (identity,
-- valid_from_slot).
SELECT base58Encode(identity), valid_from_slot, client, version, name
FROM validators
WHERE identity IN (SELECT toFixedString(base58Decode(arrayJoin({identities:Array(String)})), 32))
ORDER BY identity, valid_from_slot, observed_at DESC
LIMIT 1 BY identity, valid_from_slot
LIMIT 200000
