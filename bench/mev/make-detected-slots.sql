-- Detection has run over every stored block.
INSERT INTO detected_slots (slot, blockhash, version)
SELECT slot, blockhash, version
FROM slots
