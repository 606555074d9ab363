-- The same rows in base58, for people; correct before merges too. Filter on slot; for one account or wallet use the
-- parameterised views below, whose filters use the keys.
CREATE OR REPLACE VIEW slots_text AS
SELECT
    slot, parent_slot, base58Encode(blockhash) AS blockhash,
    if(parent_blockhash IS NULL, NULL, base58Encode(assumeNotNull(parent_blockhash))) AS parent_blockhash,
    block_time, block_height, if(leader IS NULL, NULL, base58Encode(assumeNotNull(leader))) AS leader,
    content, model, source, has_meta, transaction_count, vote_count, failed_count, entry_count, tick_count,
    num_hashes, inserted_at
FROM slots FINAL;

CREATE OR REPLACE VIEW entries_text AS
SELECT slot, entry_index, num_hashes, base58Encode(hash) AS hash, transaction_count, start_index, is_tick, poh_tick
FROM entries FINAL;

CREATE OR REPLACE VIEW transactions_text AS
SELECT
    slot, block_index, entry_index, tx_index, poh_tick, poh_tick - slot * 64 AS tick_in_slot, block_time,
    base58Encode(signature) AS signature, arrayMap(s -> base58Encode(s), other_signatures) AS other_signatures,
    base58Encode(signer) AS signer, arrayMap(s -> base58Encode(s), other_signers) AS other_signers,
    tx_version, is_vote, success, error, fee, priority_fee, compute_unit_price, compute_unit_limit, compute_units,
    cost_units, jito_tip, sol_change,
    arrayMap(c -> (base58Encode(c.mint), c.decimals, c.amount), token_changes)::Array(Tuple(mint String, decimals UInt8, amount Int128)) AS token_changes,
    accounts_read_count, accounts_written_count
FROM transactions FINAL;

CREATE OR REPLACE VIEW account_locks_text AS
SELECT
    base58Encode(account) AS account, slot, block_index, is_write, is_signer, is_vote, is_failed, compute_units,
    compute_unit_price
FROM account_locks FINAL;

-- SELECT * FROM account_activity(account = '…', from_slot = …, to_slot = …): who touched an account, in order.
CREATE OR REPLACE VIEW account_activity AS
SELECT
    l.slot AS slot, l.block_index AS block_index, t.entry_index AS entry_index, t.tx_index AS tx_index,
    t.poh_tick AS poh_tick, t.block_time AS block_time, base58Encode(t.signature) AS signature,
    base58Encode(t.signer) AS signer, l.is_write AS is_write, l.is_signer AS is_signer, l.is_vote AS is_vote,
    t.success AS success, t.fee AS fee, t.jito_tip AS jito_tip
FROM
(
    SELECT slot, block_index, is_write, is_signer, is_vote
    FROM account_locks FINAL
    WHERE account = toFixedString(base58Decode({account:String}), 32)
        AND slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
) AS l
INNER JOIN
(
    SELECT * FROM transactions FINAL WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
) AS t ON t.slot = l.slot AND t.block_index = l.block_index
ORDER BY slot, block_index;
