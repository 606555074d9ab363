-- Detection has run over every stored block, when it was stored.
INSERT INTO detected_slots (slot, blockhash, version, detected_at)
SELECT slot, blockhash, version, inserted_at
FROM slots
