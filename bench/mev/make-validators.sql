-- The validators that lead the made-up slots, some 800: without them no transaction's details would be whole, and none
-- would be kept for longer than seconds.
INSERT INTO validators (identity, valid_from_slot, client, version, name)
SELECT assumeNotNull(leader) AS identity, 0, 'Agave', '3.0.0', concat('validator ', toString(cityHash64(identity) % 1000))
FROM slots
WHERE leader IS NOT NULL
GROUP BY leader
