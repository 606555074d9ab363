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

-- Trades and sandwiches in base58. Filter on slot; for one pool or wallet use the parameterised views, whose filters
-- use the keys.
CREATE OR REPLACE VIEW transactions_text AS
SELECT
    slot, block_index, entry_index, tx_index, poh_tick, poh_tick - slot * 64 AS tick_in_slot, block_time,
    base58Encode(signature) AS signature, arrayMap(s -> base58Encode(s), other_signatures) AS other_signatures,
    base58Encode(signer) AS signer, arrayMap(s -> base58Encode(s), other_signers) AS other_signers,
    tx_version, is_vote, success, error,
    if(failed_program IS NULL, NULL, base58Encode(assumeNotNull(failed_program))) AS failed_program,
    toUInt32OrNull(extract(ifNull(error, '')::String, '"Custom":([0-9]+)')) AS error_code, error_name,
    fee, priority_fee, compute_unit_price, compute_unit_limit, compute_units,
    cost_units, jito_tip, sol_change,
    arrayMap(c -> (base58Encode(c.mint), c.decimals, c.amount), token_changes)::Array(Tuple(mint String, decimals UInt8, amount Int128)) AS token_changes,
    accounts_read_count, accounts_written_count,
    arrayMap(m -> (base58Encode(m.pool), base58Encode(m.program_id), arrayMap(x -> base58Encode(x), m.mints)), markets)::Array(Tuple(pool String, program_id String, mints Array(String))) AS markets
FROM transactions FINAL;

CREATE OR REPLACE VIEW account_locks_text AS
SELECT
    base58Encode(account) AS account, slot, block_index, is_write, is_signer, is_vote, is_failed, compute_units,
    compute_unit_price
FROM account_locks;

-- SELECT * FROM swap_signatures(from_slot = …, to_slot = …): the signatures of a range. Those of slots whose transactions
-- have expired are read from swaps_by_trader, which is ordered by trader: some seconds for each five days of slots.
CREATE OR REPLACE VIEW swap_signatures AS
SELECT slot, block_index, signature
FROM transactions
WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64} AND notEmpty(markets)
UNION ALL
SELECT slot, block_index, signature
FROM swaps_by_trader
WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64} AND (trader, slot, block_index) IN
    (
        SELECT trader, slot, block_index
        FROM swaps
        WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
            AND slot NOT IN (SELECT slot FROM transactions WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64})
    );

-- Filter on slot: the filter reaches the transactions, too, which give the signature. Null where they have expired; there
-- pool_swaps, trader_swaps and swap_amounts still have it.
CREATE OR REPLACE VIEW swaps_text AS
SELECT
    base58Encode(s.pool) AS pool, s.slot AS slot, s.block_index AS block_index, s.outer_index AS outer_index,
    s.inner_index AS inner_index, s.part_index AS part_index, s.poh_tick AS poh_tick, s.block_time AS block_time,
    if(t.signature IS NULL, NULL, base58Encode(assumeNotNull(t.signature))) AS signature, s.success AS success,
    base58Encode(s.program_id) AS program_id, s.dex_name AS dex_name, s.pool_kind AS pool_kind,
    if(s.mint_in IS NULL, NULL, base58Encode(assumeNotNull(s.mint_in))) AS mint_in,
    if(s.mint_out IS NULL, NULL, base58Encode(assumeNotNull(s.mint_out))) AS mint_out,
    arrayMap(m -> base58Encode(m), s.mints) AS mints,
    s.pool_in AS pool_in, s.pool_out AS pool_out, s.trader_in AS trader_in, s.trader_out AS trader_out,
    base58Encode(s.trader) AS trader, base58Encode(s.authority) AS authority, s.authority_signed AS authority_signed,
    base58Encode(s.signer) AS signer, arrayMap(x -> base58Encode(x), s.other_signers) AS other_signers,
    if(s.source_account IS NULL, NULL, base58Encode(assumeNotNull(s.source_account))) AS source_account,
    if(s.destination_account IS NULL, NULL, base58Encode(assumeNotNull(s.destination_account))) AS destination_account,
    s.source_before AS source_before, s.source_after AS source_after, s.destination_before AS destination_before,
    s.destination_after AS destination_after, base58Encode(s.outer_program) AS outer_program, s.fee AS fee,
    s.priority_fee AS priority_fee, s.compute_unit_price AS compute_unit_price, s.jito_tip AS jito_tip,
    s.least_out AS least_out, s.most_in AS most_in,
    if(s.route_program IS NULL, NULL, base58Encode(assumeNotNull(s.route_program))) AS route_program,
    s.route_inner_index AS route_inner_index,
    if(s.route_mint IS NULL, NULL, base58Encode(assumeNotNull(s.route_mint))) AS route_mint,
    s.route_least_out AS route_least_out, s.route_most_in AS route_most_in, s.route_quoted AS route_quoted,
    s.route_moved AS route_moved,
    s.inferred AS inferred, s.curve_falls AS curve_falls, s.curve_before AS curve_before, s.curve_after AS curve_after,
    s.curve_liquidity AS curve_liquidity, s.curve_fee_in AS curve_fee_in, s.curve_fee_out AS curve_fee_out
FROM (SELECT * FROM swaps FINAL) AS s
LEFT ANY JOIN transactions AS t ON t.slot = s.slot AND t.block_index = s.block_index
SETTINGS join_use_nulls = 1;

-- Columns are qualified, because an alias of the SELECT list would otherwise stand for the column of its name.
CREATE OR REPLACE VIEW token_links_text AS
SELECT
    base58Encode(l.mint) AS mint, l.slot AS slot, l.block_index AS block_index, l.outer_index AS outer_index,
    l.inner_index AS inner_index, l.part_index AS part_index, l.kind AS kind,
    base58Encode(l.from_account) AS from_account,
    if(l.from_owner IS NULL, NULL, base58Encode(assumeNotNull(l.from_owner))) AS from_owner,
    base58Encode(l.to_account) AS to_account,
    if(l.to_owner IS NULL, NULL, base58Encode(assumeNotNull(l.to_owner))) AS to_owner, l.amount AS amount,
    base58Encode(if(l.authority = toFixedString('', 32) AND l.from_owner IS NOT NULL, assumeNotNull(l.from_owner), l.authority)) AS authority,
    l.authority_signed AS authority_signed
FROM token_links AS l FINAL;

CREATE OR REPLACE VIEW pool_events_text AS
SELECT
    base58Encode(pool) AS pool, slot, block_index, outer_index, inner_index, part_index, block_time,
    base58Encode(signature) AS signature, kind, base58Encode(program_id) AS program_id, dex_name, pool_kind,
    arrayMap(a -> (base58Encode(a.mint), a.amount), amounts)::Array(Tuple(mint String, amount UInt64)) AS amounts,
    base58Encode(actor) AS actor, base58Encode(signer) AS signer
FROM pool_events FINAL;

CREATE OR REPLACE VIEW fills_text AS
SELECT
    base58Encode(taker) AS taker, slot, block_index, outer_index, inner_index, part_index, poh_tick, block_time,
    base58Encode(signature) AS signature, base58Encode(program_id) AS program_id, dex_name, taker_signed,
    if(market IS NULL, NULL, base58Encode(assumeNotNull(market))) AS market,
    base58Encode(maker) AS maker, base58Encode(mint_in) AS mint_in, base58Encode(mint_out) AS mint_out, maker_in,
    maker_out, taker_in, taker_out,
    if(source_account IS NULL, NULL, base58Encode(assumeNotNull(source_account))) AS source_account,
    if(source_owner IS NULL, NULL, base58Encode(assumeNotNull(source_owner))) AS source_owner,
    if(destination_account IS NULL, NULL, base58Encode(assumeNotNull(destination_account))) AS destination_account,
    if(destination_owner IS NULL, NULL, base58Encode(assumeNotNull(destination_owner))) AS destination_owner,
    source_before, source_after, destination_before, destination_after,
    base58Encode(outer_program) AS outer_program, base58Encode(signer) AS signer,
    arrayMap(s -> base58Encode(s), other_signers) AS other_signers, fee, priority_fee, compute_unit_price, jito_tip
FROM fills FINAL;

CREATE OR REPLACE VIEW rebates_text AS
SELECT
    base58Encode(wallet) AS wallet, slot, block_index, outer_index, inner_index, part_index, block_time,
    base58Encode(signature) AS signature, base58Encode(program_id) AS program_id, dex_name,
    base58Encode(mint) AS mint, amount
FROM rebates FINAL;

CREATE OR REPLACE VIEW tips_text AS
SELECT
    slot, block_index, service, base58Encode(account) AS account, lamports, base58Encode(signer) AS signer, fee, is_alone
FROM tips FINAL;

-- The programs that exchange mints without a known layout, by the first byte of their instructions, most frequent first.
-- `transactions` is an estimate beyond some 65,000; the sample is the newest transaction.
CREATE OR REPLACE VIEW unknown_swaps AS
SELECT
    base58Encode(f.program_id) AS program_id, f.first_byte AS first_byte, count() AS frames,
    countIf(f.is_inferred) AS inferred_frames, uniq(f.slot, f.block_index) AS transactions,
    min(f.slot) AS first_slot, max(f.slot) AS last_slot, max(f.block_time) AS last_block_time,
    base58Encode(argMax(f.signature, (f.slot, f.block_index))) AS sample_signature
FROM unknown_frames AS f FINAL
GROUP BY f.program_id, f.first_byte
ORDER BY frames DESC, f.program_id, f.first_byte;

CREATE OR REPLACE VIEW sandwiches_text AS
SELECT
    bracket_id, first_slot, last_slot, block_time, is_final, confidence, confidence_then, is_counted, reason, reason_then,
    link, link_address, basis, basis_then, base58Encode(n.attacker) AS attacker,
    arrayMap(a -> base58Encode(a), n.attackers) AS attackers,
    if(n.private_program IS NULL, NULL, base58Encode(assumeNotNull(n.private_program))) AS private_program,
    base58Encode(n.pool) AS pool, base58Encode(n.back_pool) AS back_pool, base58Encode(n.program_id) AS program_id, dex_name,
    base58Encode(n.mint_in) AS mint_in, base58Encode(n.mint_out) AS mint_out, quantity_ratio,
    base58Encode(n.gain_mint) AS gain_mint, gross, net, kept, cost, intent, intent_then, evidence, swaps_before, swaps_after,
    transactions_before, transactions_after, is_passing, is_aimed, replay_residual, front_count, back_count, victim_count,
    attempt_count, victim_loss, revision, detected_at
FROM sandwiches_now(from_slot = 0, to_slot = 9007199254740991) AS n;

-- Legs with the confidence of their sandwich as of now. Victims who lost nothing are none of a counted sandwich.
CREATE OR REPLACE VIEW sandwich_legs_text AS
SELECT
    l.slot AS slot, l.block_index AS block_index, l.outer_index AS outer_index, l.inner_index AS inner_index,
    l.part_index AS part_index, l.role AS role, l.bracket_id AS bracket_id, l.first_slot AS first_slot,
    l.last_slot AS last_slot,
    n.confidence AS confidence, n.confidence_then AS confidence_then,
    l.is_final AS is_final, base58Encode(l.pool) AS pool, l.dex_name AS dex_name, base58Encode(l.trader) AS trader,
    base58Encode(l.signer) AS signer, base58Encode(l.signature) AS signature, l.poh_tick AS poh_tick,
    l.block_time AS block_time,
    if(l.mint_in IS NULL, NULL, base58Encode(assumeNotNull(l.mint_in))) AS mint_in,
    if(l.mint_out IS NULL, NULL, base58Encode(assumeNotNull(l.mint_out))) AS mint_out,
    l.trader_in AS trader_in, l.trader_out AS trader_out, l.loss_amount AS loss_amount, l.loss_method AS loss_method,
    l.loss_side AS loss_side,    l.slippage_use AS slippage_use, l.limit_age AS limit_age
FROM (SELECT * FROM sandwich_legs FINAL) AS l
LEFT ANY JOIN (SELECT first_slot, bracket_id, confidence, confidence_then FROM sandwiches FINAL) AS n
    ON n.first_slot = l.first_slot AND n.bracket_id = l.bracket_id;

CREATE OR REPLACE VIEW leaders_text AS
SELECT slot, base58Encode(identity) AS identity FROM leaders FINAL;

CREATE OR REPLACE VIEW validators_text AS
SELECT
    base58Encode(identity) AS identity, valid_from_slot,
    if(vote_account IS NULL, NULL, base58Encode(assumeNotNull(vote_account))) AS vote_account, client, version, name,
    observed_at
FROM validators FINAL;

CREATE OR REPLACE VIEW tokens_text AS
SELECT
    base58Encode(mint) AS mint, symbol, name, decimals,
    if(program IS NULL, NULL, base58Encode(assumeNotNull(program))) AS program, source, observed_at
FROM tokens FINAL;

CREATE OR REPLACE VIEW labels_text AS
SELECT base58Encode(address) AS address, kind, label, tags, source, observed_at FROM labels FINAL;
