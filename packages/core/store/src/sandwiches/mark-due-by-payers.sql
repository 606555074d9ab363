-- Marks detected slots as due again. Selects the slots of the next hour in which a sandwich begins whose sides are
-- linked only by a fee payer (rule 1, L1), if that payer paid for other wallets in newly detected blocks: with them it
-- may be a relayer, and a relayer links no wallets. Keys of `sandwiches` (first_slot) and `detected_slots` (slot).
INSERT INTO detected_slots (slot, blockhash, version, is_due)
SELECT slot, blockhash, version, true
FROM detected_slots FINAL
WHERE NOT is_due AND slot BETWEEN {due_from:UInt64} AND {due_to:UInt64}
    AND slot IN
    (
        SELECT first_slot
        FROM sandwiches FINAL
        WHERE first_slot BETWEEN {due_from:UInt64} AND {due_to:UInt64}
            AND link = 'same_signer' AND link_address IN {payers:Array(String)}
    )
