-- The newest snapshot of each validator. Reads the whole table, some thousand rows.
SELECT
    base58Encode(identity), if(vote_account IS NULL, NULL, base58Encode(assumeNotNull(vote_account))), client, version,
    name
FROM validators
ORDER BY identity, valid_from_slot DESC, observed_at DESC
LIMIT 1 BY identity
